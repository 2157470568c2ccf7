use sparkyard_kernel::{
    Module, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};

use super::{CHECKS, DUE, ENDING, PASSED, RECORDS};
use crate::Vetting;

#[tokio::test]
async fn lists_are_read_by_index() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "vetting", migrations: Vetting::MIGRATIONS };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    for (query, index) in [
        (CHECKS, "vetting_check_place"),
        (PASSED, "check_record_member"),
        (RECORDS, "check_record_member"),
        (ENDING, "check_record_turn"),
        (DUE, "check_record_reminders"),
    ] {
        let plan = db
            .query(query)
            .bind("user", "ana")
            .bind("users", vec!["ana".to_owned(), "bo".to_owned()])
            .bind("checks", vec!["dbs".to_owned()])
            .bind("today", "2026-03-02")
            .bind("after", "")
            .bind("limit", 20)
            .plan()
            .await
            .unwrap();
        assert!(plan.is_range_of(index), "{query}: {plan:?}");
    }
}
