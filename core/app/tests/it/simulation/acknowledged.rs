//! Model of the data that the server has acknowledged, recorded from its responses.

use std::collections::{BTreeMap, BTreeSet};

use super::{Checked, process::Process, store};

/// A message: sender, receiver, text.
pub(super) type Message = (String, String, String);

/// Everything that was acknowledged. Each of it must be there, and nothing else.
#[derive(Default)]
pub(super) struct Acknowledged {
    pub(super) bookings: BTreeSet<i64>,
    /// Amounts of transfers that somebody asked for, in the smallest unit, by key.
    pub(super) transfers: BTreeMap<String, i64>,
    pub(super) messages: BTreeSet<Message>,
    /// Comments of reviews, by booking.
    pub(super) reviews: BTreeMap<i64, String>,
    pub(super) withdrawals: BTreeMap<String, Withdrawal>,
    pub(super) exchanges: BTreeMap<String, Exchange>,
    /// Whether the first follows the second.
    pub(super) follows: BTreeMap<(String, String), bool>,
}

/// A withdrawal.
pub(super) struct Withdrawal {
    pub(super) user: String,
    pub(super) status: &'static str,
}

/// An exchange without a booking.
pub(super) struct Exchange {
    pub(super) writer: String,
    /// Member who is to answer.
    pub(super) other: String,
    pub(super) status: &'static str,
}

impl Acknowledged {
    /// Adds what is there at the beginning.
    pub(super) fn begin(&mut self, process: &Process) -> Checked {
        let known = process.run(store::requested_transfers(&process.app.db))?;
        self.transfers = known.into_iter().map(|row| (row.id, row.amount)).collect();
        let bookings = process.run(store::bookings(&process.app.db))?;
        self.bookings = bookings.into_iter().map(|row| row.id).collect();
        Ok(())
    }

    pub(super) fn withdrew(&mut self, id: &str, user: String) {
        self.withdrawals.insert(id.to_owned(), Withdrawal { user, status: "requested" });
    }

    pub(super) fn withdrawal_ended(&mut self, id: &str, status: &'static str) {
        self.withdrawals.entry(id.to_owned()).and_modify(|known| known.status = status);
    }

    pub(super) fn wrote(&mut self, id: &str, writer: String, other: String) {
        self.exchanges.insert(id.to_owned(), Exchange { writer, other, status: "waiting" });
    }

    pub(super) fn answered(&mut self, id: &str, status: &'static str) {
        self.exchanges.entry(id.to_owned()).and_modify(|known| known.status = status);
    }
}
