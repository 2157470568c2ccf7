//! Cash handed to the community by hand.

use poem_openapi::Enum;
use sparkyard_kernel::{CashInId, Money, Timestamp, UserId};
use surrealdb::types::SurrealValue;

/// What became of cash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum CashInStatus {
    /// One admin recorded it, and the member has it.
    Recorded,
    /// It waits for another admin.
    Pending,
    /// Another admin approved it, and the member has it.
    Approved,
    /// It was refused, or withdrawn.
    Refused,
    /// Nobody decided about it in time.
    Lapsed,
}

/// Cash that an admin was handed.
pub(crate) struct NewCashIn<'a> {
    pub(crate) id: CashInId,
    pub(crate) admin: &'a UserId,
    pub(crate) user: &'a UserId,
    pub(crate) amount: Money,
    pub(crate) note: &'a str,
    /// What this admin alone may record for this member in a day.
    pub(crate) alone: Money,
    /// What this admin alone may record for all members together in a day.
    pub(crate) total: Money,
    pub(crate) day: String,
    pub(crate) newest: String,
    pub(crate) at: Timestamp,
    /// When it can no longer be approved, if another admin must.
    pub(crate) lapses_at: Timestamp,
}

/// Cash that one admin alone could not record.
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

/// Cash as it was recorded, or asked for.
#[derive(Clone, Debug)]
pub(crate) struct RecordedCash {
    pub(crate) id: CashInId,
    pub(crate) at: Timestamp,
    /// Whether it is credited, or waits for another admin.
    pub(crate) status: CashInStatus,
}

/// What another admin can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum CashInDecision {
    /// The cash is there: the member gets it.
    Approve,
    /// It is not.
    Refuse,
}

impl CashInDecision {
    /// What becomes of the cash.
    pub(crate) const fn status(self) -> CashInStatus {
        match self {
            Self::Approve => CashInStatus::Approved,
            Self::Refuse => CashInStatus::Refused,
        }
    }

    /// As the audit log calls it.
    pub(crate) const fn action(self) -> &'static str {
        match self {
            Self::Approve => "wallet.cash_in_approved",
            Self::Refuse => "wallet.cash_in_refused",
        }
    }
}

/// Cash that one admin asked for, and what became of it, as an admin sees it.
pub(crate) struct SeenCashIn {
    pub(crate) cash: CashIn,
    /// Whether this admin may approve it.
    pub(crate) may_approve: bool,
    /// Who gets it, who asked for it and who decided, by name; empty for those who are gone.
    pub(crate) names: [String; 3],
}
