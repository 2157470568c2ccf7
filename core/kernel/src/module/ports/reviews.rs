use async_trait::async_trait;
use sparkyard_db::Fragment;

use super::PostRelease;
use crate::{ApiError, BookingId, ModerationState, Timestamp, UserId};

/// Error code of [`Reviews::take_down`], [`Reviews::put_back`] and [`Reviews::release`] for a review
/// that changed since it was read.
pub const REVIEW_CHANGED: &str = "bookings.review_changed";

/// Data of a review for other modules.
#[derive(Clone, Debug)]
pub struct ReviewInfo {
    /// Booking that was reviewed; each has at most one review.
    pub booking: BookingId,
    /// Name of the booked skill.
    pub skill_type: String,
    /// Author of the review.
    pub reviewer: UserId,
    /// Member reviewed.
    pub reviewee: UserId,
    /// Stars, 1 to 5.
    pub rating: u8,
    /// Comment; may be empty.
    pub comment: String,
    /// Reply of the member reviewed.
    pub reply: Option<String>,
    /// Whether staff hold it back or removed it.
    pub moderation: ModerationState,
}

/// Reviews of bookings, and the private answers given with them. Offered by bookings.
#[async_trait]
pub trait Reviews: Send + Sync + 'static {
    /// Returns the review of a booking, whatever its state.
    async fn get(&self, booking: BookingId) -> Result<Option<ReviewInfo>, ApiError>;

    /// Removes a review with its stars and its reply. Fails with [`REVIEW_CHANGED`] if it was
    /// removed. The caller notifies the author.
    fn take_down(&self, review: &ReviewInfo, at: Timestamp) -> Result<[Fragment; 2], ApiError>;

    /// Restores a removed review with its stars and its reply. Fails with [`REVIEW_CHANGED`] if it is
    /// not removed. The caller notifies the author.
    fn put_back(&self, review: &ReviewInfo) -> Result<[Fragment; 2], ApiError>;

    /// Prepares to show a review, and to count its stars, that staff held back, or removed before
    /// others saw it. Its write fails with [`REVIEW_CHANGED`] if it is shown already.
    async fn release(&self, review: &ReviewInfo, at: Timestamp) -> Result<PostRelease, ApiError>;

    /// Counts one more open report about a review, or one less.
    fn flag(&self, booking: BookingId, is_open: bool) -> Fragment;

    /// Returns how often others said in the last year that they did not feel safe with `member`;
    /// counts to a hundred at most. For staff only, and never for `member`.
    async fn felt_unsafe(&self, member: &UserId) -> Result<u64, ApiError>;
}
