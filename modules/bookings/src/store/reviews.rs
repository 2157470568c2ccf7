//! Storage of reviews.

use sparkyard_kernel::{
    BookingId, ModerationState, Page, PageQuery, Timestamp, UserId,
    db::{DbError, Fragment},
    events::{
        bookings::{REVIEW_REPLIED, REVIEWED, ReviewReplied, Reviewed},
        core::MAIL,
        moderation::POST_HELD,
    },
    leaving::MEMBER_LEFT,
    ports::{HeldPost, MailMessage},
};

use super::{
    BookingStore, newest, position,
    rows::ReviewRow,
    safety::{SafetyWrites, keep_answer},
};
use crate::{
    error::{ALREADY_REPLIED, REVIEW_CHANGED},
    model::{Review, review::ReviewReply},
};

/// Writes of the transaction that stores a review.
pub(crate) struct Reviewing {
    /// Counts the stars.
    pub(crate) rate: Fragment,
    /// Private answer given with it.
    pub(crate) safety: Option<SafetyWrites>,
    /// Case if staff look at it before others see it; then nothing is counted or announced.
    pub(crate) held: Option<HeldPost>,
    /// Id of the event about it.
    pub(crate) event: String,
}

/// Writes of the transaction that removes a review.
pub(crate) struct ReviewRemoval {
    pub(crate) at: Timestamp,
    /// Remove the review and its stars, and store that the author may appeal.
    pub(crate) effects: Vec<Fragment>,
    pub(crate) audit: Fragment,
    /// Mail to the author.
    pub(crate) mail: Option<(String, MailMessage)>,
}

/// `EXPLAIN` must show a range of an index.
pub(super) const REVIEWS: &str = "SELECT *, record::id(id) AS id FROM review \
                 WITH INDEX review_of WHERE reviewee = $user AND shown = true AND newest > $after \
                 ORDER BY newest LIMIT $limit";

pub(super) const WRITTEN: &str = "SELECT VALUE record::id(id) FROM review \
                 WITH INDEX review_by WHERE reviewer = $user AND shown = true LIMIT 1";
pub(super) const RECEIVED: &str = "SELECT VALUE record::id(id) FROM review \
                 WITH INDEX review_of WHERE reviewee = $user AND shown = true AND newest > $after \
                 ORDER BY newest LIMIT 1";

/// Returns a fragment that removes a review. Throws `bookings.review_changed` if it was removed.
pub(crate) fn remove_review(booking: BookingId, at: Timestamp) -> Fragment {
    Fragment::new("fn::bookings::remove_review", &[REVIEW_CHANGED]).arg(booking).arg(at.as_millis())
}

/// Returns a fragment that restores a removed review. Throws `bookings.review_changed` if it is not
/// removed.
pub(crate) fn put_back_review(booking: BookingId) -> Fragment {
    show_review(booking, vec![ModerationState::Removed]).arg(None::<i64>)
}

/// Returns a fragment that shows a review that others have never seen, as if it was written at
/// `at`. Throws `bookings.review_changed` if it is shown.
pub(crate) fn release_review(booking: BookingId, at: Timestamp) -> Fragment {
    show_review(booking, vec![ModerationState::Held, ModerationState::Removed])
        .arg(newest(at, booking.0))
}

fn show_review(booking: BookingId, from: Vec<ModerationState>) -> Fragment {
    Fragment::new("fn::bookings::show_review", &[REVIEW_CHANGED]).arg(booking).arg(from)
}

/// Returns a fragment that counts one more open report about a review, or one less.
pub(crate) fn flag_review(booking: BookingId, is_open: bool) -> Fragment {
    let by: i64 = if is_open { 1 } else { -1 };
    Fragment::new("fn::bookings::flag_review", &[]).arg(booking).arg(by)
}

/// Returns the event about a review.
pub(crate) fn reviewed(review: &Review) -> Reviewed {
    Reviewed {
        booking_id: review.booking,
        reviewer_id: review.reviewer.clone(),
        reviewee_id: review.reviewee.clone(),
        rating: review.rating.into(),
    }
}

impl BookingStore {
    /// Stores the review of a booking and counts it, with the private answer given with it. A
    /// second review of a booking is [`DbError::AlreadyExists`].
    pub(crate) async fn review(
        &self,
        review: &Review,
        reviewing: Reviewing,
    ) -> Result<(), DbError> {
        let Reviewing { rate, safety, held, event } = reviewing;
        let write = self
            .db
            .write("bookings.review")
            .bind("id", review.booking.0)
            .violations(std::slice::from_ref(&MEMBER_LEFT))
            .bind("row", ReviewRow::from(review))
            .bind("reviewee", review.reviewee.clone())
            .step("fn::core::stay($reviewee)")
            .step("CREATE type::record('review', $id) CONTENT $row")
            .bind("changed", held.is_none().then(|| newest(review.created_at, review.booking.0)))
            .bind("held", held.is_some().then_some(true))
            .step(
                "UPDATE type::record('booking', $id) SET reviewed = true, review_held = $held, \
                 version += 1, changed = $changed ?? changed",
            );
        let write = match held {
            Some(HeldPost { effects, payload }) => {
                let event = payload.event_id();
                write.calls(effects).publish(POST_HELD, event, review.created_at, payload)
            }
            None => write.call(rate).publish(REVIEWED, event, review.created_at, reviewed(review)),
        };
        keep_answer(write, safety).run().await
    }

    /// Stores the reply to a review, and publishes it unless `event_id` is `None`. Throws
    /// `bookings.already_replied` if there is one, or the review was removed.
    pub(crate) async fn reply(
        &self,
        review: &Review,
        reply: &ReviewReply,
        event_id: Option<String>,
    ) -> Result<(), DbError> {
        let write = self
            .db
            .write("bookings.reply")
            .violations(&[ALREADY_REPLIED])
            .bind("id", review.booking)
            .bind("text", reply.text.clone())
            .bind("at", reply.at)
            .step(
                "LET $replied = (UPDATE type::record('review', $id) \
                 SET reply = $text, replied_at = $at WHERE reply = NONE AND shown = true RETURN VALUE rating)",
            )
            .step("IF array::is_empty($replied) { THROW 'bookings.already_replied' }");
        let event = ReviewReplied {
            booking_id: review.booking,
            reviewer_id: review.reviewer.clone(),
            reviewee_id: review.reviewee.clone(),
        };
        match event_id {
            Some(id) => write.publish(REVIEW_REPLIED, id, reply.at, event).run().await,
            None => write.run().await,
        }
    }

    /// Checks whether a member has taken part in a booking that has a review, on either side.
    pub(crate) async fn has_reviewed_booking(&self, user: &UserId) -> Result<bool, DbError> {
        for text in [RECEIVED, WRITTEN] {
            let query = self.db.query(text).bind("user", user.clone()).bind("after", i64::MIN);
            if query.fetch_optional::<BookingId>().await?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
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

    /// Removes a review; returns `false` if there is none any more.
    pub(crate) async fn remove_review(&self, removal: ReviewRemoval) -> Result<bool, DbError> {
        let ReviewRemoval { at, effects, audit, mail } = removal;
        let mut write = self.db.write("bookings.remove_review").calls(effects).call(audit);
        if let Some((id, mail)) = mail {
            write = write.publish(MAIL, id, at, mail);
        }
        match write.run::<()>().await {
            Ok(()) => Ok(true),
            Err(DbError::Refused(violation)) if *violation == REVIEW_CHANGED => Ok(false),
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
