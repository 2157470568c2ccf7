//! Bugs that are planted: the simulation must find each within a few seeds.

use sparkyard_kernel::Clock;

use super::{
    STEPS, Simulation, run_with,
    store::plants::{self, plant},
};
use crate::stops::plan;

/// Number of seeds tried, from 1 on. The short form begins with a seed that is known to find the
/// bug.
const SEEDS: u64 = 12;

/// Asserts that one of `rules` finds a bug.
fn finds(known: u64, rules: &[&str], prepare: impl Fn(&mut Simulation)) {
    let first = plan::number("SIMULATION_SEEDS").is_none().then_some(known);
    let mut seeds = first.into_iter().chain(1..=SEEDS);
    let found = seeds.find_map(|seed| run_with(seed, STEPS, &prepare).err());
    let Some(found) = found else { panic!("{SEEDS} seeds have not found the bug") };
    println!("seed {}, step {}: {}", found.start.seed, found.step, found.violation.rule);
    assert!(rules.contains(&found.violation.rule), "another rule: {found}");
}

/// Asserts that one of `rules` finds a bug in the schema.
fn finds_in_schema(known: u64, rules: &[&str], text: &'static str) {
    finds(known, rules, |simulation| {
        let process = &simulation.process;
        process.run(plant(&process.app.db, text, simulation.clock.now()));
    });
}

#[test]
fn unsettled_escrow_is_found() {
    finds_in_schema(1, &["held_money_is_that_of_open_holds"], plants::ESCROW_STAYS);
}

#[test]
fn wrong_balance_is_found() {
    finds_in_schema(1, &["balances_follow_from_entries"], plants::BALANCE_DRIFTS);
}

#[test]
fn lost_idempotency_key_is_found() {
    let rules = ["acknowledged_transfers_are_kept", "repeated_request_has_the_same_answer"];
    finds_in_schema(1, &rules, plants::KEYS_ARE_FORGOTTEN);
}

#[test]
fn duplicate_event_is_found() {
    let rules = ["mails_are_sent_once", "notices_are_given_once"];
    finds_in_schema(1, &rules, plants::EVENTS_COME_TWICE);
}

#[test]
fn lost_event_is_found() {
    finds_in_schema(1, &["providers_know_of_requests"], plants::REQUESTS_ARE_NOT_TOLD);
}

#[test]
fn double_booked_hour_is_found() {
    finds_in_schema(6, &["nobody_is_booked_twice"], plants::HOURS_ARE_TAKEN_TWICE);
}

#[test]
fn lost_message_is_found() {
    finds_in_schema(3, &["acknowledged_messages_are_kept"], plants::MESSAGES_ARE_LOST);
}

#[test]
fn booking_that_goes_back_is_found() {
    finds_in_schema(1, &["bookings_are_in_one_state"], plants::BOOKINGS_GO_BACK);
}

#[test]
fn disk_that_does_not_sync_is_found() {
    let rules = [
        "acknowledged_bookings_are_kept",
        "acknowledged_transfers_are_kept",
        "acknowledged_messages_are_kept",
        "acknowledged_follows_are_kept",
        "bookings_do_not_go_back",
        "requests_are_answered",
        "server_starts_again",
    ];
    finds(6, &rules, |simulation| simulation.lying_disk = true);
}
