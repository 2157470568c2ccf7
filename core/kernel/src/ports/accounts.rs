use async_trait::async_trait;

use crate::{ApiError, Page, PageQuery, Role, Timestamp, UserId};

/// What others may know about an account.
#[derive(Clone, Debug)]
pub struct AccountInfo {
    /// Whose.
    pub id: UserId,
    /// Verified address. Personal: show it only where the caller may see it.
    pub email: String,
    /// What they may do.
    pub role: Role,
    /// Whether they are kept from signing in.
    pub suspended: bool,
    /// When they joined.
    pub created_at: Timestamp,
}

/// Accounts and roles. Offered by auth.
#[async_trait]
pub trait Accounts: Send + Sync + 'static {
    /// The accounts among `ids` that exist, in no particular order.
    async fn find(&self, ids: &[UserId]) -> Result<Vec<AccountInfo>, ApiError>;

    /// Accounts, newest first; `search` matches the beginning of the address.
    async fn list(
        &self,
        search: Option<&str>,
        page: &PageQuery,
    ) -> Result<Page<AccountInfo>, ApiError>;

    /// Gives `user` a role in the name of `actor`, with an audit entry. Taking the last admin's
    /// role away is a 409.
    async fn set_role(
        &self,
        actor: &UserId,
        user: &UserId,
        role: Role,
    ) -> Result<AccountInfo, ApiError>;

    /// How many accounts there are.
    async fn count(&self) -> Result<u64, ApiError>;

    /// Makes the owner of `email` an admin, with an audit entry by the operator; without an
    /// account, prepares a single-use link for making one.
    async fn add_admin(&self, email: &str) -> Result<NewAdmin, ApiError>;

    /// A single-use link for making the first admin, or `None` once there is one. It is good
    /// for 24 hours; a new one voids the old.
    async fn first_admin_link(&self) -> Result<Option<String>, ApiError>;
}

/// What became of the wish for another admin.
#[derive(Clone, Debug)]
pub enum NewAdmin {
    /// An account was there and is an admin now.
    Promoted(AccountInfo),
    /// There is none; whoever opens this link can make one.
    Link(String),
}
