use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    BookingId, Cursor, Json, Limit, PageQuery, Reply, SignedIn, StaffOnly, UserId, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, UNAUTHORISED},
    listed,
};

use super::{
    Tag,
    dto::{ReviewBody, ReviewRemovalBody, ReviewView},
};
use crate::service::BookingService;

/// The operations on reviews.
pub struct ReviewsApi {
    service: Arc<BookingService>,
}

impl ReviewsApi {
    pub(crate) fn new(service: Arc<BookingService>) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Bookings")]
impl ReviewsApi {
    /// Reviews a completed booking of yours, once. Of your stars for one provider, those of one
    /// review in 30 days count towards their rating. 409 when you have no completed booking of
    /// this skill with this provider, or all have their review.
    #[oai(path = "/api/reviews", method = "post", operation_id = "create_review")]
    async fn create_review(
        &self,
        SignedIn(caller): SignedIn,
        body: Json<ReviewBody>,
    ) -> Reply<ReviewView, { UNAUTHORISED | INPUT | CONFLICT }> {
        let review = self.service.review(&caller.id, body.0.into()).await?;
        done("Review submitted successfully", review.into())
    }

    /// Takes a review away, with its stars; whoever wrote it is told why. For moderators and
    /// admins, but not when it is by or about themselves.
    #[oai(path = "/api/admin/reviews/:id/remove", method = "put", operation_id = "remove_review")]
    async fn remove_review(
        &self,
        StaffOnly(caller): StaffOnly,
        /// The booking's number.
        id: Path<BookingId>,
        Json(body): Json<ReviewRemovalBody>,
    ) -> Reply<Option<bool>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        self.service.remove_review(&caller, id.0, &body.reason).await?;
        done("The review is gone.", None)
    }

    /// What clients wrote about a member, newest first.
    #[oai(path = "/api/reviews/user/:id", method = "get", operation_id = "list_reviews")]
    async fn list_reviews(
        &self,
        _caller: SignedIn,
        /// Whose reviews.
        id: Path<UserId>,
        /// Reviews wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<ReviewView>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.reviews(&id.0, &page).await?.map(ReviewView::from))
    }
}
