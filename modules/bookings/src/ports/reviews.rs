//! The `Reviews` port.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, BookingId, Timestamp, UserId,
    db::Fragment,
    ports::{PortHandle, PostRelease, ReviewInfo, Reviews},
};

use crate::{model::Review, service::BookingService, store::flag_review};

/// Implements [`Reviews`] on the service, which is filled later.
pub(crate) struct ReviewsPort(pub(crate) PortHandle<BookingService>);

#[async_trait]
impl Reviews for ReviewsPort {
    async fn get(&self, booking: BookingId) -> Result<Option<ReviewInfo>, ApiError> {
        Ok(self.0.get()?.review_of(booking).await?.map(ReviewInfo::from))
    }

    fn take_down(&self, review: &ReviewInfo, at: Timestamp) -> Result<[Fragment; 2], ApiError> {
        Ok(self.0.get()?.review_removal(review.booking, &review.reviewee, at))
    }

    fn put_back(&self, review: &ReviewInfo) -> Result<[Fragment; 2], ApiError> {
        Ok(self.0.get()?.review_return(review.booking, &review.reviewee))
    }

    async fn release(&self, review: &ReviewInfo, at: Timestamp) -> Result<PostRelease, ApiError> {
        self.0.get()?.review_release(review.booking, at).await
    }

    fn flag(&self, booking: BookingId, is_open: bool) -> Fragment {
        flag_review(booking, is_open)
    }

    async fn felt_unsafe(&self, member: &UserId) -> Result<u64, ApiError> {
        self.0.get()?.felt_unsafe(member).await
    }
}

impl From<Review> for ReviewInfo {
    fn from(review: Review) -> Self {
        Self {
            booking: review.booking,
            skill_type: review.skill_type,
            reviewer: review.reviewer,
            reviewee: review.reviewee,
            rating: review.rating,
            comment: review.comment,
            reply: review.reply.map(|reply| reply.text),
            moderation: review.moderation,
        }
    }
}
