//! Rules about notices and mails: each is given once.

use std::collections::BTreeSet;

use crate::simulation::{Checked, Simulation, store, violated};

pub(super) fn mails_are_sent_once(simulation: &Simulation) -> Checked {
    match simulation.mail_server.repeated() {
        Some(mail) => violated("mails_are_sent_once", mail),
        None => Ok(()),
    }
}

/// Checks that nobody has two notices of the same event.
pub(super) fn notices_are_given_once(simulation: &Simulation) -> Checked {
    let process = &simulation.process;
    let mut seen = BTreeSet::new();
    for notice in process.run(store::notices(&process.app.db))? {
        let details = format!("{notice:?}");
        if !seen.insert(notice) {
            return violated("notices_are_given_once", details);
        }
    }
    Ok(())
}

/// Checks that no delivery waits.
pub(super) fn everything_is_delivered(simulation: &Simulation) -> Checked {
    let process = &simulation.process;
    let waiting = process.run(store::waiting(&process.app.db))?;
    match &*waiting {
        [] => Ok(()),
        some => violated("everything_is_delivered", some.join(", ")),
    }
}

/// Checks that every provider who is still here was notified of every request.
pub(super) fn providers_know_of_requests(simulation: &Simulation) -> Checked {
    let process = &simulation.process;
    let notices = process.run(store::notices(&process.app.db))?;
    for booking in simulation.bookings.values() {
        let id = booking.id.to_string();
        let names = |link: &str| {
            link.split(|character: char| !character.is_ascii_digit()).any(|part| part == id)
        };
        let notified =
            notices.iter().any(|notice| notice.receiver == booking.provider && names(&notice.link));
        if !notified && simulation.is_here(&booking.provider) {
            return violated("providers_know_of_requests", format!("{booking:?}"));
        }
    }
    Ok(())
}
