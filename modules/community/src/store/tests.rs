use sparkyard_kernel::{
    Module, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};

use super::{announcements, arrivals, events, guests, needs, searches};
use crate::Community;

/// As the purges read.
const ENDED_ANNOUNCEMENTS: &str = "SELECT * FROM announcement \
     WHERE ended_ms > 0 AND ended_ms < $before_ms LIMIT $limit";
const ENDED_NEEDS: &str =
    "SELECT * FROM need WHERE ended_ms > 0 AND ended_ms < $before_ms LIMIT $limit";
const ENDED_EVENTS: &str =
    "SELECT * FROM event WHERE ended_ms > 0 AND ended_ms < $before_ms LIMIT $limit";
const ENDED_GUESTS: &str =
    "SELECT * FROM event_guest WHERE ended_ms > 0 AND ended_ms < $before_ms LIMIT $limit";
/// As the archive of own data reads.
const OWN_GUESTS: &str = "SELECT event, newest FROM event_guest WHERE member = $author \
     AND newest > $after ORDER BY newest LIMIT $limit";

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
        (needs::BOOKED, "need_booking", false),
        (needs::OWN, "need_own", true),
        (needs::DUE, "need_due", false),
        (ENDED_NEEDS, "need_ended", false),
        (events::COMING, "event_open", true),
        (events::ALL, "event_latest", true),
        (events::OVER, "event_due", false),
        (events::TO_REMIND, "event_remind", false),
        (guests::GUESTS, "event_guest_turn", true),
        (guests::PROMOTED, "event_guest_promoted", true),
        (guests::JOINED, "event_guest_own", false),
        (guests::BEFORE, "event_guest_state", false),
        (OWN_GUESTS, "event_guest_own", true),
        (ENDED_EVENTS, "event_ended", false),
        (ENDED_GUESTS, "event_guest_ended", false),
        (searches::OWN, "saved_search_own", true),
        (searches::IN_BUCKET, "saved_search_bucket", true),
        ("SELECT * FROM search_match WHERE at < $now LIMIT $limit", "search_match_age", false),
    ] {
        let plan = db
            .query(query)
            .bind("author", "iris".to_owned())
            .bind("member", "iris".to_owned())
            .bind("bucket", "needs:".to_owned())
            .bind("category", "gardening".to_owned())
            .bind("booking", 7_i64)
            .bind("after", String::new())
            .bind("now", now)
            .bind("before_ms", now.as_millis())
            .bind("id", "e1".to_owned())
            .bind("change", "c1".to_owned())
            .bind("turn", 0)
            .bind("limit", 20)
            .plan()
            .await
            .unwrap();
        assert!(plan.is_range_of(index), "{query}\n{plan:?}");
        assert_eq!(query.contains("ORDER BY"), sorted, "{query}");
        assert!(!plan.sorts(), "{query}\n{plan:?}");
    }
}
