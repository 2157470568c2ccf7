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
];

/// The module's tables, with nothing in them.
pub(crate) async fn database() -> Db {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "notifications", migrations: SCHEMA };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    db
}

/// Tells somebody something as another process would: nobody here is woken.
pub(crate) async fn tell_elsewhere(db: &Db, to: &str) {
    db.write("test.tell")
        .bind("to", to.to_owned())
        .step("fn::notifications::tell($to, '{}', d'2026-03-02T10:00:00Z')")
        .run::<()>()
        .await
        .unwrap();
}

#[tokio::test]
async fn what_was_missed_is_a_range_of_an_index() {
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
    let told = store.told_after(&"ana".into(), 1, 100).await.unwrap();
    assert_eq!(told.iter().map(|told| told.n).collect::<Vec<_>>(), [2, 3]);
}

#[tokio::test]
async fn what_is_marked_and_what_waits_are_ranges_of_indexes() {
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
async fn who_is_due_and_what_they_missed_are_ranges_of_an_index() {
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
async fn what_is_due_and_whose_devices_are_ranges_of_indexes() {
    let db = database().await;
    for (query, index) in [(push::DUE, "push_message_due"), (push::DEVICES, "push_device_user")] {
        let query = db.query(query).bind("user", "ana".to_owned()).bind("now", 1);
        let plan = query.bind("limit", 10).plan().await.unwrap();
        assert!(plan.is_range_of(index) && !plan.sorts(), "{plan:?}");
    }
}

#[tokio::test]
async fn letters_and_those_on_their_way_are_ranges_of_indexes() {
    let db = database().await;
    for (query, index) in [(letters::LIST, "letter_newest"), (letters::OPEN, "letter_open")] {
        let query = db.query(query).bind("after", String::new()).bind("limit", 10);
        let plan = query.plan().await.unwrap();
        assert!(plan.is_range_of(index) && !plan.sorts(), "{plan:?}");
    }
}
