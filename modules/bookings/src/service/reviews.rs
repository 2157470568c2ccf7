//! Reviews: one per completed booking, by its client.

use std::sync::Arc;

use sparkyard_kernel::{
    BookingId, Caller, Page, PageQuery, UserId, audit::AuditEntry, db::DbError, ports::Rating,
    text, validate::Checks,
};

use super::{BookingService, mails};
use crate::{
    error::BookingError,
    model::{
        Booking, NewReview, Review,
        machine::{Actor, Status},
        seen::ReviewForViewer,
    },
    store::{ReviewRemoval, start},
};

impl BookingService {
    /// Stores a review by `caller`. Its stars count towards the provider's rating unless another
    /// review by the same client did in the last 30 days.
    pub(crate) async fn review(
        &self,
        caller: &UserId,
        new: NewReview,
    ) -> Result<ReviewForViewer, BookingError> {
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
        let by = self.accounts.grant_key(caller).await?;
        let rating = Rating {
            review: review.booking.to_string(),
            by: by.unwrap_or_else(|| caller.to_string()),
            stars: review.rating,
            at: review.created_at,
        };
        let rate = self.people.rate(&review.reviewee, rating);
        match self.store.review(&review, rate, self.cx.ids.next()).await {
            Ok(()) => {}
            Err(DbError::AlreadyExists(_)) => return Err(BookingError::AlreadyReviewed),
            Err(error) => return Err(error.into()),
        }
        let directory = Arc::new(self.directory([&review.reviewer]).await?);
        Ok(ReviewForViewer { review, directory })
    }

    /// Returns the booking to review: the one given, or the latest without a review.
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

    /// Removes a review and its stars for `staff`, with an audit entry; the author is told why.
    pub(crate) async fn remove_review(
        &self,
        staff: &Caller,
        id: BookingId,
        reason: &str,
    ) -> Result<(), BookingError> {
        Checks::new().prose("reason", reason, 3, 500).finish()?;
        let review = self.store.find_review(id).await?.ok_or(BookingError::ReviewNotFound)?;
        if [&review.reviewer, &review.reviewee].contains(&&staff.id) {
            return Err(BookingError::OwnReview);
        }
        let (at, reason) = (self.cx.now(), text::prose(reason));
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at,
            actor: staff.id.as_str(),
            action: "bookings.review_removed",
            subject: format!("booking:{id}"),
            detail: reason.clone(),
        };
        let directory = self.directory([&review.reviewer]).await?;
        let mail = mails::about_removed_review(&review, &reason, &directory);
        let removal = ReviewRemoval {
            at,
            unrate: self.people.unrate(&review.reviewee, &id.to_string()),
            audit: audit.fragment(),
            mail: mail.map(|mail| (self.cx.ids.next(), mail)),
        };
        match self.store.remove_review(id, removal).await? {
            true => Ok(()),
            // A concurrent removal was first.
            false => Err(BookingError::ReviewNotFound),
        }
    }

    /// Returns a page of reviews of a member, newest first. 404 for a member the caller cannot see;
    /// blocked authors are omitted.
    pub(crate) async fn reviews(
        &self,
        caller: &UserId,
        reviewee: &UserId,
        page: &PageQuery,
    ) -> Result<Page<ReviewForViewer>, BookingError> {
        let seen = self.people.seen_by(caller, std::slice::from_ref(reviewee)).await?;
        if !seen.get(reviewee).is_some_and(|person| person.listed) {
            return Err(BookingError::MemberNotFound);
        }
        let mut reviews = self.store.reviews(reviewee, start(page)?, page).await?;
        if caller != reviewee {
            let reviewers = reviews.items.iter().map(|review| review.reviewer.clone());
            let reviewers: Vec<UserId> = reviewers.collect();
            let blocked = self.people.blocked_among(caller, &reviewers).await?;
            reviews.items.retain(|review| !blocked.contains(&review.reviewer));
        }
        let reviewers = reviews.items.iter().map(|review| &review.reviewer);
        let directory = Arc::new(self.directory(reviewers).await?);
        Ok(reviews.map(|review| ReviewForViewer { review, directory: directory.clone() }))
    }
}
