//! The words of the state machine: statuses, people, outcomes and actions.

use std::fmt;

use poem_openapi::Enum;
use surrealdb::types::SurrealValue;

/// Where a booking stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "BookingStatus", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Status {
    /// Waits for the provider's answer.
    Pending,
    /// The provider will come.
    Accepted,
    /// The service is under way.
    InProgress,
    /// Done. The money may still wait for its release.
    Completed,
    /// Refused by the provider, or refunded after a dispute.
    Rejected,
    /// Called off, or lapsed.
    Cancelled,
    /// Frozen until an admin decides.
    Disputed,
}

impl fmt::Display for Status {
    /// As a person would say it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pending => "pending",
            Self::Accepted => "accepted",
            Self::InProgress => "in progress",
            Self::Completed => "completed",
            Self::Rejected => "rejected",
            Self::Cancelled => "cancelled",
            Self::Disputed => "disputed",
        })
    }
}

/// In what part somebody acts on a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Actor {
    /// Who asked for it.
    Client,
    /// Who was asked.
    Provider,
    /// Who decides disputes.
    Admin,
    /// Time.
    System,
}

/// How an admin decides a dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "DisputeOutcome", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Outcome {
    /// All to the provider.
    Release,
    /// All back to the client.
    Refund,
    /// Part to each.
    Split,
}

/// What can be done to a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Action {
    /// Ask for it: how every booking begins.
    Request,
    /// Say yes.
    Accept,
    /// Say no.
    Reject,
    /// Begin the service.
    Start,
    /// Take back that it began.
    Undo,
    /// Call it done; by the client, this also pays.
    Complete,
    /// Call it off.
    Cancel,
    /// Ask an admin to decide.
    Dispute,
    /// Decide a dispute: all to the provider.
    DecideRelease,
    /// Decide a dispute: all back to the client.
    DecideRefund,
    /// Decide a dispute: part to each.
    DecideSplit,
    /// Lapse for want of an answer.
    Expire,
    /// Lapse for want of completion.
    Abandon,
    /// Pay what the provider completed and nobody disputed.
    Release,
}

impl From<Outcome> for Action {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Release => Self::DecideRelease,
            Outcome::Refund => Self::DecideRefund,
            Outcome::Split => Self::DecideSplit,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Release => "release",
            Self::Refund => "refund",
            Self::Split => "split",
        })
    }
}
