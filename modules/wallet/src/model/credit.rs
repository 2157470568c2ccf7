//! Sparks that members may owe.

use sparkyard_kernel::{Sparks, UserId};
use surrealdb::types::SurrealValue;

/// Spark account of a member.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Credit {
    pub(crate) user_id: UserId,
    pub(crate) balance: Sparks,
    /// Limit of the member's own; without one, the site's applies.
    pub(crate) own_limit: Option<Sparks>,
}

impl Credit {
    /// Returns the account of a member who has had no sparks.
    pub(crate) fn none(user_id: UserId) -> Self {
        Self { user_id, balance: Sparks::ZERO, own_limit: None }
    }
}

/// Spark account of a member, for admins.
#[derive(Clone, Debug)]
pub(crate) struct CreditForViewer {
    pub(crate) credit: Credit,
    /// Name of the member; empty for a former one.
    pub(crate) name: String,
    /// Limit in force.
    pub(crate) limit: Sparks,
}
