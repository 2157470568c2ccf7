//! Reviews.

use sparkyard_kernel::{
    Page, PageQuery, UserId,
    db::{DbError, Fragment},
    events::bookings::{REVIEWED, Reviewed},
};

use super::{BookingStore, position, rows::ReviewRow};
use crate::model::Review;

/// `EXPLAIN` must show a range of an index.
pub(super) const REVIEWS: &str = "SELECT *, record::id(id) AS id FROM review \
                 WHERE reviewee = $user AND newest > $after ORDER BY newest LIMIT $limit";

impl BookingStore {
    /// Stores the review of a booking and counts it by `rate`. A second one of the same booking
    /// is [`DbError::AlreadyExists`].
    pub(crate) async fn review(
        &self,
        review: &Review,
        rate: Fragment,
        event_id: String,
    ) -> Result<(), DbError> {
        let event = Reviewed {
            booking_id: review.booking,
            reviewer_id: review.reviewer.clone(),
            reviewee_id: review.reviewee.clone(),
            rating: review.rating.into(),
        };
        self.db
            .write("bookings.review")
            .bind("id", review.booking.0)
            .bind("row", ReviewRow::from(review))
            .step("CREATE type::record('review', $id) CONTENT $row")
            .step("UPDATE type::record('booking', $id) SET reviewed = true, version += 1")
            .call(rate)
            .publish(REVIEWED, event_id, review.created_at, event)
            .run()
            .await
    }

    /// What clients wrote about `reviewee`, newest first.
    pub(crate) async fn reviews(
        &self,
        reviewee: &UserId,
        after: i64,
        page: &PageQuery,
    ) -> Result<Page<Review>, DbError> {
        let rows = self
            .db
            .query(REVIEWS)
            .bind("user", reviewee.to_string())
            .bind("after", after)
            .bind("limit", page.fetch_limit())
            .fetch::<ReviewRow>()
            .await?;
        let Page { items, next_cursor } = Page::cut(rows, page, |row| position(row.newest));
        let items = items.into_iter().map(Review::try_from).collect::<Result<_, _>>()?;
        Ok(Page { items, next_cursor })
    }
}
