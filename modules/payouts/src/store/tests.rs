use sparkyard_kernel::{
    Module, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};

use super::{
    OF_USER,
    withdrawals::{OWN, QUEUE, REQUESTED_BY, SENDING, WAITING},
};
use crate::Payouts;

async fn empty() -> Db {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "payouts", migrations: Payouts::MIGRATIONS };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    db
}

#[tokio::test]
async fn bank_accounts_of_a_member_are_read_by_index() {
    let db = empty().await;
    let query = db.query(OF_USER).bind("user", "ana".to_owned()).bind("most", 5);
    let plan = query.plan().await.unwrap();
    assert!(plan.is_range_of("withdrawal_method_newest"), "{plan:?}");
}

#[tokio::test]
async fn withdrawals_are_read_by_index() {
    let db = empty().await;
    for (text, name, value, index) in [
        (OWN, "user", "ana", "withdrawal_newest"),
        (QUEUE, "status", "requested", "withdrawal_queue"),
        (REQUESTED_BY, "user", "ana", "withdrawal_of_member"),
        (SENDING, "reader", "ana", "withdrawal_queue"),
        (WAITING, "reader", "ana", "withdrawal_queue"),
    ] {
        let query = db.query(text).bind(name, value.to_owned());
        let query = query.bind("after", String::new()).bind("limit", 20);
        let plan = query.plan().await.unwrap();
        assert!(plan.is_range_of(index), "{plan:?}");
    }
}
