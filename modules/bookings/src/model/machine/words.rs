//! Vocabulary of the state machine: statuses, actors, outcomes and actions.

use std::fmt;

use poem_openapi::Enum;
use surrealdb::types::SurrealValue;

/// Status of a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "BookingStatus", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Status {
    /// Waiting for the provider's answer.
    Pending,
    /// Accepted by the provider.
    Accepted,
    /// In progress.
    InProgress,
    /// Completed. The money may still await its release.
    Completed,
    /// Declined by the provider, or refunded after a dispute.
    Rejected,
    /// Cancelled, or lapsed.
    Cancelled,
    /// Frozen until an admin decides.
    Disputed,
}

impl fmt::Display for Status {
    /// Writes the status in words.
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

/// Part in which somebody acts on a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "BookingActor", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Actor {
    /// The member who requested the booking.
    Client,
    /// The member who offers the skill.
    Provider,
    /// An admin who decides disputes.
    Admin,
    /// The system, as time passes.
    System,
}

/// Outcome of a dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "DisputeOutcome", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Outcome {
    /// The provider is paid in full.
    Release,
    /// The client is refunded in full.
    Refund,
    /// The money is divided.
    Split,
}

/// Action on a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Action {
    /// Requests it; the first action of every booking.
    Request,
    /// Accepts the request.
    Accept,
    /// Declines the request.
    Reject,
    /// Starts the service.
    Start,
    /// Undoes the start.
    Undo,
    /// Completes the service; by the client, this also pays.
    Complete,
    /// Cancels the booking.
    Cancel,
    /// Opens a dispute, for an admin to decide.
    Dispute,
    /// Decides a dispute: pays the provider in full.
    DecideRelease,
    /// Decides a dispute: refunds the client in full.
    DecideRefund,
    /// Decides a dispute: divides the money.
    DecideSplit,
    /// Expires an unanswered request.
    Expire,
    /// Cancels an uncompleted booking.
    Abandon,
    /// Ends a booking whose card payment the client's bank has taken back.
    ChargeBack,
    /// Pays a completion by the provider that nobody disputed.
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
