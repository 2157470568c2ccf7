//! Reads of disputes, which are opened and decided together with their booking.

use sparkyard_kernel::{BookingId, Page, PageQuery, db::DbError};

use super::{BookingStore, position, rows::DisputeRow};
use crate::model::Dispute;

/// `EXPLAIN` must show a range of an index.
pub(super) const DISPUTES: &str = "SELECT *, record::id(id) AS id FROM dispute \
                 WHERE newest > $after ORDER BY newest LIMIT $limit";

impl BookingStore {
    /// Returns the dispute about a booking.
    pub(crate) async fn dispute(&self, booking: BookingId) -> Result<Option<Dispute>, DbError> {
        self.db
            .query("SELECT *, record::id(id) AS id FROM type::record('dispute', $id)")
            .bind("id", booking.0)
            .fetch_optional::<DisputeRow>()
            .await?
            .map(Dispute::try_from)
            .transpose()
    }

    /// Returns a page of all disputes, newest first.
    pub(crate) async fn disputes(
        &self,
        after: i64,
        page: &PageQuery,
    ) -> Result<Page<Dispute>, DbError> {
        let rows = self
            .db
            .query(DISPUTES)
            .bind("after", after)
            .bind("limit", page.fetch_limit())
            .fetch::<DisputeRow>()
            .await?;
        let Page { items, next_cursor } = Page::cut(rows, page, |row| position(row.newest));
        let items = items.into_iter().map(Dispute::try_from).collect::<Result<_, _>>()?;
        Ok(Page { items, next_cursor })
    }

    /// Returns the bookings of up to `most` undecided disputes.
    pub(crate) async fn open_disputes(&self, most: i64) -> Result<Vec<BookingId>, DbError> {
        let query = "SELECT VALUE record::id(id) FROM dispute WHERE open = true LIMIT $most";
        self.db.query(query).bind("most", most).fetch().await
    }
}
