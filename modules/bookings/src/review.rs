//! Reviews: one per completed booking, by its client.

use sparkyard_kernel::{
    BookingId, Page, PageQuery, SkillId, UserId, db::DbError, text, validate::Checks,
};

use crate::{
    error::BookingError,
    machine::{Actor, Status},
    model::{Booking, Review},
    service::Service,
    store::start,
    view::ReviewView,
};

/// A review as sent.
pub(crate) struct Opinion {
    pub(crate) skill: SkillId,
    pub(crate) reviewee: UserId,
    pub(crate) rating: i64,
    pub(crate) comment: String,
    pub(crate) booking: Option<BookingId>,
}

impl Service {
    /// Stores what `caller` says about a completed booking of theirs. Its stars count towards the
    /// provider's rating unless others of the same client did in the last 30 days.
    pub(crate) async fn review(
        &self,
        caller: &UserId,
        opinion: Opinion,
    ) -> Result<ReviewView, BookingError> {
        let stars = u8::try_from(opinion.rating).ok().filter(|stars| (1..=5).contains(stars));
        Checks::new()
            .check("rating", stars.is_some(), "Please choose 1 to 5 stars.")
            .prose("comment", &opinion.comment, 0, 2000)
            .finish()?;
        let booking = self.reviewable(caller, &opinion).await?;
        let review = Review {
            booking: booking.id,
            skill: booking.skill,
            skill_type: booking.skill_type,
            reviewer: booking.client,
            reviewee: booking.provider,
            rating: stars.unwrap_or_default(),
            comment: text::prose(&opinion.comment),
            created_at: self.cx.now(),
        };
        let (of, by) = (&review.reviewee, &review.reviewer);
        let rate = self.people.rate(of, by, review.rating, review.created_at);
        match self.store.review(&review, rate, self.cx.ids.next()).await {
            Ok(()) => {}
            Err(DbError::AlreadyExists(_)) => return Err(BookingError::AlreadyReviewed),
            Err(error) => return Err(error.into()),
        }
        let directory = self.directory([&review.reviewer]).await?;
        Ok(ReviewView::new(&review, &directory))
    }

    /// The booking that the opinion is about: the one it names, or the latest without a review.
    async fn reviewable(
        &self,
        caller: &UserId,
        opinion: &Opinion,
    ) -> Result<Booking, BookingError> {
        let completed = match opinion.booking {
            Some(id) => vec![self.named(id, caller, opinion).await?],
            None => self.store.completed(caller, &opinion.reviewee, &opinion.skill).await?,
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
        opinion: &Opinion,
    ) -> Result<Booking, BookingError> {
        let (booking, part) = self.own(id, caller).await?;
        let matches = part == Actor::Client
            && booking.state.status == Status::Completed
            && booking.provider == opinion.reviewee
            && booking.skill == opinion.skill;
        matches.then_some(booking).ok_or(BookingError::NothingToReview)
    }

    /// What clients wrote about a member, newest first.
    pub(crate) async fn reviews(
        &self,
        reviewee: &UserId,
        page: &PageQuery,
    ) -> Result<Page<ReviewView>, BookingError> {
        let reviews = self.store.reviews(reviewee, start(page)?, page).await?;
        let directory = self.directory(reviews.items.iter().map(|review| &review.reviewer)).await?;
        Ok(reviews.map(|review| ReviewView::new(&review, &directory)))
    }
}
