//! Storage of calendar feeds' addresses, and the bookings in a feed.

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, SurrealValue},
};

use super::{BookingStore, rows::BookingRow};
use crate::model::{Booking, calendar_file::FeedSeed};

/// Indexed lists; `EXPLAIN` must show a range of an index for each.
pub(super) const AS_CLIENT: &str = "SELECT *, record::id(id) AS id FROM booking \
     WITH INDEX booking_client_time WHERE client = $user AND starts_at > $start \
     AND accepted_at != NONE AND status != 'cancelled' LIMIT $limit";
pub(super) const AS_PROVIDER: &str = "SELECT *, record::id(id) AS id FROM booking \
     WITH INDEX booking_provider_time WHERE provider = $user AND starts_at > $start \
     AND accepted_at != NONE AND status != 'cancelled' LIMIT $limit";
/// Maximum number of bookings of either side in a feed.
const MOST: usize = 500;

#[derive(SurrealValue)]
struct FeedRow {
    seed: String,
    made_at: Timestamp,
}

impl BookingStore {
    /// Returns the stored part of a member's feed address, if they have one.
    pub(crate) async fn calendar_seed(&self, user: &UserId) -> Result<Option<FeedSeed>, DbError> {
        let query = self
            .db
            .query("SELECT seed, made_at FROM type::record('calendar_feed', $user)")
            .bind("user", user.to_string());
        let row = query.fetch_optional::<FeedRow>().await?;
        Ok(row.map(|row| FeedSeed { seed: row.seed, made_at: row.made_at }))
    }

    /// Sets a member's feed address, replacing any other; `hash` identifies it.
    pub(crate) async fn set_calendar_seed(
        &self,
        user: &UserId,
        seed: &FeedSeed,
        hash: &str,
    ) -> Result<(), DbError> {
        self.db
            .write("bookings.set_calendar_seed")
            .bind("user", user.to_string())
            .bind("seed", seed.seed.clone())
            .bind("hash", hash.to_owned())
            .bind("made_at", seed.made_at)
            .step(
                "UPSERT type::record('calendar_feed', $user) \
                 SET seed = $seed, hash = $hash, made_at = $made_at",
            )
            .run()
            .await
    }

    /// Removes a member's feed address if it was created by `until`.
    pub(crate) async fn remove_calendar_seed(
        &self,
        user: &UserId,
        until: Timestamp,
    ) -> Result<(), DbError> {
        self.db
            .write("bookings.remove_calendar_seed")
            .from_reserve()
            .bind("user", user.to_string())
            .bind("until", until)
            .step("DELETE type::record('calendar_feed', $user) WHERE made_at <= $until")
            .run()
            .await
    }

    /// Returns the owner of the feed address with this hash.
    pub(crate) async fn calendar_owner(&self, hash: &str) -> Result<Option<UserId>, DbError> {
        self.db
            .query("SELECT VALUE record::id(id) FROM calendar_feed WHERE hash = $hash LIMIT 1")
            .bind("hash", hash.to_owned())
            .fetch_optional::<UserId>()
            .await
    }

    /// Returns a member's accepted, uncancelled bookings of both sides that begin after `start`.
    pub(crate) async fn in_calendar(
        &self,
        user: &UserId,
        start: Timestamp,
    ) -> Result<Vec<Booking>, DbError> {
        let mut rows = Vec::new();
        for text in [AS_CLIENT, AS_PROVIDER] {
            let query = self.db.query(text).bind("user", user.to_string());
            let query = query.bind("start", start).bind("limit", MOST);
            rows.extend(query.fetch::<BookingRow>().await?);
        }
        rows.into_iter().map(Booking::try_from).collect()
    }
}
