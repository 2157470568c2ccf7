//! Claims: who takes care of a case.

use std::time::Duration;

use poem_openapi::Enum;
use sparkyard_kernel::{ItemId, Timestamp, UserId};
use surrealdb::types::SurrealValue;

/// Time after which a colleague may take over a claimed case.
pub(crate) const CLAIM_LASTS: Duration = Duration::from_hours(24);

/// Queue whose cases can be claimed. Contact messages, of the module for the site, keep their own
/// claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum ClaimQueue {
    /// Reports by members.
    Reports,
    /// Suggested skill names.
    Skills,
    /// Identity documents.
    Papers,
    /// Disputed bookings.
    Disputes,
    /// Applications for membership.
    Applicants,
    /// Withdrawals.
    Withdrawals,
    /// Appeals.
    Appeals,
    /// First posts of new members.
    Posts,
}

impl ClaimQueue {
    /// Checks whether only admins see and decide its cases.
    pub(crate) const fn is_for_admins(self) -> bool {
        matches!(self, Self::Papers | Self::Disputes | Self::Withdrawals)
    }

    /// Returns the word by which the queue is stored.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Reports => "reports",
            Self::Skills => "skills",
            Self::Papers => "papers",
            Self::Disputes => "disputes",
            Self::Applicants => "applicants",
            Self::Withdrawals => "withdrawals",
            Self::Appeals => "appeals",
            Self::Posts => "posts",
        }
    }
}

/// A claim of a case.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct CaseClaim {
    /// Id of the case in its queue.
    pub(crate) case: ItemId,
    /// The member of staff.
    pub(crate) by: UserId,
    pub(crate) at: Timestamp,
    /// Members whom the case concerns; they are not shown the claim.
    pub(crate) concerns: Vec<UserId>,
}

impl CaseClaim {
    /// Returns the time before which a claim has lapsed at `now`.
    pub(crate) fn lapsed(now: Timestamp) -> Timestamp {
        now - CLAIM_LASTS
    }
}
