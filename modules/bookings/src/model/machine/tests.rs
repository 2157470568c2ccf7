use std::{collections::HashSet, time::Duration};

use super::*;
use Action::{
    Abandon, Accept, Cancel, ChargeBack, Complete, DecideRefund, DecideRelease, DecideSplit,
    Dispute, Expire, Reject, Release, Request, Start, Undo,
};
use Actor::{Admin, Client, Provider, System};
use Status::{Accepted, Cancelled, Completed, Disputed, InProgress, Pending, Rejected};

const ACTIONS: [Action; 15] = [
    Request,
    Accept,
    Reject,
    Start,
    Undo,
    Complete,
    Cancel,
    Dispute,
    DecideRelease,
    DecideRefund,
    DecideSplit,
    Expire,
    Abandon,
    ChargeBack,
    Release,
];
const ACTORS: [Actor; 4] = [Client, Provider, Admin, System];

/// All reachable states, with the last action and actor.
const STATES: [(Status, Action, Actor); 19] = [
    (Pending, Request, Client),
    (Accepted, Accept, Provider),
    (Accepted, Undo, Client),
    (InProgress, Start, Client),
    (Completed, Complete, Provider),
    (Completed, Complete, Client),
    (Completed, Release, System),
    (Completed, DecideRelease, Admin),
    (Completed, DecideSplit, Admin),
    (Rejected, Reject, Provider),
    (Rejected, DecideRefund, Admin),
    (Cancelled, Cancel, Client),
    (Cancelled, Cancel, Provider),
    (Cancelled, Expire, System),
    (Cancelled, Abandon, System),
    (Cancelled, ChargeBack, System),
    (Disputed, Dispute, Client),
    (Disputed, Dispute, Provider),
    (Disputed, Dispute, System),
];

/// Time limits of a row.
#[derive(Clone, Copy, Debug)]
enum When {
    Always,
    /// Until the booking falls due.
    BeforeDue,
    /// Before the booked time.
    BeforeDate,
    /// For a while after the start.
    BeforeUndo,
    /// From the booked time.
    FromDate,
    /// From the booked time until the booking falls due.
    FromDateBeforeDue,
    /// From an hour before the booked time until the booking falls due.
    FromHourBeforeDue,
    /// Once the provider can be paid.
    FromPay,
    /// Once the provider can be paid, until the booking falls due.
    FromPayBeforeDue,
    /// Once the booking is due.
    FromDue,
}
use When::{
    Always, BeforeDate, BeforeDue, BeforeUndo, FromDate, FromDateBeforeDue, FromDue,
    FromHourBeforeDue, FromPay, FromPayBeforeDue,
};

/// The whole transition table: status, action, actor, next status, settlement, time limits. The
/// completed rows apply only while the provider's completion awaits its release.
const TABLE: [(Status, Action, Actor, Status, Settlement, When); 31] = [
    (Pending, Accept, Provider, Accepted, Settlement::Keep, BeforeDue),
    (Pending, Reject, Provider, Rejected, Settlement::Refund, BeforeDue),
    (Pending, Cancel, Client, Cancelled, Settlement::Refund, Always),
    (Pending, Expire, System, Cancelled, Settlement::Refund, FromDue),
    (Accepted, Start, Client, InProgress, Settlement::Keep, FromHourBeforeDue),
    (Accepted, Complete, Provider, Completed, Settlement::Keep, FromDateBeforeDue),
    (Accepted, Cancel, Client, Cancelled, Settlement::RefundByPolicy, BeforeDate),
    (Accepted, Cancel, Provider, Cancelled, Settlement::Refund, Always),
    (Accepted, Dispute, Client, Disputed, Settlement::Keep, FromDate),
    (Accepted, Dispute, Provider, Disputed, Settlement::Keep, FromDate),
    (Accepted, Abandon, System, Cancelled, Settlement::Refund, FromDue),
    (Accepted, ChargeBack, System, Cancelled, Settlement::Refund, Always),
    (Accepted, Dispute, System, Disputed, Settlement::Keep, FromDue),
    (InProgress, Undo, Client, Accepted, Settlement::Keep, BeforeUndo),
    (InProgress, Complete, Client, Completed, Settlement::Release, FromPayBeforeDue),
    (InProgress, Complete, Provider, Completed, Settlement::Keep, FromDateBeforeDue),
    (InProgress, Dispute, Client, Disputed, Settlement::Keep, Always),
    (InProgress, Dispute, Provider, Disputed, Settlement::Keep, Always),
    (InProgress, Abandon, System, Cancelled, Settlement::Refund, FromDue),
    (InProgress, ChargeBack, System, Cancelled, Settlement::Refund, Always),
    (InProgress, Dispute, System, Disputed, Settlement::Keep, FromDue),
    (Completed, Complete, Client, Completed, Settlement::Release, FromPay),
    (Completed, Release, System, Completed, Settlement::Release, FromDue),
    (Completed, Dispute, Client, Disputed, Settlement::Keep, Always),
    (Completed, Dispute, Provider, Disputed, Settlement::Keep, Always),
    (Completed, ChargeBack, System, Cancelled, Settlement::Refund, Always),
    (Completed, Dispute, System, Disputed, Settlement::Keep, FromDue),
    (Disputed, ChargeBack, System, Cancelled, Settlement::Refund, Always),
    (Disputed, DecideRelease, Admin, Completed, Settlement::Release, FromPay),
    (Disputed, DecideSplit, Admin, Completed, Settlement::Split, FromPay),
    (Disputed, DecideRefund, Admin, Rejected, Settlement::Refund, Always),
];

const HOUR: Duration = Duration::from_hours(1);
const MILLISECOND: Duration = Duration::from_millis(1);

fn date() -> Timestamp {
    "2026-03-04T10:00:00Z".parse().unwrap()
}

/// Returns moments around every time limit, for bookings due before, at and after their date.
fn moments() -> Vec<Moment> {
    let (starts_at, payable_at) = (date(), date() + HOUR / 2);
    let mut moments = Vec::new();
    for due_at in [starts_at - HOUR * 48, starts_at, starts_at + HOUR * 72] {
        let undo_until = starts_at - HOUR / 2;
        for edge in [starts_at - HOUR, undo_until, starts_at, payable_at, due_at] {
            for now in [edge - MILLISECOND, edge, edge + MILLISECOND] {
                for undo_until in [None, Some(undo_until)] {
                    let due_at = Some(due_at);
                    moments.push(Moment { now, starts_at, payable_at, undo_until, due_at });
                }
            }
        }
    }
    moments
}

/// Checks the time limits of a row, as the machine should.
fn in_time(action: Action, when: When, moment: &Moment) -> Result<(), Refused> {
    let Moment { now, starts_at, payable_at, undo_until, due_at } = *moment;
    let due = due_at.unwrap();
    let from = |from| match now < from {
        true => Err(Refused::TooEarly(action, from)),
        false => Ok(()),
    };
    let before = |until| match now >= until {
        true => Err(Refused::TooLate(action)),
        false => Ok(()),
    };
    match when {
        Always => Ok(()),
        BeforeDue => before(due),
        BeforeDate => before(starts_at),
        BeforeUndo => before(undo_until.unwrap_or(now)),
        FromDate => from(starts_at),
        FromDateBeforeDue => from(starts_at).and_then(|()| before(due)),
        FromHourBeforeDue => from(starts_at - HOUR).and_then(|()| before(due)),
        FromPay => from(payable_at),
        FromPayBeforeDue => from(payable_at).and_then(|()| before(due)),
        FromDue => from(due),
    }
}

fn expected(state: State, action: Action, actor: Actor, moment: &Moment) -> Result<Next, Refused> {
    if (state.last, state.by) == (action, actor) {
        return Ok(Next::Unchanged);
    }
    let row = TABLE.iter().find(|row| (row.0, row.1, row.2) == (state.status, action, actor));
    let open = state.status != Completed || (state.last, state.by) == (Complete, Provider);
    let Some(&(_, _, _, to, settlement, when)) = row.filter(|_| open) else {
        return Err(Refused::Status(state.status));
    };
    in_time(action, when, moment)?;
    Ok(Next::Change(Transition { to, settlement }))
}

fn states() -> impl Iterator<Item = State> {
    STATES.into_iter().map(|(status, last, by)| State { status, last, by })
}

/// Returns the transition of an action at any of the moments.
fn reached(state: State, action: Action, by: Actor) -> Option<(State, Transition)> {
    let next = moments().into_iter().map(|moment| next(state, action, by, &moment));
    let changes = next.filter_map(|next| match next {
        Ok(Next::Change(transition)) => Some(transition),
        _ => None,
    });
    let mut transitions = changes.collect::<Vec<_>>();
    transitions.dedup();
    assert!(transitions.len() < 2, "time says whether, not what: {transitions:?}");
    let transition = transitions.pop()?;
    Some((State { status: transition.to, last: action, by }, transition))
}

#[test]
fn only_the_table_is_allowed() {
    for moment in moments() {
        for state in states() {
            for action in ACTIONS {
                for actor in ACTORS {
                    let found = next(state, action, actor, &moment);
                    let wanted = expected(state, action, actor, &moment);
                    assert_eq!(found, wanted, "{state:?} {action:?} {actor:?} {moment:?}");
                }
            }
        }
    }
}

#[test]
fn nothing_is_paid_or_completed_too_early() {
    let (starts_at, payable_at) = (date(), date() + HOUR);
    for before in [starts_at, payable_at] {
        let due_at = Some(payable_at);
        let now = before - MILLISECOND;
        let early = Moment { now, starts_at, payable_at, undo_until: None, due_at };
        for state in states() {
            for action in ACTIONS {
                for actor in ACTORS {
                    if let Ok(Next::Change(transition)) = next(state, action, actor, &early) {
                        let pays = [Settlement::Release, Settlement::Split];
                        assert!(!pays.contains(&transition.settlement), "{state:?} {action:?}");
                        let done = transition.to == Completed;
                        assert!(!done || before > starts_at, "{state:?} {action:?}");
                    }
                }
            }
        }
    }
}

fn named(state: State) -> String {
    format!("{state:?}")
}

#[test]
fn all_states_are_reachable_and_listed() {
    let known: HashSet<_> = states().map(named).collect();
    let mut open = vec![State::REQUESTED];
    let mut seen = HashSet::new();
    while let Some(state) = open.pop() {
        if !seen.insert(named(state)) {
            continue;
        }
        for action in ACTIONS {
            for by in ACTORS {
                open.extend(reached(state, action, by).map(|(after, _)| after));
            }
        }
    }
    assert_eq!(seen, known);
}

#[test]
fn closed_booking_allows_no_action() {
    for state in states().filter(|state| state.is_closed()) {
        for action in ACTIONS {
            for actor in ACTORS {
                assert!(reached(state, action, actor).is_none(), "{state:?} {action:?} {actor:?}");
            }
        }
    }
}

#[test]
fn only_closing_transitions_move_money() {
    for state in states() {
        for action in ACTIONS {
            for by in ACTORS {
                let Some((after, transition)) = reached(state, action, by) else { continue };
                let keeps = transition.settlement == Settlement::Keep;
                assert_eq!(after.is_closed(), !keeps, "{after:?}");
            }
        }
    }
}
