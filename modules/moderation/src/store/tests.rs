use sparkyard_kernel::{
    Module, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};

use super::reports;
use crate::Moderation;

#[tokio::test]
async fn every_query_reads_an_index_range() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "moderation", migrations: Moderation::MIGRATIONS };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    let due = "SELECT * FROM report WHERE decided_ms > 0 AND decided_ms < $before_ms LIMIT $limit";
    for (query, index) in
        [(reports::QUEUE, "report_queue"), (reports::OPEN, "report_queue"), (due, "report_decided")]
    {
        let plan = db
            .query(query)
            .bind("open", true)
            .bind("after", String::new())
            .bind("reader", "iris".to_owned())
            .bind("before_ms", now.as_millis())
            .bind("limit", 20)
            .plan()
            .await
            .unwrap();
        assert!(plan.is_range_of(index), "{query}\n{plan:?}");
        assert!(!plan.sorts(), "{query}\n{plan:?}");
    }
}
