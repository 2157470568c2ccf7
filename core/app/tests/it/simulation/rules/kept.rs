//! Rules about acknowledged data: the database holds all of it, once, and nothing else.

use std::{collections::BTreeSet, fmt::Debug};

use crate::simulation::{Checked, Simulation, store, store::StatusRow, violated};

/// Compares what is there with what was acknowledged.
fn same<T: Debug + Ord>(
    rule: &'static str,
    found: &BTreeSet<T>,
    expected: &BTreeSet<T>,
) -> Checked {
    let lost: Vec<&T> = expected.difference(found).collect();
    let more: Vec<&T> = found.difference(expected).collect();
    match lost.is_empty() && more.is_empty() {
        true => Ok(()),
        false => violated(rule, format!("lost: {lost:?}, not acknowledged: {more:?}")),
    }
}

pub(super) fn bookings(simulation: &Simulation) -> Checked {
    let found: BTreeSet<i64> = simulation.bookings.keys().copied().collect();
    same("acknowledged_bookings_are_kept", &found, &simulation.acknowledged.bookings)
}

pub(super) fn transfers(simulation: &Simulation) -> Checked {
    let process = &simulation.process;
    let rows = process.run(store::requested_transfers(&process.app.db))?;
    let found = rows.into_iter().map(|row| (row.id, row.amount)).collect();
    let expected = simulation.acknowledged.transfers.clone().into_iter().collect();
    same("acknowledged_transfers_are_kept", &found, &expected)
}

/// Compares the messages between members who are still here.
pub(super) fn messages(simulation: &Simulation) -> Checked {
    let process = &simulation.process;
    let rows = process.run(store::messages(&process.app.db))?;
    let here = |(from, to, _): &(String, String, String)| {
        simulation.is_here(from) && simulation.is_here(to)
    };
    let sent = rows.into_iter().map(|row| (row.sender, row.receiver, row.content)).filter(here);
    let mut found = BTreeSet::new();
    for message in sent {
        if let Some(twice) = found.replace(message) {
            return violated("acknowledged_messages_are_kept", format!("{twice:?} twice"));
        }
    }
    let expected = simulation.acknowledged.messages.iter().filter(|one| here(one)).cloned();
    same("acknowledged_messages_are_kept", &found, &expected.collect())
}

pub(super) fn reviews(simulation: &Simulation) -> Checked {
    let process = &simulation.process;
    let here = |booking: &i64| {
        let parties = simulation.bookings.get(booking).map(|row| [&row.client, &row.provider]);
        parties.is_some_and(|parties| parties.into_iter().all(|id| simulation.is_here(id)))
    };
    let rows = process.run(store::reviews(&process.app.db))?.into_iter();
    let found = rows.map(|row| (row.booking, row.comment)).filter(|(id, _)| here(id)).collect();
    let expected = simulation.acknowledged.reviews.iter().filter(|(id, _)| here(id));
    let expected = expected.map(|(id, comment)| (*id, comment.clone())).collect();
    same("acknowledged_reviews_are_kept", &found, &expected)
}

pub(super) fn follows(simulation: &Simulation) -> Checked {
    let process = &simulation.process;
    let here =
        |(one, other): &(String, String)| simulation.is_here(one) && simulation.is_here(other);
    let rows = process.run(store::follows(&process.app.db))?.into_iter();
    let found = rows.map(|row| (row.follower, row.followed)).filter(here).collect();
    let follows = simulation.acknowledged.follows.iter().filter(|(_, follows)| **follows);
    let expected = follows.map(|(pair, _)| pair.clone()).filter(here).collect();
    same("acknowledged_follows_are_kept", &found, &expected)
}

/// Compares withdrawals; only requests change them.
pub(super) fn withdrawals(simulation: &Simulation) -> Checked {
    let process = &simulation.process;
    let rows = process.run(store::withdrawals(&process.app.db))?;
    let found = rows.into_iter().map(|row| (row.id, row.status)).collect();
    let expected = simulation.acknowledged.withdrawals.iter();
    let expected = expected.map(|(id, known)| (id.clone(), known.status.to_owned())).collect();
    same("acknowledged_withdrawals_are_kept", &found, &expected)
}

/// Compares exchanges. One that waits may have counted without an answer since, and is withdrawn
/// when one of the two leaves.
pub(super) fn exchanges(simulation: &Simulation) -> Checked {
    let process = &simulation.process;
    let rows = process.run(store::exchanges(&process.app.db))?;
    let known = &simulation.acknowledged.exchanges;
    let counted = |id: &str, status: &str| {
        let known = known.get(id).filter(|known| known.status == "waiting");
        known.is_some_and(|known| {
            let here = simulation.is_here(&known.writer) && simulation.is_here(&known.other);
            status == "unanswered" || status == "withdrawn" && !here
        })
    };
    let found = rows.into_iter().map(|StatusRow { id, status }| {
        let status = if counted(&id, &status) { "waiting".to_owned() } else { status };
        (id, status)
    });
    let expected = known.iter().map(|(id, known)| (id.clone(), known.status.to_owned()));
    same("acknowledged_exchanges_are_kept", &found.collect(), &expected.collect())
}
