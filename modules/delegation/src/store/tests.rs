use sparkyard_kernel::{
    Module, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};

use super::{ALL, OF_DELEGATE};
use crate::Delegation;

#[tokio::test]
async fn lists_are_read_by_index() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "delegation", migrations: Delegation::MIGRATIONS };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    for (query, index) in [(ALL, "delegation_newest"), (OF_DELEGATE, "delegation_delegate")] {
        let query = db.query(query).bind("delegate", "ana").bind("after", "").bind("limit", 20);
        let plan = query.plan().await.unwrap();
        assert!(plan.is_range_of(index), "{index}: {plan:?}");
    }
}
