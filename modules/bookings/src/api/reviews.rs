use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    BookingId, Cursor, Json, Limit, MemberOrDelegate, ModerationState, PageQuery, Reply, SignedIn,
    StaffOnly, UserId, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, UNAUTHORISED},
    listed,
};

use super::{
    Tag,
    dto::{ReviewBody, ReviewRemovalBody, ReviewReplyBody, ReviewView},
};
use crate::service::BookingService;

/// Operations on reviews.
pub struct ReviewsApi {
    service: Arc<BookingService>,
}

impl ReviewsApi {
    pub(crate) fn new(service: Arc<BookingService>) -> Self {
        Self { service }
    }
}

const HELD: &str =
    "Your review is saved. We look at the first posts of new members before others see them.";

#[OpenApi(tag = "Tag::Bookings")]
impl ReviewsApi {
    /// Reviews a completed booking of yours, once. One of your reviews of a provider in 30 days
    /// counts towards their rating. 409 if you have no completed booking of this skill with this
    /// provider, or all of them are reviewed. `feltSafe` and `safetyWords` answer a private question:
    /// moderators see the answer, the provider never does. 422 for them where nobody moderates. Where
    /// the site asks for it, staff look at the first posts of a new member before others see them:
    /// `moderation` is `held` then.
    #[oai(path = "/api/reviews", method = "post", operation_id = "create_review")]
    async fn create_review(
        &self,
        SignedIn(caller): SignedIn,
        body: Json<ReviewBody>,
    ) -> Reply<ReviewView, { UNAUTHORISED | INPUT | CONFLICT }> {
        let review = self.service.review(&caller.id, body.0.into()).await?;
        let words = match review.review.moderation {
            ModerationState::Held => HELD,
            _ => "Review submitted successfully",
        };
        done(words, review.into())
    }

    /// Replies to a review of you, once: everyone who sees the review sees the reply. 404
    /// `bookings.review_not_found` for anyone but the member reviewed, 409
    /// `bookings.already_replied` for a second reply. The author is told, unless one of you blocks the other.
    #[oai(path = "/api/reviews/:id/reply", method = "put", operation_id = "reply_to_review")]
    async fn reply_to_review(
        &self,
        SignedIn(caller): SignedIn,
        /// The booking's number.
        id: Path<BookingId>,
        Json(body): Json<ReviewReplyBody>,
    ) -> Reply<ReviewView, { UNAUTHORISED | INPUT | CONFLICT }> {
        let review = self.service.reply(&caller.id, id.0, &body.reply).await?;
        done("Your reply is shown below the review.", review.into())
    }

    /// Removes a review and its stars, and tells the author why. For moderators and admins, except
    /// for reviews by or about themselves.
    #[oai(path = "/api/admin/reviews/:id/remove", method = "put", operation_id = "remove_review")]
    async fn remove_review(
        &self,
        StaffOnly(caller): StaffOnly,
        /// The booking's number.
        id: Path<BookingId>,
        Json(body): Json<ReviewRemovalBody>,
    ) -> Reply<Option<bool>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        self.service.remove_review(&caller, id.0, &body.reason).await?;
        done("The review is removed.", None)
    }

    /// Lists reviews of a member, newest first. 404 `bookings.member_not_found` for a member you
    /// cannot see. Omits authors who block you or whom you block.
    #[oai(path = "/api/reviews/user/:id", method = "get", operation_id = "list_reviews")]
    async fn list_reviews(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The reviewed member.
        id: Path<UserId>,
        /// Page size, 1 to 100; defaults to 20.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<ReviewView>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.reviews(&caller.id, &id.0, &page).await?.map(ReviewView::from))
    }
}
