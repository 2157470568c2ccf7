//! Time windows of actions: nothing that commits a member or pays them happens outside its window.

use std::time::Duration;

use sparkyard_kernel::Timestamp;

use super::{Action, Actor, Status};

/// Time before the booked start from which the client may start the service.
const START_BEFORE: Duration = Duration::from_hours(1);
/// Time for which the client may undo the start.
pub(crate) const UNDO_WITHIN: Duration = Duration::from_mins(5);

/// Current time, and the times of a booking that limit its actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    /// Current time, from the kernel's clock.
    pub(crate) now: Timestamp,
    /// The booked time.
    pub(crate) starts_at: Timestamp,
    /// Time before which nobody is paid, since some of the service must have been given.
    pub(crate) payable_at: Timestamp,
    /// Time until which the client may undo the start; `None` if they cannot.
    pub(crate) undo_until: Option<Timestamp>,
    /// Time at which the booking changes by itself, if nobody acts before.
    pub(crate) due_at: Option<Timestamp>,
}

/// A time window with an exclusive end; unbounded where `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) from: Option<Timestamp>,
    pub(super) until: Option<Timestamp>,
}

/// Returns the window in which `actor` may do `action`, if it is ever permitted.
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
        // Once the provider may have come, cancelling would take their pay away.
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
