use async_trait::async_trait;

use crate::{ApiError, UserId};

/// Checks of members by the operator. Offered by vetting.
#[async_trait]
pub trait Vetting: Send + Sync + 'static {
    /// Returns for each offer, of a member in the category with this slug, the title of a check
    /// that the category needs and the member has not passed or that has run out; `None` if nothing
    /// is missing. At most a page of offers.
    async fn lacking(&self, offers: &[(UserId, String)]) -> Result<Vec<Option<String>>, ApiError>;

    /// Returns the titles of the checks of `user` that count today and that profiles show, in
    /// alphabetical order.
    async fn badges(&self, user: &UserId) -> Result<Vec<String>, ApiError>;
}
