//! What becomes of accounts.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::UserId;

/// Somebody has become a member.
pub const REGISTERED: Topic<Registered> = Topic::new("auth.registered");
/// Somebody asks to join, and waits for staff to let them in.
pub const APPLIED: Topic<Applied> = Topic::new("auth.applied");
/// Staff let in, or turned away, somebody who asked to join.
pub const APPLICATION_DECIDED: Topic<Applied> = Topic::new("auth.application_decided");
/// Staff keep a member out.
pub const SUSPENDED: Topic<Suspended> = Topic::new("auth.suspended");
/// Staff let a suspended member in again.
pub const REINSTATED: Topic<Reinstated> = Topic::new("auth.reinstated");
/// An account was handed to the owner of its address.
pub const CLAIMED: Topic<Claimed> = Topic::new("auth.claimed");
/// Somebody wants a link to set a new password. Whether there is an account is found out after
/// the answer, so that neither the answer nor its time can tell.
pub const RESET_ASKED: Topic<ResetAsked> = Topic::new("auth.reset_asked");

/// Payload of [`REGISTERED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Registered {
    /// Who.
    pub user_id: UserId,
    /// A peppered hash of their address.
    pub email_key: String,
    /// The invitation that they came with.
    pub referral_code: Option<String>,
}

/// Payload of [`APPLIED`] and [`APPLICATION_DECIDED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Applied {
    /// Who asked.
    pub user_id: UserId,
}

/// Payload of [`SUSPENDED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Suspended {
    /// Who.
    pub user_id: UserId,
    /// Why, in the words of staff.
    pub reason: String,
}

/// Payload of [`REINSTATED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Reinstated {
    /// Who.
    pub user_id: UserId,
}

/// Payload of [`CLAIMED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Claimed {
    /// Whose account it is.
    pub user_id: UserId,
    /// Who has told that the account's address is theirs: `Google`.
    pub provider: String,
}

/// Payload of [`RESET_ASKED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct ResetAsked {
    /// The address that was typed.
    pub email: String,
}
