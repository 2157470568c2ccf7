use async_trait::async_trait;
use sparkyard_db::{Fragment, Timestamp};

use crate::{ApiError, BookingId, UserId, events::moderation::Reported};

/// A member's private statement that they did not feel safe with another.
#[derive(Clone, Debug)]
pub struct SafetyConcern {
    /// Booking that brought the two together.
    pub booking: BookingId,
    /// Member who did not feel safe.
    pub by: UserId,
    /// The other member, who must not learn of it.
    pub about: UserId,
    /// Description; may be empty.
    pub words: String,
    /// The public review that came with it.
    pub review: String,
    /// Time of the statement.
    pub at: Timestamp,
}

/// A case that is opened with the statement.
pub struct SafetyCase {
    /// Writes that store the case.
    pub effects: Vec<Fragment>,
    /// Payload of [`REPORTED`](crate::events::moderation::REPORTED), which the caller publishes in
    /// the same write, under the id of the report.
    pub reported: Reported,
}

/// Cases for moderators about how safe members feel. Offered by moderation.
#[async_trait]
pub trait SafetyCases: Send + Sync + 'static {
    /// Returns the case of a statement. Neither of the two sees it, also if they are staff.
    async fn open(&self, concern: SafetyConcern) -> Result<SafetyCase, ApiError>;
}
