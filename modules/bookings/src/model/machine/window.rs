//! When a change may be made: nothing that commits somebody or moves money to them happens
//! outside its time.

use std::time::Duration;

use sparkyard_kernel::Timestamp;

use super::{Action, Actor, Status};

/// A client may say that the service has begun this long before the booked time.
const START_BEFORE: Duration = Duration::from_hours(1);
/// They may take that back for this long.
pub(crate) const UNDO_WITHIN: Duration = Duration::from_mins(5);

/// Now, and the moments of a booking that decide what may happen to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    /// By the one clock.
    pub(crate) now: Timestamp,
    /// The booked time.
    pub(crate) starts_at: Timestamp,
    /// Before then nobody is paid: some of the service must have been given.
    pub(crate) payable_at: Timestamp,
    /// Until when a client may take back that the service began; `None` when they cannot.
    pub(crate) undo_until: Option<Timestamp>,
    /// When time itself changes the booking, if nobody does before.
    pub(crate) due_at: Option<Timestamp>,
}

/// From when, and until just before when; open where there is no such moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) from: Option<Timestamp>,
    pub(super) until: Option<Timestamp>,
}

/// When `actor` may do `action` to a booking in `status`, if they ever may.
#[expect(clippy::match_same_arms, reason = "a line for each row reads as the table it is")]
pub(super) fn window(status: Status, action: Action, actor: Actor, moment: &Moment) -> Window {
    use Action::{
        Abandon, Accept, Cancel, Complete, DecideRelease, DecideSplit, Dispute, Expire, Reject,
        Release, Undo,
    };
    use Actor::{Admin, Client, Provider, System};
    use Status::{Accepted, Completed, Disputed, InProgress, Pending};

    let (date, payable, due) = (Some(moment.starts_at), Some(moment.payable_at), moment.due_at);
    let (from, until) = match (status, action, actor) {
        (Pending, Accept | Reject, Provider) => (None, due),
        (Pending, Expire, System) => (due, None),
        (Accepted, Action::Start, Client) => (Some(moment.starts_at - START_BEFORE), due),
        (InProgress, Undo, Client) => (None, moment.undo_until.or(Some(moment.now))),
        // Once the provider may have come, calling it off would take their pay away.
        (Accepted, Cancel, Client) => (None, date),
        (Accepted, Dispute, Client | Provider) => (date, None),
        (Accepted | InProgress, Complete, Provider) => (date, due),
        (InProgress, Complete, Client) => (payable, due),
        (Accepted | InProgress, Abandon | Dispute, System) => (due, None),
        (Completed, Complete, Client) => (payable, None),
        (Completed, Release | Dispute, System) => (due, None),
        (Disputed, DecideRelease | DecideSplit, Admin) => (payable, None),
        _ => (None, None),
    };
    Window { from, until }
}
