//! Bookings: each is in one state, and goes through its states in the order that is allowed.

use std::collections::BTreeMap;

use crate::simulation::{Checked, Simulation, store, store::BookingRow, violated};

/// Statuses, and those that may follow them.
const NEXT: [(&str, &[&str]); 7] = [
    ("pending", &["accepted", "rejected", "cancelled"]),
    ("accepted", &["in_progress", "cancelled", "completed", "disputed"]),
    ("in_progress", &["accepted", "cancelled", "completed", "disputed"]),
    ("completed", &["completed", "disputed"]),
    ("disputed", &["completed", "rejected", "cancelled"]),
    ("rejected", &[]),
    ("cancelled", &[]),
];

const HOUR_MS: i64 = 3_600_000;

/// Checks whether one status may follow another. Changes of another kind leave it as it is.
fn may_follow(next: &str, last: &str) -> bool {
    let allowed = NEXT.iter().find(|(status, _)| *status == last);
    next == last || allowed.is_some_and(|(_, allowed)| allowed.contains(&next))
}

/// Compares all bookings with those of the last check.
pub(super) fn go_forward(simulation: &mut Simulation) -> Checked {
    let process = &simulation.process;
    let rows = process.run(store::bookings(&process.app.db))?;
    let rows: BTreeMap<i64, BookingRow> = rows.into_iter().map(|row| (row.id, row)).collect();
    for (id, before) in &simulation.bookings {
        let Some(now) = rows.get(id) else {
            return violated("acknowledged_bookings_are_kept", format!("{before:?} is lost"));
        };
        went_forward(before, now)?;
    }
    for row in rows.values() {
        is_in_one_state(row)?;
    }
    simulation.bookings = rows;
    Ok(())
}

fn went_forward(before: &BookingRow, now: &BookingRow) -> Checked {
    const RULE: &str = "bookings_do_not_go_back";
    let kept = now.statuses.starts_with(&before.statuses);
    let settled = before.escrow != "held" && before.escrow != now.escrow;
    if now.version < before.version || !kept || settled || before.reviewed && !now.reviewed {
        return violated(RULE, format!("{before:?} is now {now:?}"));
    }
    if now.version == before.version && now != before {
        return violated(RULE, format!("{before:?} has changed in silence to {now:?}"));
    }
    Ok(())
}

fn is_in_one_state(row: &BookingRow) -> Checked {
    const RULE: &str = "bookings_are_in_one_state";
    let steps = row.statuses.windows(2);
    let wrong = steps.filter(|step| !may_follow(&step[1], &step[0])).count();
    let ends = matches!(&*row.status, "rejected" | "cancelled");
    if wrong > 0
        || row.statuses.first().map(String::as_str) != Some("pending")
        || row.statuses.last() != Some(&row.status)
        || ends && row.escrow == "held"
    {
        return violated(RULE, format!("{row:?}"));
    }
    Ok(())
}

/// Checks that nobody has promised the same time twice.
pub(super) fn do_not_overlap(simulation: &Simulation) -> Checked {
    let promised =
        |row: &&BookingRow| ["pending", "accepted", "in_progress"].contains(&&*row.status);
    let rows: Vec<&BookingRow> = simulation.bookings.values().filter(promised).collect();
    for (index, one) in rows.iter().enumerate() {
        let end = one.starts_at + one.hours * HOUR_MS;
        let clash = rows[index + 1..].iter().find(|other| {
            let other_end = other.starts_at + other.hours * HOUR_MS;
            other.provider == one.provider && other.starts_at < end && one.starts_at < other_end
        });
        if let Some(other) = clash {
            return violated("nobody_is_booked_twice", format!("{one:?} and {other:?}"));
        }
    }
    Ok(())
}
