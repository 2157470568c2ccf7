//! Reviews: one per completed booking, by its client.

use std::sync::Arc;

use sparkyard_kernel::{
    ApiError, BookingId, Caller, ModerationState, Page, PageQuery, Timestamp, UserId,
    audit::AuditEntry,
    db::{DbError, Fragment},
    ports::{
        HeldPost, MemberDecision, NewPost, PostAnnouncement, PostKind, PostRelease, Rating,
        SanctionKind,
    },
    text,
    validate::Checks,
};

use super::{BookingService, mails};
use crate::{
    error::BookingError,
    model::{
        Booking, NewReview, Review,
        machine::{Actor, Status},
        review::ReviewReply,
        seen::ReviewForViewer,
    },
    store::{
        ReviewRemoval, Reviewing, put_back_review, release_review, remove_review, reviewed, start,
    },
};

/// Maximum length of a reply, in characters.
const MAX_REPLY: usize = 1_000;

impl BookingService {
    /// Stores a review by `caller`. Its stars count towards the provider's rating unless another
    /// review by the same client did in the last 30 days. If staff look at it before others see it,
    /// they count once it is shown.
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
        self.check_safety(&new)?;
        let booking = self.reviewable(caller, &new).await?;
        let mut review = Review {
            booking: booking.id,
            skill: booking.skill,
            skill_type: booking.skill_type,
            reviewer: booking.client,
            reviewee: booking.provider,
            rating: stars.unwrap_or_default(),
            comment: text::prose(&new.comment),
            created_at: self.cx.now(),
            reply: None,
            moderation: ModerationState::Visible,
        };
        let held = self.hold(&review).await?;
        if held.is_some() {
            review.moderation = ModerationState::Held;
        }
        let safety = self.safety_writes(&review, new.felt_safe, &new.safety_words).await?;
        let rate = self.rating(&review, review.created_at).await?;
        let reviewing = Reviewing { rate, safety, held, event: self.cx.ids.next() };
        match self.store.review(&review, reviewing).await {
            Ok(()) => {}
            Err(DbError::AlreadyExists(_)) => return Err(BookingError::AlreadyReviewed),
            Err(error) => return Err(error.into()),
        }
        let directory = Arc::new(self.directory([&review.reviewer]).await?);
        Ok(ReviewForViewer { review, directory })
    }

    /// Returns the case of a new review if staff look at it before others see it.
    async fn hold(&self, review: &Review) -> Result<Option<HeldPost>, ApiError> {
        let Some(posts) = &self.posts else { return Ok(None) };
        let post = NewPost {
            kind: PostKind::Review,
            about: review.booking.to_string(),
            author: review.reviewer.clone(),
            reviewee: Some(review.reviewee.clone()),
            at: review.created_at,
        };
        posts.hold(post).await
    }

    /// Returns a write that counts the stars of a review given at `at`.
    async fn rating(&self, review: &Review, at: Timestamp) -> Result<Fragment, ApiError> {
        let by = self.accounts.grant_key(&review.reviewer).await?;
        let rating = Rating {
            review: review.booking.to_string(),
            by: by.unwrap_or_else(|| review.reviewer.to_string()),
            stars: review.rating,
            at,
        };
        Ok(self.people.rate(&review.reviewee, rating))
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

    /// Stores the only reply to a review, by the member reviewed. The author is told, unless one of
    /// the two blocks the other: others still read both.
    pub(crate) async fn reply(
        &self,
        caller: &UserId,
        id: BookingId,
        reply: &str,
    ) -> Result<ReviewForViewer, BookingError> {
        Checks::new().prose("reply", reply, 1, MAX_REPLY).finish()?;
        let found = self.store.find_review(id).await?;
        let own = found.filter(|review| review.reviewee == *caller && review.moderation.is_shown());
        let mut review = own.ok_or(BookingError::ReviewNotFound)?;
        if review.reply.is_some() {
            return Err(BookingError::AlreadyReplied);
        }
        let reply = ReviewReply { text: text::prose(reply), at: self.cx.now() };
        let apart = self.people.is_blocked(caller, &review.reviewer).await?;
        let event = (!apart).then(|| self.cx.ids.next());
        self.store.reply(&review, &reply, event).await?;
        review.reply = Some(reply);
        let directory = Arc::new(self.directory([&review.reviewer]).await?);
        Ok(ReviewForViewer { review, directory })
    }

    /// Returns the review of a booking.
    pub(crate) async fn review_of(&self, id: BookingId) -> Result<Option<Review>, ApiError> {
        Ok(self.store.find_review(id).await?)
    }

    /// Returns writes that remove a review with its stars.
    pub(crate) fn review_removal(
        &self,
        id: BookingId,
        reviewee: &UserId,
        at: Timestamp,
    ) -> [Fragment; 2] {
        [remove_review(id, at), self.people.unrate(reviewee, &id.to_string())]
    }

    /// Returns writes that restore a removed review with its stars.
    pub(crate) fn review_return(&self, id: BookingId, reviewee: &UserId) -> [Fragment; 2] {
        [put_back_review(id), self.people.rate_again(reviewee, &id.to_string())]
    }

    /// Returns the effects of showing a review that others have never seen.
    pub(crate) async fn review_release(
        &self,
        id: BookingId,
        at: Timestamp,
    ) -> Result<PostRelease, ApiError> {
        let found = self.store.find_review(id).await?;
        let review = found.ok_or(BookingError::ReviewNotFound)?;
        let rate = self.rating(&review, at).await?;
        let event = PostAnnouncement::Review(self.cx.ids.next(), reviewed(&review));
        Ok(PostRelease { effects: vec![release_review(id, at), rate], announced: vec![event] })
    }

    /// Removes a review and its stars for `staff`, with an audit entry; the author is told why.
    pub(crate) async fn remove_review(
        &self,
        staff: &Caller,
        id: BookingId,
        reason: &str,
    ) -> Result<(), BookingError> {
        Checks::new().prose("reason", reason, 3, 500).finish()?;
        let found = self.store.find_review(id).await?.filter(|found| found.moderation.is_shown());
        let review = found.ok_or(BookingError::ReviewNotFound)?;
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
        let appealable = self.appeals.as_ref().map(|appeals| {
            appeals.decided(MemberDecision {
                kind: SanctionKind::Review,
                about: id.to_string(),
                title: review.skill_type.clone(),
                user: review.reviewer.clone(),
                by: staff.id.clone(),
                reason: reason.clone(),
                at,
            })
        });
        let until = appealable.as_ref().map(|decision| decision.until);
        let mail = mails::about_removed_review(&review, &reason, until, &directory);
        let mut effects = Vec::from(self.review_removal(id, &review.reviewee, at));
        effects.extend(appealable.map(|decision| decision.record));
        let removal = ReviewRemoval {
            at,
            effects,
            audit: audit.fragment(),
            mail: mail.map(|mail| (self.cx.ids.next(), mail)),
        };
        match self.store.remove_review(removal).await? {
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
