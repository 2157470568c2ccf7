//! Reviews: one per completed booking, by its client.

use std::sync::Arc;

use sparkyard_kernel::{BookingId, Page, PageQuery, UserId, db::DbError, text, validate::Checks};

use super::BookingService;
use crate::{
    error::BookingError,
    model::{
        Booking, NewReview, Review,
        machine::{Actor, Status},
        seen::SeenReview,
    },
    store::start,
};

impl BookingService {
    /// Stores what `caller` says about a completed booking of theirs. Its stars count towards the
    /// provider's rating unless others of the same client did in the last 30 days.
    pub(crate) async fn review(
        &self,
        caller: &UserId,
        new: NewReview,
    ) -> Result<SeenReview, BookingError> {
        let stars = u8::try_from(new.rating).ok().filter(|stars| (1..=5).contains(stars));
        Checks::new()
            .check("rating", stars.is_some(), "Please choose 1 to 5 stars.")
            .prose("comment", &new.comment, 0, 2000)
            .finish()?;
        let booking = self.reviewable(caller, &new).await?;
        let review = Review {
            booking: booking.id,
            skill: booking.skill,
            skill_type: booking.skill_type,
            reviewer: booking.client,
            reviewee: booking.provider,
            rating: stars.unwrap_or_default(),
            comment: text::prose(&new.comment),
            created_at: self.cx.now(),
        };
        let (of, by) = (&review.reviewee, &review.reviewer);
        let rate = self.people.rate(of, by, review.rating, review.created_at);
        match self.store.review(&review, rate, self.cx.ids.next()).await {
            Ok(()) => {}
            Err(DbError::AlreadyExists(_)) => return Err(BookingError::AlreadyReviewed),
            Err(error) => return Err(error.into()),
        }
        let directory = Arc::new(self.directory([&review.reviewer]).await?);
        Ok(SeenReview { review, directory })
    }

    /// The booking that the review is about: the one it names, or the latest without a review.
    async fn reviewable(&self, caller: &UserId, new: &NewReview) -> Result<Booking, BookingError> {
        let completed = match new.booking {
            Some(id) => vec![self.named(id, caller, new).await?],
            None => self.store.completed(caller, &new.reviewee, &new.skill).await?,
        };
        let reviewed = completed.iter().any(|booking| booking.reviewed);
        let found = completed.into_iter().find(Booking::can_be_reviewed);
        found.ok_or(if reviewed {
            BookingError::AlreadyReviewed
        } else {
            BookingError::NothingToReview
        })
    }

    async fn named(
        &self,
        id: BookingId,
        caller: &UserId,
        new: &NewReview,
    ) -> Result<Booking, BookingError> {
        let (booking, part) = self.own(id, caller).await?;
        let matches = part == Actor::Client
            && booking.state.status == Status::Completed
            && booking.provider == new.reviewee
            && booking.skill == new.skill;
        matches.then_some(booking).ok_or(BookingError::NothingToReview)
    }

    /// What clients wrote about a member, newest first.
    pub(crate) async fn reviews(
        &self,
        reviewee: &UserId,
        page: &PageQuery,
    ) -> Result<Page<SeenReview>, BookingError> {
        let reviews = self.store.reviews(reviewee, start(page)?, page).await?;
        let reviewers = reviews.items.iter().map(|review| &review.reviewer);
        let directory = Arc::new(self.directory(reviewers).await?);
        Ok(reviews.map(|review| SeenReview { review, directory: directory.clone() }))
    }
}
