//! Limits on attempts and on mails.

use std::time::Duration;

use sparkyard_kernel::{
    Timestamp,
    db::{DbError, Fragment, SurrealValue},
};

use super::AuthStore;
use crate::error::VIOLATIONS;

/// A quota within a time window that starts with its first use.
pub(crate) struct Window {
    pub(crate) length: Duration,
    pub(crate) limit: i64,
}

/// Quotas of mails per sender, address and purpose: hourly and daily.
const MAIL_QUOTAS: [(&str, Window); 2] = [
    ("", Window { length: Duration::from_hours(1), limit: 5 }),
    (":day", Window { length: Duration::from_hours(24), limit: 15 }),
];

/// Quota of mails of one kind to an address, from all senders. Leaves enough for the owner beside
/// an attacker who uses up a sender's quota.
const MAILS_OF_ALL: Window = Window { length: Duration::from_hours(24), limit: 60 };

/// Daily quota of mails to a mailbox that each subnet has for itself, whatever others have used.
const OF_ONES_OWN: Window = Window { length: Duration::from_hours(24), limit: 1 };

/// A window as it is passed to the database.
#[derive(SurrealValue)]
struct NamedWindow {
    key: String,
    length: Duration,
    limit: i64,
}

/// A budget for wrong guesses: some are free, each further one starts a wait.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Budget {
    /// Owner and purpose of the budget.
    pub(crate) key: String,
    /// Number of wrong guesses of which the last starts the first wait.
    pub(crate) free: i64,
    /// Successive waits; the last one repeats.
    pub(crate) waits: Vec<Duration>,
    /// Time after the last wait until wrong guesses are forgotten.
    pub(crate) memory: Duration,
}

impl AuthStore {
    /// Returns the time when the last of the closed `budgets` opens, if any is closed.
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

    /// Runs calls concerning guesses in one transaction.
    pub(crate) async fn account_for_guess(&self, calls: Vec<Fragment>) -> Result<(), DbError> {
        self.db.write("auth.account_for_guess").from_reserve().calls(calls).run().await
    }

    /// Returns the time of the next mail that `key` counts, if none is allowed now.
    pub(super) async fn next_mail_at(
        &self,
        key: &str,
        at: Timestamp,
    ) -> Result<Option<Timestamp>, DbError> {
        let mut latest = None;
        for (suffix, window) in MAIL_QUOTAS {
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
    Fragment::new("fn::auth::admit_guess", VIOLATIONS).arg(budget.clone()).arg(at)
}

/// Charges a guess to a budget; throws like [`admit_guess`].
pub(crate) fn note_guess(budget: &Budget, at: Timestamp) -> Fragment {
    Fragment::new("fn::auth::note_guess", VIOLATIONS).arg(budget.clone()).arg(at)
}

/// Returns a charge to the budget after a right guess.
pub(crate) fn return_guess(budget: &Budget, at: Timestamp) -> Fragment {
    Fragment::new("fn::auth::return_guess", VIOLATIONS).arg(budget.clone()).arg(at)
}

/// Resets a budget.
pub(crate) fn forget_guesses(budget: &Budget) -> Fragment {
    Fragment::new("fn::auth::forget_guesses", VIOLATIONS).arg(budget.clone())
}

/// Counts a mail to an address from any sender; throws `auth.too_many_codes` beyond the quota.
pub(super) fn count_mails_of_all(key: &str, at: Timestamp) -> Fragment {
    Fragment::new("fn::auth::count_mail", VIOLATIONS)
        .arg(format!("{key}:all"))
        .arg(at)
        .arg(MAILS_OF_ALL.length)
        .arg(MAILS_OF_ALL.limit)
}

/// Counts a mail to `mailbox` from any sender. Beyond the mailbox's quota, only the first of the
/// day from each `subnet` is sent: throws `auth.code_sent` for the others.
pub(super) fn count_mail_of_many(mailbox: &str, subnet: &str, at: Timestamp) -> Fragment {
    let named = |key: String, window: &Window| NamedWindow {
        key,
        length: window.length,
        limit: window.limit,
    };
    let [hour, day] =
        MAIL_QUOTAS.map(|(suffix, window)| named(format!("{mailbox}{suffix}"), &window));
    Fragment::new("fn::auth::count_mail_of_many", VIOLATIONS)
        .arg(hour)
        .arg(day)
        .arg(named(format!("{mailbox}:{subnet}"), &OF_ONES_OWN))
        .arg(at)
}

/// Counts a mail of one sender; throws `auth.too_many_codes` beyond a quota.
pub(super) fn count_mail(key: &str, at: Timestamp) -> [Fragment; 2] {
    MAIL_QUOTAS.map(|(suffix, window)| {
        Fragment::new("fn::auth::count_mail", VIOLATIONS)
            .arg(format!("{key}{suffix}"))
            .arg(at)
            .arg(window.length)
            .arg(window.limit)
    })
}
