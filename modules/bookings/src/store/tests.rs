use sparkyard_kernel::{
    Module, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};

use super::{bookings, circles, disputes, files, reviews, visits};
use crate::Bookings;

#[tokio::test]
async fn every_list_reads_a_range_of_an_index() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "bookings", migrations: Bookings::MIGRATIONS };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    for (query, index) in [
        (bookings::OUTWARD, "booking_outward"),
        (bookings::INWARD, "booking_inward"),
        (bookings::COMPLETED, "booking_pair"),
        (bookings::DUE, "booking_due"),
        (bookings::OPEN_BETWEEN, "booking_pair"),
        (bookings::DONE_BETWEEN, "booking_pair"),
        (bookings::BETWEEN, "booking_pair"),
        (files::OF_BOOKINGS, "booking_file_kept"),
        (files::OF_DISPUTES, "dispute_file_kept"),
        (circles::NEWEST, "booking_newest"),
        (circles::DEALT_AS_CLIENT, "booking_outward"),
        (circles::DEALT_AS_PROVIDER, "booking_inward"),
        (disputes::DISPUTES, "dispute_newest"),
        (visits::TO_REMIND, "booking_starts"),
        (visits::TO_ASK, "booking_starts"),
        (reviews::REVIEWS, "review_of"),
    ] {
        let plan = db
            .query(query)
            .bind("user", "ana".to_owned())
            .bind("client", "ana".to_owned())
            .bind("provider", "bo".to_owned())
            .bind("skill", "taps".to_owned())
            .bind("after", -1)
            .bind("limit", 20)
            .bind("start", Timestamp::EPOCH)
            .bind("now", now)
            .bind("before", now)
            .plan()
            .await
            .unwrap();
        assert!(plan.is_range_of(index), "{query}\n{plan:?}");
    }
}
