use sparkyard_kernel::{
    Module, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};

use super::{conversations, messages};
use crate::Chat;

#[tokio::test]
async fn every_query_reads_an_index_range() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "chat", migrations: Chat::MIGRATIONS };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    for (query, index) in [
        (conversations::NEWEST, "chat_side_newest"),
        (conversations::UNREAD, "chat_side_unread"),
        (messages::SENT_BEFORE, "chat_message_client"),
        (messages::RANGE, "RecordIdScan"),
        ("SELECT * FROM chat_strangers WHERE last_at < $before", "chat_strangers_age"),
    ] {
        let plan = db
            .query(query)
            .bind("member", "ana".to_owned())
            .bind("sender", "ana".to_owned())
            .bind("client_id", "x".to_owned())
            .bind("thread", "01jnbxv3q4w8h7k2m5p6r9s0tz".to_owned())
            .bind("first", 1)
            .bind("last", 20)
            .bind("after", String::new())
            .bind("limit", 20)
            .bind("before", now)
            .plan()
            .await
            .unwrap();
        assert!(plan.is_range_of(index), "{query}\n{plan:?}");
        assert!(!plan.sorts(), "{query}\n{plan:?}");
    }
}
