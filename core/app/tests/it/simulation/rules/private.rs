//! Nobody reads what is not theirs.

use std::collections::BTreeSet;

use rand::RngExt;

use crate::simulation::{
    Checked, Simulation,
    request::{By, Request},
    store, violated,
};

const RULE: &str = "nobody_reads_what_is_not_theirs";

/// Lets a stranger ask for what belongs to others, and its owner for the same.
pub(super) fn strangers_read_nothing(simulation: &mut Simulation) -> Checked {
    bookings(simulation)?;
    messages(simulation)?;
    notices_and_wallets(simulation)
}

/// Returns the place of a random member who is here and not among `concerned`.
fn stranger(simulation: &mut Simulation, concerned: &[&str]) -> Option<usize> {
    let people = simulation.people.iter().enumerate();
    let fits = people.filter(|(_, person)| person.here && !concerned.contains(&&*person.id));
    let fits: Vec<usize> = fits.map(|(place, _)| place).collect();
    (!fits.is_empty()).then(|| fits[simulation.chance.random_range(0..fits.len())])
}

fn refuses(simulation: &mut Simulation, by: usize, path: &str) -> Checked {
    let request = Request::get("read as a stranger", By::Person(by), path);
    let response = simulation.ask_once(&request)?;
    match response.status {
        403 | 404 => Ok(()),
        other => violated(RULE, format!("{path} says {other}: {}", response.body)),
    }
}

fn allows(simulation: &mut Simulation, by: usize, path: &str) -> Checked {
    let request = Request::get("read as the owner", By::Person(by), path);
    match simulation.ask_once(&request)?.status {
        200 => Ok(()),
        other => violated("members_read_what_is_theirs", format!("{path} says {other}")),
    }
}

fn bookings(simulation: &mut Simulation) -> Checked {
    let rows: Vec<_> = simulation.bookings.values().cloned().collect();
    if rows.is_empty() {
        return Ok(());
    }
    let row = &rows[simulation.chance.random_range(0..rows.len())];
    let paths = [
        format!("/api/bookings/{}", row.id),
        format!("/api/dispute/{}", row.id),
        format!("/api/bookings/{}/calendar", row.id),
        format!("/api/wallet/receipts/{}", row.id),
    ];
    if let Some(by) = stranger(simulation, &[&row.client, &row.provider]) {
        for path in &paths {
            refuses(simulation, by, path)?;
        }
    }
    match simulation.place_of(&row.client) {
        Some(by) => allows(simulation, by, &paths[0]),
        None => Ok(()),
    }
}

fn messages(simulation: &mut Simulation) -> Checked {
    let sent: Vec<_> = simulation.acknowledged.messages.iter().cloned().collect();
    if sent.is_empty() {
        return Ok(());
    }
    let (from, to, _) = &sent[simulation.chance.random_range(0..sent.len())];
    let path = format!("/api/message/{from}/{to}");
    if let Some(by) = stranger(simulation, &[from, to]) {
        refuses(simulation, by, &path)?;
    }
    match simulation.place_of(from) {
        Some(by) if simulation.is_here(to) => allows(simulation, by, &path),
        _ => Ok(()),
    }
}

/// Checks that a member's list of notices has theirs only, and that others see no profile with a
/// wallet.
fn notices_and_wallets(simulation: &mut Simulation) -> Checked {
    let Some(by) = stranger(simulation, &[]) else { return Ok(()) };
    let own = simulation.people[by].id.clone();
    let request = Request::get("list notices", By::Person(by), "/api/notifications?limit=100");
    let listed = simulation.ask_once(&request)?.body["data"].clone();
    let process = &simulation.process;
    let known = process.run(store::notices_of(&process.app.db, &own))?;
    let known: BTreeSet<&str> = known.iter().map(String::as_str).collect();
    let listed = listed.as_array().cloned().unwrap_or_default();
    let listed: Vec<&str> = listed.iter().filter_map(|notice| notice["id"].as_str()).collect();
    let complete = listed.len() == known.len().min(100);
    if !complete || listed.iter().any(|id| !known.contains(id)) {
        return violated(RULE, format!("{own} is shown {listed:?}, theirs are {known:?}"));
    }
    match stranger(simulation, &[&own]) {
        Some(other) => refuses(simulation, other, &format!("/api/users/profile/{own}")),
        None => Ok(()),
    }
}
