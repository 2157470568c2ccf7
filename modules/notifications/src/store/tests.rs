use sparkyard_kernel::{
    Timestamp,
    db::{Db, DbConfig, Migration, ModuleMigrations, Routes},
};

use super::{NotificationStore, away, letters, live, push};

const SCHEMA: &[Migration] = sparkyard_kernel::migrations![
    "0001_notifications",
    "0002_choices",
    "0003_account",
    "0004_admin",
    "0005_live",
    "0006_staff",
    "0007_away",
    "0008_push",
    "0009_letters",
    "0010_push_devices",
];

/// Creates an empty database with the module's schema.
pub(crate) async fn database() -> Db {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "notifications", migrations: SCHEMA };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    db
}

/// Adds an event as another process would: no stream here is woken.
pub(crate) async fn tell_elsewhere(db: &Db, to: &str) {
    db.write("test.tell")
        .bind("to", to.to_owned())
        .step("fn::notifications::tell($to, '{}', d'2026-03-02T10:00:00Z')")
        .run::<()>()
        .await
        .unwrap();
}

#[tokio::test]
async fn missed_events_are_an_index_range() {
    let db = database().await;
    for _ in 0..3 {
        tell_elsewhere(&db, "ana").await;
        tell_elsewhere(&db, "bo").await;
    }
    let since: Timestamp = "2026-03-02T09:59:00Z".parse().unwrap();
    for query in [live::AFTER, live::SINCE] {
        let query = db.query(query).bind("receiver", "ana".to_owned()).bind("after", 1);
        let plan = query.bind("since", since).bind("limit", 100).plan().await.unwrap();
        assert!(plan.is_range_of("live_news_order") && !plan.sorts(), "{plan:?}");
    }
    let store = NotificationStore::new(db);
    let events = store.events_after(&"ana".into(), 1, 100).await.unwrap();
    assert_eq!(events.iter().map(|event| event.n).collect::<Vec<_>>(), [2, 3]);
}

#[tokio::test]
async fn unread_and_waiting_notices_are_index_ranges() {
    let db = database().await;
    for (query, index) in [
        (super::UNREAD_UP_TO, "notice_unread"),
        (super::staff::OPEN, "notice_about"),
        (super::staff::WAITING, "notice_kind"),
    ] {
        let query = db.query(query).bind("receiver", "ana".to_owned()).bind("up_to", 7);
        let query = query.bind("kind", "booking".to_owned()).bind("about", "x".to_owned());
        let plan = query.bind("limit", 10).bind("most", 10).plan().await.unwrap();
        assert!(plan.is_range_of(index), "{plan:?}");
    }
}

#[tokio::test]
async fn due_members_and_missed_items_are_index_ranges() {
    let db = database().await;
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    for (query, index) in [(away::DUE, "away_member_due"), (away::WAITING, "away_item_waiting")] {
        let query = db.query(query).bind("receiver", "ana".to_owned()).bind("now", now);
        let query = query.bind("after", Timestamp::EPOCH).bind("limit", 100);
        let plan = query.plan().await.unwrap();
        assert!(plan.is_range_of(index), "{plan:?}");
    }
}

#[tokio::test]
async fn due_devices_and_messages_are_index_ranges() {
    let db = database().await;
    for (query, index) in [
        (push::DUE, "push_device_due"),
        (push::WAITING, "push_message_device"),
        (push::DEVICES, "push_device_user"),
    ] {
        let query = db.query(query).bind("user", "ana".to_owned()).bind("now", 1);
        let query = query.bind("device", "phone".to_owned());
        let plan = query.bind("limit", 10).plan().await.unwrap();
        assert!(plan.is_range_of(index) && !plan.sorts(), "{plan:?}");
    }
}

#[tokio::test]
async fn all_and_open_letters_are_index_ranges() {
    let db = database().await;
    for (query, index) in [(letters::LIST, "letter_newest"), (letters::OPEN, "letter_open")] {
        let query = db.query(query).bind("after", String::new()).bind("limit", 10);
        let plan = query.plan().await.unwrap();
        assert!(plan.is_range_of(index) && !plan.sorts(), "{plan:?}");
    }
}
