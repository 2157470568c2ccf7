use sparkyard_kernel::{
    Module, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};

use super::OF_USER;
use crate::Payouts;

#[tokio::test]
async fn bank_accounts_of_a_member_are_read_by_index() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "payouts", migrations: Payouts::MIGRATIONS };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    let query = db.query(OF_USER).bind("user", "ana".to_owned()).bind("most", 5);
    let plan = query.plan().await.unwrap();
    assert!(plan.is_range_of("withdrawal_method_newest"), "{plan:?}");
}
