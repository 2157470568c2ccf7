//! The `Reviews` port.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, BookingId, UserId,
    db::Fragment,
    ports::{PortHandle, ReviewInfo, Reviews},
};

use crate::{model::Review, service::BookingService};

/// Implements [`Reviews`] on the service, which is filled later.
pub(crate) struct ReviewsPort(pub(crate) PortHandle<BookingService>);

#[async_trait]
impl Reviews for ReviewsPort {
    async fn get(&self, booking: BookingId) -> Result<Option<ReviewInfo>, ApiError> {
        Ok(self.0.get()?.review_of(booking).await?.map(ReviewInfo::from))
    }

    fn take_down(&self, review: &ReviewInfo) -> Result<[Fragment; 2], ApiError> {
        Ok(self.0.get()?.review_removal(review.booking, &review.reviewee))
    }

    async fn felt_unsafe(&self, member: &UserId) -> Result<u64, ApiError> {
        self.0.get()?.felt_unsafe(member).await
    }
}

impl From<Review> for ReviewInfo {
    fn from(review: Review) -> Self {
        let Review { booking, skill_type, reviewer, reviewee, rating, comment, reply, .. } = review;
        let reply = reply.map(|reply| reply.text);
        Self { booking, skill_type, reviewer, reviewee, rating, comment, reply }
    }
}
