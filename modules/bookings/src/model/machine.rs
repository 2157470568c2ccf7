//! State machine of bookings: statuses, transitions, permitted actors and time limits.

mod window;
mod words;

use sparkyard_kernel::Timestamp;

use window::window;
pub(crate) use window::{Moment, UNDO_WITHIN};
pub(crate) use words::{Action, Actor, Outcome, Status};

/// State that determines the possible transitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// Current status.
    pub(crate) status: Status,
    /// Action of the last transition.
    pub(crate) last: Action,
    /// Actor of the last transition.
    pub(crate) by: Actor,
}

impl State {
    /// State of a new request.
    pub(crate) const REQUESTED: Self =
        Self { status: Status::Pending, last: Action::Request, by: Actor::Client };

    /// Checks whether the provider has completed the booking and the money is not yet released.
    pub(crate) fn awaits_release(self) -> bool {
        self.status == Status::Completed
            && self.last == Action::Complete
            && self.by == Actor::Provider
    }

    /// Checks whether the booking ended without a service that could be disputed.
    pub(crate) fn came_to_nothing(self) -> bool {
        self.status == Status::Cancelled
            || (self.status, self.last) == (Status::Rejected, Action::Reject)
    }

    /// Checks whether no further transition is possible.
    pub(crate) fn is_closed(self) -> bool {
        match self.status {
            Status::Rejected | Status::Cancelled => true,
            Status::Completed => !self.awaits_release(),
            Status::Pending | Status::Accepted | Status::InProgress | Status::Disputed => false,
        }
    }
}

/// Effect of a transition on the money in escrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Settlement {
    /// Stays in escrow.
    Keep,
    /// Refunded to the client in full.
    Refund,
    /// Refunded as far as the cancellation policy says.
    RefundByPolicy,
    /// Paid to the provider in full.
    Release,
    /// Divided by an admin's decision.
    Split,
}

/// A permitted transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Transition {
    /// Status after the transition.
    pub(crate) to: Status,
    /// Effect on the money.
    pub(crate) settlement: Settlement,
}

impl Transition {
    /// Checks whether money leaves escrow.
    pub(crate) fn moves_money(self) -> bool {
        self.settlement != Settlement::Keep
    }
}

/// Outcome of a permitted action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The transition applies.
    Change(Transition),
    /// The actor repeats their own last action: succeeds without a change.
    Unchanged,
}

/// Reason why an action is not permitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The status or the actor does not allow it.
    Status(Status),
    /// Not before this time.
    TooEarly(Action, Timestamp),
    /// No longer possible.
    TooLate(Action),
    /// The money moves nowhere while the card payment is disputed at the bank.
    Frozen,
}

/// Returns the outcome of `action` by `actor` at `moment`.
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

/// Returns the deadline, exclusive, of an action that is possible now; `None` if there is none.
pub(crate) fn until(
    state: State,
    action: Action,
    actor: Actor,
    moment: &Moment,
) -> Option<Timestamp> {
    window(state.status, action, actor, moment).until
}

/// Returns the outcome of `action` by `actor`, regardless of time.
#[expect(clippy::match_same_arms, reason = "a line for each row reads as the table it is")]
fn allowed(state: State, action: Action, actor: Actor) -> Result<Next, Refused> {
    use Action::{
        Abandon, Accept, Cancel, ChargeBack, Complete, DecideRefund, DecideRelease, DecideSplit,
        Dispute, Expire, Reject, Release, Start, Undo,
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
        // The client's bank has given the money back to them.
        (Accepted | InProgress | Disputed, ChargeBack, System) => (Cancelled, Settlement::Refund),
        (Completed, ChargeBack, System) if unreleased => (Cancelled, Settlement::Refund),
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
