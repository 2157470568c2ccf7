use std::time::Duration;

use sparkyard_kernel::{
    Module, Timestamp, UserId,
    db::{Db, DbConfig, ModuleMigrations, Routes},
    ports::{Digest, MailTopic, MemberPreferences, NoticeChoices, OptionalMail, QuietHours},
};

use super::SettingsStore;
use crate::{Settings, model::Delivery};

async fn store() -> SettingsStore {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "settings", migrations: Settings::MIGRATIONS };
    db.migrate(&[schema], now()).await.unwrap();
    SettingsStore::new(db)
}

fn now() -> Timestamp {
    "2026-03-02T10:00:00Z".parse().unwrap()
}

#[tokio::test]
async fn unset_preferences_keep_defaults() {
    let (store, ana, bo): (_, UserId, UserId) = (store().await, "ana".into(), "bo".into());
    let quiet_hours = QuietHours::new(1320, 420);
    let delivery = Delivery { digest: Digest::Daily, quiet_hours, language: "en".to_owned() };
    store.set_delivery(&ana, delivery).await.unwrap();
    let usual = MemberPreferences::default();
    let expected =
        MemberPreferences { digest: Digest::Daily, quiet_hours, ..MemberPreferences::default() };
    assert_eq!(store.one(&ana).await.unwrap(), expected);
    let choices = NoticeChoices { promotions: false, ..usual.choices };
    store.set_choices(&bo, choices, now()).await.unwrap();
    assert_eq!(store.one(&bo).await.unwrap(), MemberPreferences { choices, ..usual.clone() });
    // The two writes do not affect each other.
    store.set_choices(&ana, choices, now()).await.unwrap();
    assert_eq!(store.one(&ana).await.unwrap(), MemberPreferences { choices, ..expected });
    assert_eq!(store.one(&"cy".into()).await.unwrap(), usual);
}

#[tokio::test]
async fn rows_from_before_receipts_show_them() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let now = now();
    let before = &Settings::MIGRATIONS[..1];
    db.migrate(&[ModuleMigrations { module: "settings", migrations: before }], now).await.unwrap();
    let store = SettingsStore::new(db.clone());
    let choices = NoticeChoices { promotions: false, ..NoticeChoices::default() };
    store.set_choices(&"ana".into(), choices, now).await.unwrap();
    let all = ModuleMigrations { module: "settings", migrations: Settings::MIGRATIONS };
    db.migrate(&[all], now).await.unwrap();
    let expected = MemberPreferences { choices, ..MemberPreferences::default() };
    assert_eq!(store.one(&"ana".into()).await.unwrap(), expected);
}

#[tokio::test]
async fn each_topic_can_be_switched_off_alone() {
    let store = store().await;
    for topic in [
        MailTopic::BookingMessages,
        MailTopic::OrderUpdates,
        MailTopic::OrderMessages,
        MailTopic::Promotions,
        MailTopic::Account,
        MailTopic::Marketing,
    ] {
        let user: UserId = format!("{topic:?}").into();
        let all = NoticeChoices { booking_messages: true, ..NoticeChoices::default() };
        store.set_choices(&user, all, now()).await.unwrap();
        for _ in 0..2 {
            let switched = SettingsStore::switch_off(&user, topic);
            store.db.write("test.off").call(switched).run::<()>().await.unwrap();
        }
        let left = store.one(&user).await.unwrap().choices;
        assert!(all.wants(topic) && !left.wants(topic), "{topic:?}");
        let on = [left.booking_messages, left.order_updates, left.order_messages];
        let more = [left.promotions, left.account_notifications, left.marketing_notifications];
        assert_eq!(on.into_iter().chain(more).filter(|&on| on).count(), 5, "{topic:?}");
    }
    // A member who never set preferences keeps the other defaults.
    let switched = SettingsStore::switch_off(&"new".into(), MailTopic::Account);
    store.db.write("test.off").call(switched).run::<()>().await.unwrap();
    let usual = NoticeChoices::default();
    let expected = NoticeChoices { account_notifications: false, ..usual };
    assert_eq!(store.one(&"new".into()).await.unwrap().choices, expected);
}

#[tokio::test]
async fn changes_of_letters_are_noted_with_their_time() {
    let (store, ana): (_, UserId) = (store().await, "ana".into());
    let changed_at = async || -> Option<Timestamp> {
        let query = store.db.query("SELECT VALUE letters_changed_at FROM member_preference:ana");
        query.fetch_optional::<Option<Timestamp>>().await.unwrap().flatten()
    };
    let minutes = |n| now() + Duration::from_mins(n);
    let without = NoticeChoices { marketing_notifications: false, ..NoticeChoices::default() };
    let other = NoticeChoices { promotions: false, ..NoticeChoices::default() };
    store.set_choices(&ana, other, minutes(1)).await.unwrap();
    assert_eq!(changed_at().await, None, "another switch");
    store.set_choices(&ana, without, minutes(2)).await.unwrap();
    store.set_choices(&ana, without, minutes(3)).await.unwrap();
    assert_eq!(changed_at().await, Some(minutes(2)));
    store.set_choices(&ana, other, minutes(4)).await.unwrap();
    let letters = OptionalMail::new(&ana, MailTopic::Marketing);
    store.stop(&letters, minutes(5)).await.unwrap();
    store.stop(&letters, minutes(6)).await.unwrap();
    assert_eq!(changed_at().await, Some(minutes(5)));
}
