//! Bookings between two members.

use sparkyard_kernel::{BookingId, Page, PageQuery, UserId, db::DbError};

use super::{
    BookingStore, position,
    rows::{BookingRow, ReviewRow},
};
use crate::model::{Booking, Review};

/// `EXPLAIN` must show a range of an index.
pub(super) const TOGETHER: &str = "SELECT *, record::id(id) AS id FROM booking \
     WITH INDEX booking_latest_change WHERE client = $client AND provider = $provider \
     AND changed > $after ORDER BY changed LIMIT $limit";

impl BookingStore {
    /// Returns a page of bookings between two members, requested by either, most recently changed
    /// first: a merge of the first rows of both lists.
    pub(crate) async fn together(
        &self,
        one: &UserId,
        other: &UserId,
        after: i64,
        page: &PageQuery,
    ) -> Result<Page<Booking>, DbError> {
        let mut rows: Vec<BookingRow> = Vec::new();
        for (client, provider) in [(one, other), (other, one)] {
            let query = self.db.query(TOGETHER);
            let query = query.bind("client", client.clone()).bind("provider", provider.clone());
            let query = query.bind("after", after).bind("limit", page.fetch_limit());
            rows.extend(query.fetch::<BookingRow>().await?);
        }
        rows.sort_unstable_by_key(|row| row.changed);
        let Page { items, next_cursor } = Page::cut(rows, page, |row| position(row.changed));
        let items = items.into_iter().map(Booking::try_from).collect::<Result<_, _>>()?;
        Ok(Page { items, next_cursor })
    }

    /// Returns the reviews of these bookings, in no particular order.
    pub(crate) async fn reviews_of(&self, ids: &[BookingId]) -> Result<Vec<Review>, DbError> {
        let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
        self.db
            .query(
                "SELECT *, record::id(id) AS id \
                 FROM array::map($ids, |$id| type::record('review', $id))",
            )
            .bind("ids", ids)
            .fetch::<ReviewRow>()
            .await?
            .into_iter()
            .map(Review::try_from)
            .collect()
    }
}
