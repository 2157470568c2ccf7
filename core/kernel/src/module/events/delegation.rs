//! Events of delegates, who act for other members.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::UserId;

/// A delegate was appointed or asked for, a member accepted, or a delegation ended.
pub const DELEGATION_CHANGED: Topic<DelegationChanged> = Topic::new("delegation.changed");

/// Payload of [`DELEGATION_CHANGED`].
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct DelegationChanged {
    /// Id of the member.
    pub member_id: UserId,
    /// Id of the delegate.
    pub delegate_id: UserId,
    /// Member, delegate or admin who did it.
    pub by: UserId,
    /// Step that was taken.
    pub step: DelegationStep,
    /// Reason of an end, as given by an admin.
    pub reason: Option<String>,
}

/// Step of a delegation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
#[surreal(rename_all = "snake_case", untagged)]
pub enum DelegationStep {
    /// An admin asks the member to accept a delegate.
    Asked,
    /// An admin appointed the delegate of a member without an address.
    Appointed,
    /// The member accepted the delegate.
    Accepted,
    /// It ended.
    Ended,
}
