//! Cash paid in by hand.

use poem_openapi::Enum;
use sparkyard_kernel::{CashInId, Money, Timestamp, UserId};
use surrealdb::types::SurrealValue;

/// Status of cash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum CashInStatus {
    /// Recorded by one admin, and credited.
    Recorded,
    /// Waits for another admin.
    Pending,
    /// Approved by another admin, and credited.
    Approved,
    /// Refused or withdrawn.
    Refused,
    /// Not decided in time.
    Lapsed,
}

/// Cash that an admin was handed.
pub(crate) struct NewCashIn<'a> {
    pub(crate) id: CashInId,
    pub(crate) admin: &'a UserId,
    pub(crate) user: &'a UserId,
    pub(crate) amount: Money,
    pub(crate) note: &'a str,
    /// Limit per day for this admin alone and this member.
    pub(crate) alone: Money,
    /// Limit per day for this admin alone and all members together.
    pub(crate) total: Money,
    pub(crate) day: String,
    pub(crate) newest: String,
    pub(crate) at: Timestamp,
    /// Time from which it can no longer be approved, if that is needed.
    pub(crate) lapses_at: Timestamp,
}

/// Cash that needs the approval of another admin.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct CashIn {
    pub(crate) id: CashInId,
    pub(crate) user_id: UserId,
    pub(crate) amount: Money,
    pub(crate) note: String,
    pub(crate) status: CashInStatus,
    pub(crate) asked_by: UserId,
    pub(crate) asked_at: Timestamp,
    pub(crate) lapses_at: Timestamp,
    pub(crate) decided_by: Option<UserId>,
    pub(crate) decided_at: Option<Timestamp>,
    pub(crate) newest: String,
}

/// Result of recording cash.
#[derive(Clone, Debug)]
pub(crate) struct RecordedCash {
    pub(crate) id: CashInId,
    pub(crate) at: Timestamp,
    /// Whether it was credited, or waits for another admin.
    pub(crate) status: CashInStatus,
}

/// Decision of another admin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum CashInDecision {
    /// The cash exists: credit the member.
    Approve,
    /// The cash does not exist.
    Refuse,
}

impl CashInDecision {
    /// Returns the status after the decision.
    pub(crate) const fn status(self) -> CashInStatus {
        match self {
            Self::Approve => CashInStatus::Approved,
            Self::Refuse => CashInStatus::Refused,
        }
    }

    /// Returns the action name for the audit log.
    pub(crate) const fn action(self) -> &'static str {
        match self {
            Self::Approve => "wallet.cash_in_approved",
            Self::Refuse => "wallet.cash_in_refused",
        }
    }
}

/// A cash request as an admin sees it.
pub(crate) struct CashInForViewer {
    pub(crate) cash: CashIn,
    /// Whether this admin may approve it.
    pub(crate) may_approve: bool,
    /// Names of the member, the requesting and the deciding admin; empty for deleted accounts.
    pub(crate) names: [String; 3],
}
