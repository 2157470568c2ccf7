use sparkyard_kernel::{
    Module, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};

use super::{
    billing::{OF_CUSTOMER, OF_USER},
    connected::{OF_ACCOUNT, UNDER_WAY},
};
use crate::Payments;

async fn empty() -> Db {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "payments", migrations: Payments::MIGRATIONS };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    db
}

#[tokio::test]
async fn lists_are_read_by_index() {
    let db = empty().await;
    for (text, name, index) in [
        (OF_USER, "user", "billing_method_newest"),
        (OF_CUSTOMER, "customer", "billing_owner_customer"),
        (OF_ACCOUNT, "account", "connected_account_account"),
    ] {
        let query = db.query(text).bind(name, "x".to_owned()).bind("most", 5);
        let plan = query.plan().await.unwrap();
        assert!(plan.is_range_of(index), "{plan:?}");
    }
    let plan = db.query(UNDER_WAY).bind("since", Timestamp::EPOCH).plan().await.unwrap();
    assert!(plan.is_range_of("connected_account_ready"), "{plan:?}");
}
