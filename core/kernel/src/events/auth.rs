//! What becomes of accounts.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::UserId;

/// Somebody has become a member.
pub const REGISTERED: Topic<Registered> = Topic::new("auth.registered");
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
