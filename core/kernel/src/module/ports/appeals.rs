use async_trait::async_trait;
use sparkyard_db::Fragment;

use crate::{ApiError, Timestamp, UserId};

/// A suspension of a member by staff.
#[derive(Clone, Debug)]
pub struct Suspension {
    /// The member.
    pub user: UserId,
    /// Member of staff who decided.
    pub by: UserId,
    /// Reason, in the words of staff.
    pub reason: String,
    /// Time of the suspension.
    pub at: Timestamp,
}

/// A suspension that the member may appeal.
#[derive(Clone, Debug)]
pub struct AppealableSuspension {
    /// Stores it; belongs into the write that suspends the member.
    pub record: Fragment,
    /// Address of the page on which the member appeals without signing in.
    pub link: String,
    /// End of the time in which they may.
    pub until: Timestamp,
}

/// Appeals of members against decisions of staff. Offered by moderation.
#[async_trait]
pub trait Appeals: Send + Sync + 'static {
    /// Prepares the record of a suspension.
    fn suspended(&self, suspension: Suspension) -> AppealableSuspension;

    /// Notes that a suspended member was reinstated; belongs into the write that does so.
    fn reinstated(&self, user: &UserId) -> Fragment;

    /// Returns the address of the page on which `user`, who has proved who they are, appeals their
    /// suspension; valid for a day. `None` if there is none that they can appeal.
    async fn link(&self, user: &UserId) -> Result<Option<String>, ApiError>;
}
