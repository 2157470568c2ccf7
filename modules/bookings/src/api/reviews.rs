use std::sync::Arc;

use poem_openapi::{
    Object, OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    BookingId, Cursor, Json, Limit, PageQuery, Reply, SignedIn, SkillId, UserId, done,
    envelope::{CONFLICT, INPUT, UNAUTHORISED},
    listed,
};

use super::Tag;
use crate::{review::Opinion, service::Service, view::ReviewView};

/// What a client says about a completed booking.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
struct ReviewBody {
    /// The skill that was booked.
    skill_id: SkillId,
    /// The provider.
    reviewee_id: UserId,
    /// 1 to 5 stars.
    #[oai(validator(minimum(value = "1"), maximum(value = "5")))]
    rating: i64,
    /// At most 2000 characters; may be empty.
    #[oai(default, validator(max_length = 2000))]
    comment: String,
    /// Which booking; the latest one without a review when left out.
    booking_id: Option<BookingId>,
}

/// The operations on reviews.
pub struct ReviewsApi {
    service: Arc<Service>,
}

impl ReviewsApi {
    pub(crate) fn new(service: Arc<Service>) -> Self {
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
        let ReviewBody { skill_id, reviewee_id, rating, comment, booking_id } = body.0;
        let opinion = Opinion {
            skill: skill_id,
            reviewee: reviewee_id,
            rating,
            comment,
            booking: booking_id,
        };
        done("Review submitted successfully", self.service.review(&caller.id, opinion).await?)
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
        listed(self.service.reviews(&id.0, &page).await?)
    }
}
