use std::collections::HashSet;

use super::*;
use Action::{Abandon, Accept, Cancel, Complete, Dispute, Expire, Reject, Release, Start};
use Actor::{Admin, Client, Provider, System};
use Status::{Accepted, Cancelled, Completed, Disputed, InProgress, Pending, Rejected};

const DECIDE_RELEASE: Action = Action::Decide(Outcome::Release);
const DECIDE_REFUND: Action = Action::Decide(Outcome::Refund);
const DECIDE_SPLIT: Action = Action::Decide(Outcome::Split);

/// Every state that a booking can be in, by how it came there.
const STATES: [(Status, Action, Actor); 16] = [
    (Pending, Action::Request, Client),
    (Accepted, Accept, Provider),
    (InProgress, Start, Client),
    (Completed, Complete, Provider),
    (Completed, Complete, Client),
    (Completed, Release, System),
    (Completed, DECIDE_RELEASE, Admin),
    (Completed, DECIDE_SPLIT, Admin),
    (Rejected, Reject, Provider),
    (Rejected, DECIDE_REFUND, Admin),
    (Cancelled, Cancel, Client),
    (Cancelled, Cancel, Provider),
    (Cancelled, Expire, System),
    (Cancelled, Abandon, System),
    (Disputed, Dispute, Client),
    (Disputed, Dispute, Provider),
];

/// The whole table: in the first status, the actor's action leads to the second one.
/// The completed rows hold only while the provider's completion awaits its release.
const TABLE: [(Status, Action, Actor, Status, Settlement); 23] = [
    (Pending, Accept, Provider, Accepted, Settlement::Keep),
    (Pending, Reject, Provider, Rejected, Settlement::Refund),
    (Pending, Cancel, Client, Cancelled, Settlement::Refund),
    (Pending, Expire, System, Cancelled, Settlement::Refund),
    (Accepted, Start, Client, InProgress, Settlement::Keep),
    (Accepted, Complete, Provider, Completed, Settlement::Keep),
    (Accepted, Cancel, Client, Cancelled, Settlement::RefundByPolicy),
    (Accepted, Cancel, Provider, Cancelled, Settlement::Refund),
    (Accepted, Dispute, Client, Disputed, Settlement::Keep),
    (Accepted, Dispute, Provider, Disputed, Settlement::Keep),
    (Accepted, Abandon, System, Cancelled, Settlement::Refund),
    (InProgress, Complete, Client, Completed, Settlement::Release),
    (InProgress, Complete, Provider, Completed, Settlement::Keep),
    (InProgress, Dispute, Client, Disputed, Settlement::Keep),
    (InProgress, Dispute, Provider, Disputed, Settlement::Keep),
    (InProgress, Abandon, System, Cancelled, Settlement::Refund),
    (Completed, Complete, Client, Completed, Settlement::Release),
    (Completed, Release, System, Completed, Settlement::Release),
    (Completed, Dispute, Client, Disputed, Settlement::Keep),
    (Completed, Dispute, Provider, Disputed, Settlement::Keep),
    (Disputed, DECIDE_RELEASE, Admin, Completed, Settlement::Release),
    (Disputed, DECIDE_SPLIT, Admin, Completed, Settlement::Split),
    (Disputed, DECIDE_REFUND, Admin, Rejected, Settlement::Refund),
];

fn expected(state: State, action: Action, actor: Actor) -> Result<Next, Refused> {
    if (state.last, state.by) == (action, actor) {
        return Ok(Next::Unchanged);
    }
    let row = TABLE.iter().find(|row| (row.0, row.1, row.2) == (state.status, action, actor));
    let open = state.status != Completed || (state.last, state.by) == (Complete, Provider);
    match row.filter(|_| open) {
        Some(&(_, _, _, to, settlement)) => Ok(Next::Change(Transition { to, settlement })),
        None => Err(Refused { status: state.status }),
    }
}

fn states() -> impl Iterator<Item = State> {
    STATES.into_iter().map(|(status, last, by)| State { status, last, by })
}

#[test]
fn nothing_is_allowed_but_the_table() {
    for state in states() {
        for action in Action::ALL {
            for actor in Actor::ALL {
                let found = next(state, action, actor);
                assert_eq!(found, expected(state, action, actor), "{state:?} {action:?} {actor:?}");
            }
        }
    }
}

#[test]
fn every_state_is_reached_and_known() {
    let known: HashSet<_> =
        states().map(|s| (s.status.as_str(), s.last.as_str(), s.by.as_str())).collect();
    let mut reached = vec![State::REQUESTED];
    let mut seen = HashSet::new();
    while let Some(state) = reached.pop() {
        if !seen.insert((state.status.as_str(), state.last.as_str(), state.by.as_str())) {
            continue;
        }
        for action in Action::ALL {
            for by in Actor::ALL {
                if let Ok(Next::Change(transition)) = next(state, action, by) {
                    reached.push(State { status: transition.to, last: action, by });
                }
            }
        }
    }
    assert_eq!(seen, known);
}

#[test]
fn a_closed_booking_allows_nothing_more() {
    for state in states().filter(|state| state.is_closed()) {
        for action in Action::ALL {
            for actor in Actor::ALL {
                let found = next(state, action, actor);
                assert!(!matches!(found, Ok(Next::Change(_))), "{state:?} {action:?} {actor:?}");
            }
        }
    }
}

#[test]
fn only_what_closes_a_booking_moves_its_money() {
    for state in states() {
        for action in Action::ALL {
            for by in Actor::ALL {
                let Ok(Next::Change(transition)) = next(state, action, by) else { continue };
                let after = State { status: transition.to, last: action, by };
                assert_eq!(
                    after.is_closed(),
                    transition.settlement != Settlement::Keep,
                    "{after:?}"
                );
            }
        }
    }
}
