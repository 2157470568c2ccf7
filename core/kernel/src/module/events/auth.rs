//! Events of accounts.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::UserId;

/// A member has registered.
pub const REGISTERED: Topic<Registered> = Topic::new("auth.registered");
/// Somebody has applied for membership and waits for approval by staff.
pub const APPLIED: Topic<Applied> = Topic::new("auth.applied");
/// Staff have approved or declined an application.
pub const APPLICATION_DECIDED: Topic<Applied> = Topic::new("auth.application_decided");
/// Staff have suspended a member.
pub const SUSPENDED: Topic<Suspended> = Topic::new("auth.suspended");
/// Staff have reinstated a suspended member.
pub const REINSTATED: Topic<Reinstated> = Topic::new("auth.reinstated");
/// An account was handed to the owner of its email address.
pub const CLAIMED: Topic<Claimed> = Topic::new("auth.claimed");
/// A member has left: the account is deleted, and what is kept of the member is to be erased.
pub const DELETED: Topic<Deleted> = Topic::new("auth.deleted");
/// Everything that acts for a member without a sign-in is void: the member took the account back,
/// changed the password, or asked for revocation.
pub const ACCESS_REVOKED: Topic<AccessRevoked> = Topic::new("auth.access_revoked");
/// A password reset link was requested. The account is looked up only after the response, so that
/// neither the response nor its timing reveals whether one exists.
pub const RESET_ASKED: Topic<ResetAsked> = Topic::new("auth.reset_asked");

/// Payload of [`REGISTERED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Registered {
    /// Id of the new member.
    pub user_id: UserId,
    /// Peppered hash of the email address.
    pub email_key: String,
    /// Referral code the member joined with.
    pub referral_code: Option<String>,
}

/// Payload of [`APPLIED`] and [`APPLICATION_DECIDED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Applied {
    /// Id of the applicant.
    pub user_id: UserId,
}

/// Payload of [`SUSPENDED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Suspended {
    /// Id of the member.
    pub user_id: UserId,
    /// Reason, in the words of staff.
    pub reason: String,
}

/// Payload of [`REINSTATED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Reinstated {
    /// Id of the member.
    pub user_id: UserId,
}

/// Payload of [`CLAIMED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Claimed {
    /// Id of the account's owner.
    pub user_id: UserId,
    /// Identity provider that confirmed the address: `Google`.
    pub provider: String,
}

/// Payload of [`DELETED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Deleted {
    /// Id of the former member.
    pub user_id: UserId,
}

/// Payload of [`ACCESS_REVOKED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct AccessRevoked {
    /// Id of the member.
    pub user_id: UserId,
}

/// Payload of [`RESET_ASKED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct ResetAsked {
    /// Address as typed.
    pub email: String,
}
