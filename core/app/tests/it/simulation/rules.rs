//! Invariants: what holds after every step, whatever has happened in it.

mod bookings;
mod kept;
mod ledger;
mod notifications;
mod private;

use super::{Checked, Simulation};

/// Checks what is cheap to check.
pub(super) fn check(simulation: &mut Simulation) -> Checked {
    bookings::go_forward(simulation)?;
    notifications::mails_are_sent_once(simulation)
}

/// Checks the rest.
pub(super) fn check_thoroughly(simulation: &mut Simulation) -> Checked {
    ledger::balances_follow_from_entries(simulation)?;
    ledger::held_money_is_that_of_open_holds(simulation)?;
    bookings::do_not_overlap(simulation)?;
    kept::bookings(simulation)?;
    kept::transfers(simulation)?;
    kept::messages(simulation)?;
    kept::reviews(simulation)?;
    kept::follows(simulation)?;
    kept::withdrawals(simulation)?;
    kept::exchanges(simulation)?;
    notifications::notices_are_given_once(simulation)?;
    private::strangers_read_nothing(simulation)
}

/// Checks what must have come to an end.
pub(super) fn check_at_end(simulation: &mut Simulation) -> Checked {
    notifications::everything_is_delivered(simulation)?;
    notifications::providers_know_of_requests(simulation)?;
    ledger::own_check_of_the_server(simulation)
}
