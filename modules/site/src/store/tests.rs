use sparkyard_kernel::{
    Module, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};

use super::contact;
use crate::Site;

#[tokio::test]
async fn every_query_of_messages_reads_an_index_range() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: Site::NAME, migrations: Site::MIGRATIONS };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    let due =
        "SELECT * FROM contact_message WHERE closed_ms > 0 AND closed_ms < $before_ms LIMIT $limit";
    for (query, index) in [
        (contact::QUEUE, "contact_message_queue"),
        (contact::WAITING, "contact_message_queue"),
        (due, "contact_message_closed"),
    ] {
        let plan = db
            .query(query)
            .bind("open", true)
            .bind("after", String::new())
            .bind("reader", "iris".to_owned())
            .bind("lapsed", now)
            .bind("before_ms", now.as_millis())
            .bind("limit", 20)
            .plan()
            .await
            .unwrap();
        assert!(plan.is_range_of(index), "{query}\n{plan:?}");
        assert!(!plan.sorts(), "{query}\n{plan:?}");
    }
}
