//! Storage of reviews.

use sparkyard_kernel::{
    BookingId, Page, PageQuery, Timestamp, UserId,
    db::{DbError, Fragment},
    events::{
        bookings::{REVIEWED, Reviewed},
        core::MAIL,
    },
    ports::MailMessage,
};

use super::{BookingStore, newest, position, rows::ReviewRow};
use crate::{error::REVIEW_NOT_FOUND, model::Review};

/// Writes of the transaction that removes a review.
pub(crate) struct ReviewRemoval {
    pub(crate) at: Timestamp,
    pub(crate) unrate: Fragment,
    pub(crate) audit: Fragment,
    /// Mail to the author.
    pub(crate) mail: Option<(String, MailMessage)>,
}

/// `EXPLAIN` must show a range of an index.
pub(super) const REVIEWS: &str = "SELECT *, record::id(id) AS id FROM review \
                 WHERE reviewee = $user AND newest > $after ORDER BY newest LIMIT $limit";

impl BookingStore {
    /// Stores the review of a booking and counts it with `rate`. A second review of a booking is
    /// [`DbError::AlreadyExists`].
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
            .bind("changed", newest(review.created_at, review.booking.0))
            .step(
                "UPDATE type::record('booking', $id) \
                 SET reviewed = true, version += 1, changed = $changed",
            )
            .call(rate)
            .publish(REVIEWED, event_id, review.created_at, event)
            .run()
            .await
    }

    /// Returns the review of a booking.
    pub(crate) async fn find_review(&self, id: BookingId) -> Result<Option<Review>, DbError> {
        self.db
            .query("SELECT *, record::id(id) AS id FROM type::record('review', $id)")
            .bind("id", id)
            .fetch_optional::<ReviewRow>()
            .await?
            .map(Review::try_from)
            .transpose()
    }

    /// Removes the review of a booking; returns `false` if there is none any more.
    pub(crate) async fn remove_review(
        &self,
        id: BookingId,
        removal: ReviewRemoval,
    ) -> Result<bool, DbError> {
        let ReviewRemoval { at, unrate, audit, mail } = removal;
        let mut write = self
            .db
            .write("bookings.remove_review")
            .violations(&[REVIEW_NOT_FOUND])
            .bind("id", id)
            .step("LET $gone = (DELETE type::record('review', $id) RETURN BEFORE)")
            .step("IF array::is_empty($gone) { THROW 'bookings.review_not_found' }")
            .call(unrate)
            .call(audit);
        if let Some((id, mail)) = mail {
            write = write.publish(MAIL, id, at, mail);
        }
        match write.run::<()>().await {
            Ok(()) => Ok(true),
            Err(DbError::Refused(violation)) if *violation == REVIEW_NOT_FOUND => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns a page of reviews of `reviewee`, newest first.
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
