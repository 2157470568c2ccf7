//! How often something may be tried, and how many mails somebody gets.

use std::time::Duration;

use sparkyard_kernel::{
    Timestamp,
    db::{DbError, Fragment, SurrealValue},
};

use super::AuthStore;
use crate::error::REFUSALS;

/// At most so many in a window of time that starts with the first.
pub(crate) struct Window {
    pub(crate) length: Duration,
    pub(crate) limit: i64,
}

/// Mails that one may have us send to an address for one purpose: by the hour, and by the day.
const MAILS: [(&str, Window); 2] = [
    ("", Window { length: Duration::from_hours(1), limit: 5 }),
    (":day", Window { length: Duration::from_hours(24), limit: 15 }),
];

/// Mails of one kind to an address whoever asks for them: more than its owner needs beside somebody
/// who asks for as many as one may, to take them away.
const MAILS_OF_ALL: Window = Window { length: Duration::from_hours(24), limit: 60 };

/// Mails to a mailbox in a day that each neighbourhood has for itself, whatever others have had sent
/// there.
const OF_ONES_OWN: Window = Window { length: Duration::from_hours(24), limit: 1 };

/// A window of time as the database knows it.
#[derive(SurrealValue)]
struct NamedWindow {
    key: String,
    length: Duration,
    limit: i64,
}

/// What pays for wrong guesses at one thing: some are free, each one more is followed by a wait.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Budget {
    /// Whose it is, and for what.
    pub(crate) key: String,
    /// The last of so many is followed by the first wait.
    pub(crate) free: i64,
    /// The last one comes again and again.
    pub(crate) waits: Vec<Duration>,
    /// Wrong guesses count for this long after the wait for the last one.
    pub(crate) memory: Duration,
}

impl AuthStore {
    /// When the last of `budgets` opens, if any is closed.
    pub(crate) async fn guess_open_at(
        &self,
        budgets: &[&Budget],
        at: Timestamp,
    ) -> Result<Option<Timestamp>, DbError> {
        let keys: Vec<String> = budgets.iter().map(|budget| budget.key.clone()).collect();
        let waits = self
            .db
            .query(
                "SELECT VALUE open_at FROM $keys.map(|$key| type::record('wrong_guess', $key)) \
                 WHERE open_at > $at",
            )
            .bind("keys", keys)
            .bind("at", at);
        Ok(waits.fetch::<Timestamp>().await?.into_iter().max())
    }

    /// Runs calls that concern guesses, all or none.
    pub(crate) async fn account_for_guess(&self, calls: Vec<Fragment>) -> Result<(), DbError> {
        self.db.write("auth.account_for_guess").from_reserve().calls(calls).run().await
    }

    /// When there will be another mail of the kind that `key` counts, if there is none now.
    pub(super) async fn next_mail_at(
        &self,
        key: &str,
        at: Timestamp,
    ) -> Result<Option<Timestamp>, DbError> {
        let mut latest = None;
        for (suffix, window) in MAILS {
            let started = self
                .db
                .query(
                    "SELECT VALUE window_started_at FROM type::record('mail_window', $key) \
                     WHERE count >= $limit AND window_started_at > $from",
                )
                .bind("key", format!("{key}{suffix}"))
                .bind("limit", window.limit)
                .bind("from", at - window.length)
                .fetch_optional::<Timestamp>()
                .await?;
            latest = latest.max(started.map(|started| started + window.length));
        }
        Ok(latest)
    }
}

/// Throws `auth.too_many_failures` while a budget is closed.
pub(crate) fn admit_guess(budget: &Budget, at: Timestamp) -> Fragment {
    Fragment::new("fn::auth::admit_guess", REFUSALS).arg(budget.clone()).arg(at)
}

/// Has a budget pay for a guess; throws what [`admit_guess`] throws.
pub(crate) fn note_guess(budget: &Budget, at: Timestamp) -> Fragment {
    Fragment::new("fn::auth::note_guess", REFUSALS).arg(budget.clone()).arg(at)
}

/// Gives back what was paid for a guess that turned out right.
pub(crate) fn return_guess(budget: &Budget, at: Timestamp) -> Fragment {
    Fragment::new("fn::auth::return_guess", REFUSALS).arg(budget.clone()).arg(at)
}

/// Fills a budget up again.
pub(crate) fn forget_guesses(budget: &Budget) -> Fragment {
    Fragment::new("fn::auth::forget_guesses", REFUSALS).arg(budget.clone())
}

/// Counts a mail to an address, whoever asked for it; throws `auth.too_many_codes` past the limit.
pub(super) fn count_mails_of_all(key: &str, at: Timestamp) -> Fragment {
    Fragment::new("fn::auth::count_mail", REFUSALS)
        .arg(format!("{key}:all"))
        .arg(at)
        .arg(MAILS_OF_ALL.length)
        .arg(MAILS_OF_ALL.limit)
}

/// Counts a mail to where `mailbox` says, whoever asked for it. Past what one gets there, only the
/// first of the day from each `neighbourhood` is sent: throws `auth.code_sent` for the others.
pub(super) fn count_mail_of_many(mailbox: &str, neighbourhood: &str, at: Timestamp) -> Fragment {
    let named = |key: String, window: &Window| NamedWindow {
        key,
        length: window.length,
        limit: window.limit,
    };
    let [hour, day] = MAILS.map(|(suffix, window)| named(format!("{mailbox}{suffix}"), &window));
    Fragment::new("fn::auth::count_mail_of_many", REFUSALS)
        .arg(hour)
        .arg(day)
        .arg(named(format!("{mailbox}:{neighbourhood}"), &OF_ONES_OWN))
        .arg(at)
}

/// Counts a mail that somebody asked for; throws `auth.too_many_codes` past a limit.
pub(super) fn count_mail(key: &str, at: Timestamp) -> [Fragment; 2] {
    MAILS.map(|(suffix, window)| {
        Fragment::new("fn::auth::count_mail", REFUSALS)
            .arg(format!("{key}{suffix}"))
            .arg(at)
            .arg(window.length)
            .arg(window.limit)
    })
}
