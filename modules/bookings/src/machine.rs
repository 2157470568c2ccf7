//! What may become of a booking: every status, every change, and who may make it.

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

/// All that decides what may happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// Where the booking stands.
    pub(crate) status: Status,
    /// The change that brought it there.
    pub(crate) last: Action,
    /// Who made that change.
    pub(crate) by: Actor,
}

impl State {
    /// A new request.
    pub(crate) const REQUESTED: Self =
        Self { status: Status::Pending, last: Action::Request, by: Actor::Client };

    /// Completed by the provider, the money not yet released.
    pub(crate) fn awaits_release(self) -> bool {
        self.status == Status::Completed
            && self.last == Action::Complete
            && self.by == Actor::Provider
    }

    /// Nothing more can happen.
    pub(crate) fn is_closed(self) -> bool {
        match self.status {
            Status::Rejected | Status::Cancelled => true,
            Status::Completed => !self.awaits_release(),
            Status::Pending | Status::Accepted | Status::InProgress | Status::Disputed => false,
        }
    }
}

/// What a change does with the money in escrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Settlement {
    /// It stays.
    Keep,
    /// All goes back to the client.
    Refund,
    /// The cancellation policy says how much goes back.
    RefundByPolicy,
    /// All goes to the provider.
    Release,
    /// The admin says how much goes to whom.
    Split,
}

/// A change that is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Transition {
    /// The status it leads to.
    pub(crate) to: Status,
    /// What it does with the money.
    pub(crate) settlement: Settlement,
}

/// The machine's answer to an allowed action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Go on.
    Change(Transition),
    /// The actor repeats their own last change: nothing happens, successfully.
    Unchanged,
}

/// The action is not possible in this status, or not for this actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a booking that is {status} does not allow this")]
pub(crate) struct Refused {
    /// The present status.
    pub(crate) status: Status,
}

/// What `actor` brings about by `action`.
#[expect(clippy::match_same_arms, reason = "a line for each row reads as the table it is")]
pub(crate) fn next(state: State, action: Action, actor: Actor) -> Result<Next, Refused> {
    use Action::{
        Abandon, Accept, Cancel, Complete, Decide, Dispute, Expire, Reject, Release, Start,
    };
    use Actor::{Admin, Client, Provider, System};
    use Status::{Accepted, Cancelled, Completed, Disputed, InProgress, Pending, Rejected};

    if (state.last, state.by) == (action, actor) {
        return Ok(Next::Unchanged);
    }
    let unreleased = state.awaits_release();
    let (to, settlement) = match (state.status, action, actor) {
        (Pending, Accept, Provider) => (Accepted, Settlement::Keep),
        (Pending, Reject, Provider) => (Rejected, Settlement::Refund),
        (Pending, Cancel, Client) | (Pending, Expire, System) => (Cancelled, Settlement::Refund),
        (Accepted, Start, Client) => (InProgress, Settlement::Keep),
        (Accepted, Cancel, Client) => (Cancelled, Settlement::RefundByPolicy),
        (Accepted, Cancel, Provider) => (Cancelled, Settlement::Refund),
        (Accepted | InProgress, Abandon, System) => (Cancelled, Settlement::Refund),
        (Accepted | InProgress, Complete, Provider) => (Completed, Settlement::Keep),
        (InProgress, Complete, Client) => (Completed, Settlement::Release),
        (Accepted | InProgress, Dispute, Client | Provider) => (Disputed, Settlement::Keep),
        (Completed, Complete, Client) if unreleased => (Completed, Settlement::Release),
        (Completed, Release, System) if unreleased => (Completed, Settlement::Release),
        (Completed, Dispute, Client | Provider) if unreleased => (Disputed, Settlement::Keep),
        (Disputed, Decide(Outcome::Release), Admin) => (Completed, Settlement::Release),
        (Disputed, Decide(Outcome::Split), Admin) => (Completed, Settlement::Split),
        (Disputed, Decide(Outcome::Refund), Admin) => (Rejected, Settlement::Refund),
        (status, ..) => return Err(Refused { status }),
    };
    Ok(Next::Change(Transition { to, settlement }))
}

#[cfg(test)]
mod tests;
