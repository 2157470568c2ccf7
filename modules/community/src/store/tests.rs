use sparkyard_kernel::{
    Module, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};

use super::{announcements, arrivals, needs};
use crate::Community;

/// As the purges read.
const ENDED_ANNOUNCEMENTS: &str = "SELECT * FROM announcement \
     WHERE ended_ms > 0 AND ended_ms < $before_ms LIMIT $limit";
const ENDED_NEEDS: &str =
    "SELECT * FROM need WHERE ended_ms > 0 AND ended_ms < $before_ms LIMIT $limit";

#[tokio::test]
async fn every_query_reads_an_index_range() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: Community::NAME, migrations: Community::MIGRATIONS };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    for (query, index, sorted) in [
        (arrivals::ARRIVALS, "arrival_newest", true),
        ("SELECT * FROM arrival WHERE at < $now LIMIT $limit", "arrival_age", false),
        (announcements::SHOWN, "announcement_open", true),
        (announcements::ALL, "announcement_newest", true),
        (announcements::OVER, "announcement_due", false),
        (ENDED_ANNOUNCEMENTS, "announcement_ended", false),
        (needs::BOARD, "need_board", true),
        (needs::IN_CATEGORY, "need_category", true),
        (needs::OWN, "need_own", true),
        (needs::DUE, "need_due", false),
        (ENDED_NEEDS, "need_ended", false),
    ] {
        let plan = db
            .query(query)
            .bind("author", "iris".to_owned())
            .bind("category", "gardening".to_owned())
            .bind("after", String::new())
            .bind("now", now)
            .bind("before_ms", now.as_millis())
            .bind("limit", 20)
            .plan()
            .await
            .unwrap();
        assert!(plan.is_range_of(index), "{query}\n{plan:?}");
        assert_eq!(query.contains("ORDER BY"), sorted, "{query}");
        assert!(!plan.sorts(), "{query}\n{plan:?}");
    }
}
