//! The words of the state machine: statuses, people, outcomes and actions.

use std::fmt;

use poem_openapi::Enum;

/// Where a booking stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "BookingStatus", rename_all = "snake_case")]
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

impl Status {
    /// All of them.
    pub(crate) const ALL: [Self; 7] = [
        Self::Pending,
        Self::Accepted,
        Self::InProgress,
        Self::Completed,
        Self::Rejected,
        Self::Cancelled,
        Self::Disputed,
    ];

    /// As stored and sent.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Accepted => "accepted",
            Self::InProgress => "in_progress",
            Self::Completed => "completed",
            Self::Rejected => "rejected",
            Self::Cancelled => "cancelled",
            Self::Disputed => "disputed",
        }
    }

    /// As a person would say it.
    pub(crate) const fn in_words(self) -> &'static str {
        match self {
            Self::InProgress => "in progress",
            other => other.as_str(),
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// In what part somebody acts on a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl Actor {
    /// All of them.
    pub(crate) const ALL: [Self; 4] = [Self::Client, Self::Provider, Self::Admin, Self::System];

    /// As stored.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Provider => "provider",
            Self::Admin => "admin",
            Self::System => "system",
        }
    }
}

/// How an admin decides a dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "DisputeOutcome", rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// All to the provider.
    Release,
    /// All back to the client.
    Refund,
    /// Part to each.
    Split,
}

impl Outcome {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Release, Self::Refund, Self::Split];

    /// As stored and sent.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Refund => "refund",
            Self::Split => "split",
        }
    }
}

/// What can be done to a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Ask for it: how every booking begins.
    Request,
    /// Say yes.
    Accept,
    /// Say no.
    Reject,
    /// Begin the service.
    Start,
    /// Call it done; by the client, this also pays.
    Complete,
    /// Call it off.
    Cancel,
    /// Ask an admin to decide.
    Dispute,
    /// Decide a dispute.
    Decide(Outcome),
    /// Lapse for want of an answer.
    Expire,
    /// Lapse for want of completion.
    Abandon,
    /// Pay what the provider completed and nobody disputed.
    Release,
}

impl Action {
    /// All of them.
    pub(crate) const ALL: [Self; 13] = [
        Self::Request,
        Self::Accept,
        Self::Reject,
        Self::Start,
        Self::Complete,
        Self::Cancel,
        Self::Dispute,
        Self::Decide(Outcome::Release),
        Self::Decide(Outcome::Refund),
        Self::Decide(Outcome::Split),
        Self::Expire,
        Self::Abandon,
        Self::Release,
    ];

    /// As stored.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Start => "start",
            Self::Complete => "complete",
            Self::Cancel => "cancel",
            Self::Dispute => "dispute",
            Self::Decide(Outcome::Release) => "decide_release",
            Self::Decide(Outcome::Refund) => "decide_refund",
            Self::Decide(Outcome::Split) => "decide_split",
            Self::Expire => "expire",
            Self::Abandon => "abandon",
            Self::Release => "release",
        }
    }
}
