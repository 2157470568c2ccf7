use sparkyard_kernel::{
    Module, PageQuery, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};

use super::{
    BookingStore, activity, bookings, calendar_feeds, circles, disputes, files, reviews, safety,
    statements, together, visits,
};
use crate::Bookings;

#[tokio::test]
async fn every_list_reads_a_range_of_an_index() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "bookings", migrations: Bookings::MIGRATIONS };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    let completed = activity::completed(12);
    for (query, index) in [
        (completed.as_str(), "booking_starts"),
        (bookings::OUTWARD, "booking_outward"),
        (bookings::INWARD, "booking_inward"),
        (bookings::OPEN_OUTWARD, "booking_outward"),
        (bookings::OPEN_INWARD, "booking_inward"),
        (bookings::COMPLETED, "booking_pair"),
        (bookings::DUE, "booking_due"),
        (bookings::OPEN_BETWEEN, "booking_pair"),
        (bookings::DONE_BETWEEN, "booking_pair"),
        (bookings::BETWEEN, "booking_pair"),
        (calendar_feeds::AS_CLIENT, "booking_client_time"),
        (calendar_feeds::AS_PROVIDER, "booking_provider_time"),
        (files::OF_BOOKINGS, "booking_file_kept"),
        (files::OF_DISPUTES, "dispute_file_kept"),
        (files::OF_STATEMENTS, "dispute_statement_file_kept"),
        (circles::NEWEST, "booking_newest"),
        (circles::DEALT_AS_CLIENT, "booking_outward"),
        (circles::DEALT_AS_PROVIDER, "booking_inward"),
        (disputes::DISPUTES, "dispute_newest"),
        (visits::TO_REMIND, "booking_starts"),
        (visits::TO_ASK, "booking_starts"),
        (statements::STATEMENTS, "dispute_statement_order"),
        (reviews::REVIEWS, "review_of"),
        (reviews::RECEIVED, "review_of"),
        (reviews::WRITTEN, "review_by"),
        (safety::UNSAFE, "safety_answer_about"),
        (together::TOGETHER, "booking_latest_change"),
    ] {
        let plan = db
            .query(query.to_owned())
            .bind("user", "ana".to_owned())
            .bind("client", "ana".to_owned())
            .bind("provider", "bo".to_owned())
            .bind("skill", "taps".to_owned())
            .bind("booking", 7)
            .bind("after", -1)
            .bind("limit", 20)
            .bind("start", Timestamp::EPOCH)
            .bind("now", now)
            .bind("before", now)
            .bind("end", now)
            .bind("bounds", vec![now; 13])
            .bind("most", 10)
            .plan()
            .await
            .unwrap();
        assert!(plan.is_range_of(index), "{query}\n{plan:?}");
    }
}

/// Checks the division of money of bookings from before it was stored.
#[tokio::test]
async fn migration_computes_past_settlements() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    let known =
        Bookings::MIGRATIONS.iter().position(|step| step.name.ends_with("_hearing")).unwrap();
    let migrate = async |steps: usize| {
        let migrations = &Bookings::MIGRATIONS[..steps];
        db.migrate(&[ModuleMigrations { module: "bookings", migrations }], now).await.unwrap();
    };
    migrate(known).await;
    for (id, escrow, price, share) in [
        (1_i64, "refunded", 1001_i64, None),
        (2, "released", 1001, None),
        (3, "split", 1001, None),
        (4, "split", 1235, Some(33_i64)),
        (5, "held", 1235, None),
    ] {
        let mut write = db
            .write("test.before")
            .bind("id", id)
            .bind("escrow", escrow.to_owned())
            .bind("price", price)
            .bind("share", share)
            .bind("now", now)
            .step(
                "CREATE type::record('booking', $id) SET client = 'ana', provider = 'bo', \
                 skill = 's', skill_type = 's', title = 't', description = 'd', location = 'l', \
                 area = 'a', starts_at = $now, payable_at = $now, hours = 1, policy = 'flexible', \
                 method = 'wallet', price_minor = $price, escrow = $escrow, status = 'completed', \
                 last_action = 'complete', last_by = 'client', timeline = [], reviewed = false, \
                 created_at = $now, updated_at = $now, version = 1, newest = -$id RETURN NONE",
            );
        if share.is_some() {
            write = write.step(
                "CREATE type::record('dispute', $id) SET message = 'm', open = false, \
                 outcome = 'split', provider_share = $share, created_at = $now, newest = -1 \
                 RETURN NONE",
            );
        }
        write.run::<()>().await.unwrap();
    }
    migrate(Bookings::MIGRATIONS.len()).await;
    let store = super::BookingStore::new(db);
    for (id, expected) in [
        (1, Some((1001, 0))),
        (2, Some((0, 1001))),
        (3, Some((501, 500))),
        (4, Some((827, 408))),
        (5, None),
    ] {
        let booking = store.booking(sparkyard_kernel::BookingId(id)).await.unwrap().unwrap();
        let parts = booking.settled.map(|split| (split.to_client, split.to_provider));
        assert_eq!(parts, expected, "{id}");
    }
    let dispute = store.dispute(sparkyard_kernel::BookingId(4)).await.unwrap().unwrap();
    assert_eq!((dispute.statements, dispute.decision.unwrap().reason), (0, None));
}

/// Checks the position of bookings from before the time of their last change was stored.
#[tokio::test]
async fn migration_sets_the_last_change() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let at: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    let all = Bookings::MIGRATIONS;
    let before = all.iter().position(|one| one.name.ends_with("_latest_change")).unwrap();
    let migrate = async |migrations| {
        let schema = ModuleMigrations { module: "bookings", migrations };
        db.migrate(&[schema], at).await.unwrap();
    };
    migrate(&all[..before]).await;
    let reviewed_at: Timestamp = "2026-03-02T11:00:00Z".parse().unwrap();
    db.write("test")
        .bind("at", at)
        .bind("reviewed_at", reviewed_at)
        .step(
            "FOR $id IN [7, 8] { CREATE type::record('booking', $id) SET client = 'ana', \
             provider = 'bo', skill = 'taps', skill_type = 'Taps', title = '', description = '', \
             location = '', area = '', starts_at = $at, payable_at = $at, hours = 1, \
             policy = 'flexible', method = 'none', price_minor = 0, escrow = 'none', \
             status = 'completed', last_action = 'complete', last_by = 'client', timeline = [], \
             reviewed = $id = 7, created_at = $at, updated_at = $at, version = 1, newest = 0 - $id }",
        )
        .step(
            "CREATE review:7 SET skill = 'taps', skill_type = 'Taps', reviewer = 'ana', \
             reviewee = 'bo', rating = 5, comment = '', created_at = $reviewed_at, newest = 0",
        )
        .run::<()>()
        .await
        .unwrap();
    migrate(all).await;
    let store = BookingStore::new(db.clone());
    let page = PageQuery::new(None, None).unwrap();
    let found = store.together(&"bo".into(), &"ana".into(), i64::MIN, &page).await.unwrap();
    let ids: Vec<i64> = found.items.iter().map(|booking| booking.id.0).collect();
    assert_eq!(ids, [7, 8]);
    let changed: Vec<i64> =
        db.query("SELECT VALUE changed FROM booking:7..=8").fetch().await.unwrap();
    assert_eq!(changed, [super::newest(reviewed_at, 7), super::newest(at, 8)]);
}
