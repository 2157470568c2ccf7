use std::collections::HashMap;

use async_trait::async_trait;

use crate::{ApiError, UserId};

/// Members who act for others, as their delegates. Offered by the module `delegation`.
#[async_trait]
pub trait Delegations: Send + Sync + 'static {
    /// Checks that `delegate` acts for `member`, and records `change` in the audit log: the method
    /// and path of a request that changes something. 403 `delegation.not_delegate` otherwise.
    async fn act(
        &self,
        delegate: &UserId,
        member: &UserId,
        change: Option<&str>,
    ) -> Result<(), ApiError>;

    /// Returns the delegates of those of `members` who have one.
    async fn delegates(&self, members: &[UserId]) -> Result<HashMap<UserId, UserId>, ApiError>;
}

/// Returns the 403 error for dealings between a member and their own delegate, who would act on both
/// sides.
pub fn both_sides() -> ApiError {
    let message = "You act for this neighbour, so somebody else has to do this for them.";
    ApiError::new(403, "delegation.both_sides", message)
}
