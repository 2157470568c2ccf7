//! Archives of members' data.

use std::time::Duration;

use sparkyard_kernel::{Timestamp, UserId};
use surrealdb::types::SurrealValue;

/// Time for which an archive can be downloaded.
pub(crate) const KEEP: Duration = Duration::from_hours(7 * 24);
/// Least time between two archives of one member.
pub(crate) const BETWEEN: Duration = Duration::from_hours(1);
/// Time that a server has for a part of an archive before another may write the archive anew.
pub(crate) const LEASE: Duration = Duration::from_mins(10);

/// State of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum State {
    /// Waits for its turn.
    Waiting,
    /// A server writes it.
    Writing,
    /// It is there, or could not be made.
    Ended,
}

/// The latest archive of a member.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Export {
    /// The member.
    pub(crate) id: UserId,
    /// Member of staff who asked for it; `None` if the member did.
    pub(crate) asked_by: Option<UserId>,
    pub(crate) state: State,
    /// Whether it ended without an archive.
    pub(crate) failed: bool,
    /// Name of the encrypted file.
    pub(crate) file: String,
    pub(crate) asked_at: Timestamp,
    /// Kinds of data written so far.
    pub(crate) done: i64,
    /// Kinds of data that will be written.
    pub(crate) total: i64,
    /// Rows written so far.
    pub(crate) rows: i64,
    /// Size of the archive, once it is there.
    pub(crate) bytes: i64,
    /// End of the lease while it is written, then the time at which it ended.
    pub(crate) due_at: Timestamp,
}

impl Export {
    /// Creates an archive that waits for its turn; `asked_by` is the member of staff who asks.
    pub(crate) fn asked_for(
        user: UserId,
        asked_by: Option<UserId>,
        file: String,
        total: usize,
        now: Timestamp,
    ) -> Self {
        Self {
            id: user,
            asked_by,
            state: State::Waiting,
            failed: false,
            file,
            asked_at: now,
            done: 0,
            total: i64::try_from(total).unwrap_or(i64::MAX),
            rows: 0,
            bytes: 0,
            due_at: now,
        }
    }

    /// Returns the time until which the archive can be downloaded; `None` if there is none at `now`.
    pub(crate) fn until(&self, now: Timestamp) -> Option<Timestamp> {
        let until = self.due_at + KEEP;
        (self.state == State::Ended && !self.failed && now < until).then_some(until)
    }

    /// Checks whether a server may write the archive at `now`.
    pub(crate) fn is_free(&self, now: Timestamp) -> bool {
        match self.state {
            State::Waiting => true,
            State::Writing => self.due_at < now,
            State::Ended => false,
        }
    }
}

/// How far an archive is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// Kinds of data.
    pub(crate) done: i64,
    /// Rows.
    pub(crate) rows: i64,
}
