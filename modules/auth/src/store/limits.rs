//! How often something may be tried.

use std::time::Duration;

use sparkyard_kernel::{
    Timestamp,
    db::{DbError, Fragment},
};

use super::Store;
use crate::error::REFUSALS;

/// At most so many in a window of time that starts with the first.
pub(crate) struct Window {
    pub(crate) length: Duration,
    pub(crate) limit: i64,
}

impl Store {
    /// When the window opened in which `key` was guessed at wrongly `limit` times; `None` while
    /// there are guesses left.
    pub(crate) async fn spent_since(
        &self,
        key: &str,
        at: Timestamp,
        window: &Window,
    ) -> Result<Option<Timestamp>, DbError> {
        self.db
            .query(
                "SELECT VALUE window_started_at FROM type::record('failure', $key) \
                 WHERE count >= $limit AND window_started_at > $from",
            )
            .bind("key", key.to_owned())
            .bind("limit", window.limit)
            .bind("from", at - window.length)
            .fetch_optional()
            .await
    }

    /// Counts a wrong guess; throws `auth.too_many_failures` when there are none left.
    pub(crate) async fn note_failure(
        &self,
        key: &str,
        at: Timestamp,
        window: &Window,
    ) -> Result<(), DbError> {
        let note = limited("fn::auth::note_failure", key, at, window, window.limit);
        self.db.write("auth.note_failure").from_reserve().call(note).run().await
    }

    /// Does what [`forgive`] does, alone.
    pub(crate) async fn forgive(&self, forgive: Fragment) -> Result<(), DbError> {
        self.db.write("auth.forgive").from_reserve().call(forgive).run().await
    }
}

/// Forgets the wrong guesses at `key` after a right one, if there are fewer than `limit`.
pub(crate) fn forgive(key: &str, at: Timestamp, window: &Window, limit: i64) -> Fragment {
    limited("fn::auth::forgive", key, at, window, limit)
}

/// Counts a mail that somebody asked for; throws `auth.too_many_codes` past the limit.
pub(super) fn count_mail(key: &str, at: Timestamp, window: &Window) -> Fragment {
    limited("fn::auth::count_mail", key, at, window, window.limit)
}

fn limited(
    function: &'static str,
    key: &str,
    at: Timestamp,
    window: &Window,
    limit: i64,
) -> Fragment {
    Fragment::new(function, REFUSALS).arg(key.to_owned()).arg(at).arg(window.length).arg(limit)
}
