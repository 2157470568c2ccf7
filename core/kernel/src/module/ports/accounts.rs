use std::{collections::HashSet, fmt};

use async_trait::async_trait;
use poem_openapi::Enum;
use sparkyard_db::{Fragment, Write};
use surrealdb::types::SurrealValue;

pub use crate::site::Registration;
use crate::{ApiError, Caller, Months, Page, PageQuery, Role, Timestamp, UserId};

/// Standing of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum Standing {
    /// In use.
    Active,
    /// Waits for approval by staff.
    Pending,
    /// Suspended by staff.
    Suspended,
    /// Imported by an admin; waits for its owner to accept the invitation.
    Invited,
}

/// Account data available to other modules.
#[derive(Clone, Debug)]
pub struct AccountInfo {
    /// Id of the member.
    pub id: UserId,
    /// Verified address, or one below [`NO_MAILBOX`]. Personal: show [`address`](Self::address),
    /// and only where the caller may see it.
    pub email: String,
    /// Role of the member.
    pub role: Role,
    /// Time since which the member has the role.
    pub role_since: Timestamp,
    /// Whether the account may be used at present.
    pub standing: Standing,
    /// Whether signing in requires a second factor.
    pub second_factor: bool,
    /// Time of the last change of address or password since joining.
    pub sign_in_changed_at: Option<Timestamp>,
    /// The newest texts that the member agreed to; `None` before this was recorded.
    pub agreed: Option<Agreed>,
    /// Time of joining.
    pub created_at: Timestamp,
}

/// Agreement of a member to the terms of the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreed {
    /// Number of the texts' edition.
    pub edition: i64,
    /// Time at which the member agreed.
    pub at: Timestamp,
}

/// Domain of the address that stands in the account of a member without one. Mail to it goes to the
/// member's delegate. RFC 2606 reserves `.invalid`, so that nobody can own it.
pub const NO_MAILBOX: &str = "no-mailbox.invalid";

impl AccountInfo {
    /// Returns the address; `None` for a member without one.
    pub fn address(&self) -> Option<&str> {
        without_address(&self.email).is_none().then_some(&*self.email)
    }

    /// Checks whether the account is neither suspended nor waiting for approval or its owner.
    pub fn is_active(&self) -> bool {
        self.standing == Standing::Active
    }
}

/// Change of a member's credentials, with proof of identity.
#[derive(Clone, Default)]
pub struct SignInChange {
    /// Current password.
    pub current_password: String,
    /// Code of the second factor, where one is set up.
    pub code: Option<String>,
    /// New password.
    pub password: Option<String>,
    /// New address; takes effect once its owner has proved it.
    pub email: Option<String>,
}

impl fmt::Debug for SignInChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SignInChange").field("email", &self.email).finish_non_exhaustive()
    }
}

/// Ways to become a member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignUpPolicy {
    /// Registration policy.
    pub registration: Registration,
    /// Name of the social sign-in provider, where there is one.
    pub social: Option<String>,
}

/// Results of an invitation so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Invitations {
    /// Number of addresses that began to sign up with it, each counted once a month.
    pub invited: u64,
    /// Number of members who joined with it.
    pub joined: u64,
}

/// Invitation that a member joined with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Code of the invitation; the port `People` knows the inviter.
    pub code: String,
    /// [`grant_key`](Accounts::grant_key) of the member.
    pub grant_key: String,
}

/// Circumstances in which an account is deleted.
#[derive(Clone, Copy, Debug)]
pub enum Leave<'a> {
    /// The member wants it, and has confirmed that it is them.
    Own {
        /// Whether they give up the pounds in their wallet.
        give_up: bool,
    },
    /// An admin does it on behalf of the member.
    ByStaff {
        /// Id of the admin.
        actor: &'a UserId,
        /// Reason, which the audit log keeps and the member is told.
        reason: &'a str,
    },
}

/// Data of a member whom an admin writes down, with checked values.
#[derive(Clone, Debug)]
pub struct MemberDetails {
    /// First name.
    pub firstname: String,
    /// Last name.
    pub lastname: String,
    /// Telephone number; may be empty.
    pub phone: String,
    /// Town or village of residence.
    pub location: Option<String>,
    /// Text about the member; may be empty.
    pub bio: String,
}

/// Returns the member without an address whose account has the address `email`.
pub fn without_address(email: &str) -> Option<UserId> {
    let (id, domain) = email.rsplit_once('@')?;
    (domain == NO_MAILBOX).then(|| UserId(id.to_owned()))
}

/// Adds steps and events to a write of another module.
pub type AlsoWrite = Box<dyn for<'a> FnOnce(Write<'a>) -> Write<'a> + Send>;

/// Accounts and roles. Offered by auth.
#[async_trait]
pub trait Accounts: Send + Sync + 'static {
    /// Returns the accounts among `ids` that exist, in no particular order.
    async fn find(&self, ids: &[UserId]) -> Result<Vec<AccountInfo>, ApiError>;

    /// Returns the account of the address `email`, regardless of case.
    async fn by_email(&self, email: &str) -> Result<Option<AccountInfo>, ApiError>;

    /// Returns those of `emails` that have an account, regardless of case.
    async fn known_addresses(&self, emails: &[String]) -> Result<HashSet<String>, ApiError>;

    /// Prepares an account of the address `email` without password, with a profile that nobody
    /// sees. It can be used once its owner has accepted the invitation, which is mailed later, a
    /// few at a time. Returns the id and the parts of the write that creates it, which fails with
    /// `AlreadyExists` if the address has an account by then.
    async fn import(
        &self,
        email: &str,
        member: MemberDetails,
    ) -> Result<(UserId, Vec<Fragment>), ApiError>;

    /// Opens the account `id` that nobody can sign in to, with a listed profile, on behalf of the
    /// admin `actor`, to whom the member has agreed to the texts on paper. It has an audit entry.
    /// `also` adds to the same write.
    async fn open_without_address(
        &self,
        actor: &UserId,
        id: UserId,
        member: MemberDetails,
        also: AlsoWrite,
    ) -> Result<(), ApiError>;

    /// Lists accounts, newest first; `search` matches the beginning of the address.
    async fn list(
        &self,
        search: Option<&str>,
        standing: Option<Standing>,
        page: &PageQuery,
    ) -> Result<Page<AccountInfo>, ApiError>;

    /// Returns the admins who can sign in.
    async fn admins(&self) -> Result<Vec<AccountInfo>, ApiError>;

    /// Returns the moderators and admins who can sign in.
    async fn staff(&self) -> Result<Vec<AccountInfo>, ApiError>;

    /// Gives `user` a role on behalf of `actor`, with an audit entry. 409 if the last admin would
    /// lose the role.
    async fn set_role(
        &self,
        actor: &UserId,
        user: &UserId,
        role: Role,
    ) -> Result<AccountInfo, ApiError>;

    /// Returns the number of accounts.
    async fn count(&self) -> Result<u64, ApiError>;

    /// Returns the number of active accounts.
    async fn count_active(&self) -> Result<u64, ApiError>;

    /// Returns the number of accounts at the end of each of `months`, of those that exist today.
    async fn counts(&self, months: &Months) -> Result<Vec<u64>, ApiError>;

    /// Returns the number of applicants who wait for approval; counts to a hundred at most.
    async fn count_waiting(&self) -> Result<u64, ApiError>;

    /// Makes the owner of `email` an admin, with an audit entry by the operator; without an
    /// account, prepares a single-use link to create one.
    async fn add_admin(&self, email: &str) -> Result<NewAdmin, ApiError>;

    /// Returns a single-use link to create the first admin, or `None` once there is one. It is
    /// valid for 24 hours; a new one voids the old.
    async fn first_admin_link(&self) -> Result<Option<String>, ApiError>;

    /// Approves an applicant on behalf of `actor` and notifies them. 409 when the account does not
    /// wait for approval.
    async fn approve(&self, actor: &UserId, user: &UserId) -> Result<AccountInfo, ApiError>;

    /// Declines an applicant: deletes account and profile, mails them the reason, and frees the
    /// address. 409 when the account does not wait for approval.
    async fn decline(&self, actor: &UserId, user: &UserId, reason: &str) -> Result<(), ApiError>;

    /// Suspends a member and ends all their sessions at once. 409 for an account that is not
    /// active, and for the last admin.
    async fn suspend(
        &self,
        actor: &UserId,
        user: &UserId,
        reason: &str,
    ) -> Result<AccountInfo, ApiError>;

    /// Reinstates a suspended member. 409 when the member is not suspended.
    async fn reinstate(&self, actor: &UserId, user: &UserId) -> Result<AccountInfo, ApiError>;

    /// Returns the parts of a write that reinstates a suspended member on behalf of `actor`, with
    /// an audit entry. It fails with `auth.not_suspended` if the member is not suspended. The
    /// caller notifies the member, and notes that the decision is reversed.
    async fn reinstating(&self, actor: &UserId, user: &UserId) -> Result<Vec<Fragment>, ApiError>;

    /// Removes the second factor of a member who lost it, and notifies them. 409 when there is
    /// none.
    async fn reset_second_factor(
        &self,
        actor: &UserId,
        user: &UserId,
    ) -> Result<AccountInfo, ApiError>;

    /// Ends all sessions of a member, and other access that needs none, such as a calendar's secret
    /// address, on behalf of `actor`.
    async fn sign_out(&self, actor: &UserId, user: &UserId) -> Result<AccountInfo, ApiError>;

    /// Deletes an account with its profile: all sessions end at once, the address is free again,
    /// what the modules keep about the member is erased afterwards, and the member is told by mail.
    /// 409 for an [obstacle](super::Departures::obstacles), for the last admin, and for applicants;
    /// staff cannot delete their own account this way, nor that of an admin.
    async fn leave(&self, user: &UserId, leave: Leave<'_>) -> Result<(), ApiError>;

    /// Changes password or address of the caller. A wrong password is a 422 for `password`, a
    /// missing code a 403, a wrong code a 422 for `code`. A new password ends all other sessions; a
    /// new address is sent a code.
    async fn change_sign_in(&self, caller: &Caller, change: SignInChange) -> Result<(), ApiError>;

    /// Checks that the caller knows the password of their account, and the code of the second
    /// factor where one is set up. Refuses like [`change_sign_in`](Self::change_sign_in), a wrong
    /// password with a 422 for `currentPassword`.
    async fn confirm(
        &self,
        caller: &Caller,
        password: String,
        code: Option<&str>,
    ) -> Result<(), ApiError>;

    /// Returns the ways to become a member.
    fn sign_up_policy(&self) -> SignUpPolicy;

    /// Returns the results of the invitation `code` so far.
    async fn invitations(&self, code: &str) -> Result<Invitations, ApiError>;

    /// Returns the key under which token grants to the person are counted: a keyed hash of the
    /// current address, equal for all spellings of one mailbox. `None` when there is no such
    /// account.
    async fn grant_key(&self, user: &UserId) -> Result<Option<String>, ApiError>;

    /// Returns the invitation that `user` joined with, if any.
    async fn invitation_of(&self, user: &UserId) -> Result<Option<Invitation>, ApiError>;
}

/// Outcome of [`Accounts::add_admin`].
#[derive(Clone, Debug)]
pub enum NewAdmin {
    /// The account existed and is an admin now.
    Promoted(AccountInfo),
    /// There is no account; anybody who opens this link can create one.
    Link(String),
}
