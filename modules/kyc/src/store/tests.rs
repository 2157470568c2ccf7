use sparkyard_kernel::{
    Module, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};

use super::APPROVED_OF;
use crate::Kyc;

#[tokio::test]
async fn approved_documents_are_read_by_index() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "kyc", migrations: Kyc::MIGRATIONS };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    let plan = db
        .query(APPROVED_OF)
        .bind("users", vec!["ana".to_owned(), "bo".to_owned()])
        .bind("most", 40)
        .plan()
        .await
        .unwrap();
    assert!(plan.is_range_of("kyc_document_of_user"), "{plan:?}");
}
