use std::fmt;

use async_trait::async_trait;
use poem_openapi::Enum;
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;

use crate::{ApiError, Caller, Page, PageQuery, Role, Timestamp, UserId};

/// Whether an account may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum Standing {
    /// Like everybody.
    Active,
    /// Waits for staff to let them in.
    Pending,
    /// Kept out by staff.
    Suspended,
}

/// Who may join.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum, Deserialize, Serialize)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Registration {
    /// Everyone.
    #[default]
    Open,
    /// Those whom a member invited.
    Invite,
    /// Those whom staff let in.
    Approval,
}

/// What others may know about an account.
#[derive(Clone, Debug)]
pub struct AccountInfo {
    /// Whose.
    pub id: UserId,
    /// Verified address. Personal: show it only where the caller may see it.
    pub email: String,
    /// What they may do.
    pub role: Role,
    /// Since when.
    pub role_since: Timestamp,
    /// Whether they may do it at present.
    pub standing: Standing,
    /// Whether signing in takes more than a password.
    pub second_factor: bool,
    /// When they joined.
    pub created_at: Timestamp,
}

impl AccountInfo {
    /// Neither waiting for approval nor suspended.
    pub fn is_active(&self) -> bool {
        self.standing == Standing::Active
    }
}

/// What a member changes about how they sign in, with the proof that it is them.
#[derive(Clone, Default)]
pub struct SignInChange {
    /// The password as it is.
    pub current_password: String,
    /// A code of the second factor, where one is set up.
    pub code: Option<String>,
    /// The password as it is to be.
    pub password: Option<String>,
    /// The address as it is to be; counts once its owner has proved it.
    pub email: Option<String>,
}

impl fmt::Debug for SignInChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SignInChange").field("email", &self.email).finish_non_exhaustive()
    }
}

/// How people become members.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignUpPolicy {
    /// Who may join.
    pub registration: Registration,
    /// The name of the provider of social sign-in, where there is one.
    pub social: Option<String>,
}

/// What has come of an invitation so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Invitations {
    /// Addresses that began to sign up with it, each counted once in a month.
    pub invited: u64,
    /// Members who joined with it.
    pub joined: u64,
}

/// The invitation that a member joined with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Its code; the port `People` knows whose it is.
    pub code: String,
    /// The member's [`grant_key`](Accounts::grant_key).
    pub grant_key: String,
}

/// Accounts and roles. Offered by auth.
#[async_trait]
pub trait Accounts: Send + Sync + 'static {
    /// The accounts among `ids` that exist, in no particular order.
    async fn find(&self, ids: &[UserId]) -> Result<Vec<AccountInfo>, ApiError>;

    /// The account of the address `email`, however its letters are written.
    async fn by_email(&self, email: &str) -> Result<Option<AccountInfo>, ApiError>;

    /// Accounts, newest first; `search` matches the beginning of the address.
    async fn list(
        &self,
        search: Option<&str>,
        standing: Option<Standing>,
        page: &PageQuery,
    ) -> Result<Page<AccountInfo>, ApiError>;

    /// The admins who can sign in.
    async fn admins(&self) -> Result<Vec<AccountInfo>, ApiError>;

    /// The moderators and admins who can sign in.
    async fn staff(&self) -> Result<Vec<AccountInfo>, ApiError>;

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

    /// Lets somebody in who waits for approval, in the name of `actor`; they are told. 409 when
    /// they do not wait.
    async fn approve(&self, actor: &UserId, user: &UserId) -> Result<AccountInfo, ApiError>;

    /// Turns somebody away who waits for approval: account and profile are gone, they are told,
    /// and their address is free again. 409 when they do not wait.
    async fn decline(&self, actor: &UserId, user: &UserId) -> Result<(), ApiError>;

    /// Keeps a member out, and ends all their sessions at once. 409 when they are not active, or
    /// the last admin.
    async fn suspend(
        &self,
        actor: &UserId,
        user: &UserId,
        reason: &str,
    ) -> Result<AccountInfo, ApiError>;

    /// Lets a suspended member in again. 409 when they are not suspended.
    async fn reinstate(&self, actor: &UserId, user: &UserId) -> Result<AccountInfo, ApiError>;

    /// Takes the second factor off the account of somebody who lost it; they are told. 409 when
    /// they have none.
    async fn reset_second_factor(
        &self,
        actor: &UserId,
        user: &UserId,
    ) -> Result<AccountInfo, ApiError>;

    /// Changes password or address of the caller once the change proves that it is them: a
    /// wrong password is a 422 for `password`, a missing code a 403, a wrong one a 422 for
    /// `code`. All other sessions end with a new password; a new address gets a code.
    async fn change_sign_in(&self, caller: &Caller, change: SignInChange) -> Result<(), ApiError>;

    /// How people become members.
    fn sign_up_policy(&self) -> SignUpPolicy;

    /// What has come of the invitation `code` so far.
    async fn invitations(&self, code: &str) -> Result<Invitations, ApiError>;

    /// What names whoever is behind an account when tokens are given away: a keyed hash of their
    /// present address, the same for all that one mailbox can be written as. `None` when there is
    /// no such account.
    async fn grant_key(&self, user: &UserId) -> Result<Option<String>, ApiError>;

    /// The invitation that `user` joined with, if any.
    async fn invitation_of(&self, user: &UserId) -> Result<Option<Invitation>, ApiError>;
}

/// What became of the wish for another admin.
#[derive(Clone, Debug)]
pub enum NewAdmin {
    /// An account was there and is an admin now.
    Promoted(AccountInfo),
    /// There is none; whoever opens this link can make one.
    Link(String),
}
