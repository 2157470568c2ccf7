//! Events of checks of members by the operator.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{ItemId, UserId};

/// A check of a member was recorded or withdrawn, runs out soon, or has run out.
pub const CHECK_CHANGED: Topic<CheckChanged> = Topic::new("vetting.changed");

/// Payload of [`CHECK_CHANGED`].
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct CheckChanged {
    /// Id of the member.
    pub user_id: UserId,
    /// Id of the check.
    pub check_id: ItemId,
    /// Title of the check.
    pub check: String,
    /// What happened.
    pub step: CheckStep,
    /// Last day on which it counts, as `2026-12-24`; `None` if it holds for ever or is withdrawn.
    pub until: Option<String>,
    /// Reason of a withdrawal, as given by the admin.
    pub reason: Option<String>,
}

/// What happened to a check of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
#[surreal(rename_all = "snake_case", untagged)]
pub enum CheckStep {
    /// An admin recorded that the member passed it.
    Recorded,
    /// An admin withdrew it.
    Withdrawn,
    /// It runs out within a month.
    RunsOut,
    /// It has run out.
    RanOut,
}
