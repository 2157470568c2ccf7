//! What may become of a booking: every status, every change, who may make it, and when.

mod window;
mod words;

use sparkyard_kernel::Timestamp;

use window::window;
pub(crate) use window::{Moment, UNDO_WITHIN};
pub(crate) use words::{Action, Actor, Outcome, Status};

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

    /// It ended without a service that anybody could argue about.
    pub(crate) fn came_to_nothing(self) -> bool {
        self.status == Status::Cancelled
            || (self.status, self.last) == (Status::Rejected, Action::Reject)
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

/// Why an action is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refused {
    /// Not in this status, or not for this actor.
    #[error("a booking that is {0} does not allow this")]
    Status(Status),
    /// Not before this moment.
    #[error("{0:?} is possible from {1}")]
    TooEarly(Action, Timestamp),
    /// Not any more.
    #[error("{0:?} is no longer possible")]
    TooLate(Action),
}

/// What `actor` brings about by `action` at this moment.
pub(crate) fn next(
    state: State,
    action: Action,
    actor: Actor,
    moment: &Moment,
) -> Result<Next, Refused> {
    let next = allowed(state, action, actor)?;
    if next == Next::Unchanged {
        return Ok(next);
    }
    let window = window(state.status, action, actor, moment);
    match (window.from, window.until) {
        (Some(from), _) if moment.now < from => Err(Refused::TooEarly(action, from)),
        (_, Some(until)) if moment.now >= until => Err(Refused::TooLate(action)),
        _ => Ok(next),
    }
}

/// Until just before when `actor` may do `action`, which they may do now; `None` where there is no
/// such moment.
pub(crate) fn until(
    state: State,
    action: Action,
    actor: Actor,
    moment: &Moment,
) -> Option<Timestamp> {
    window(state.status, action, actor, moment).until
}

/// What `actor` brings about by `action`, whenever that may be.
#[expect(clippy::match_same_arms, reason = "a line for each row reads as the table it is")]
fn allowed(state: State, action: Action, actor: Actor) -> Result<Next, Refused> {
    use Action::{
        Abandon, Accept, Cancel, Complete, DecideRefund, DecideRelease, DecideSplit, Dispute,
        Expire, Reject, Release, Start, Undo,
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
        (InProgress, Undo, Client) => (Accepted, Settlement::Keep),
        (Accepted, Cancel, Client) => (Cancelled, Settlement::RefundByPolicy),
        (Accepted, Cancel, Provider) => (Cancelled, Settlement::Refund),
        (Accepted | InProgress, Abandon, System) => (Cancelled, Settlement::Refund),
        (Accepted | InProgress, Complete, Provider) => (Completed, Settlement::Keep),
        (InProgress, Complete, Client) => (Completed, Settlement::Release),
        (Accepted | InProgress, Dispute, Client | Provider | System) => {
            (Disputed, Settlement::Keep)
        }
        (Completed, Complete, Client) if unreleased => (Completed, Settlement::Release),
        (Completed, Release, System) if unreleased => (Completed, Settlement::Release),
        (Completed, Dispute, Client | Provider | System) if unreleased => {
            (Disputed, Settlement::Keep)
        }
        (Disputed, DecideRelease, Admin) => (Completed, Settlement::Release),
        (Disputed, DecideSplit, Admin) => (Completed, Settlement::Split),
        (Disputed, DecideRefund, Admin) => (Rejected, Settlement::Refund),
        (status, ..) => return Err(Refused::Status(status)),
    };
    Ok(Next::Change(Transition { to, settlement }))
}

#[cfg(test)]
mod tests;
