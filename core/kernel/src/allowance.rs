//! What somebody may use up of something within a day. Days are those of UTC; what is used up is
//! kept in the database, so that neither a restart nor many requests at once bring more.

use std::time::Duration;

use sparkyard_db::{Db, DbError, Fragment, Refusal, Timestamp};

use crate::{ApiError, purge::Purge, store};

/// What the configuration says about daily allowances: its section `[limits]`, as far as modules
/// keep it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Whether anything is limited.
    pub enabled: bool,
    /// Mails that one network may have sent within a day to addresses that it names.
    pub mail_per_day: u32,
    /// Mails that all together may have sent within a day to addresses of which nobody has proved
    /// that they are theirs.
    pub stranger_mail_per_day: u32,
}

impl Limits {
    /// An allowance of `most` a day, or of as many as anybody wants where nothing is limited.
    pub fn daily(self, what: &'static str, most: u32) -> DailyAllowance {
        let most = if self.enabled { most.into() } else { i64::MAX };
        DailyAllowance { what, most }
    }
}

/// A daily allowance of one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyAllowance {
    /// `module.things`.
    pub what: &'static str,
    /// How many a day.
    pub most: i64,
}

impl DailyAllowance {
    /// Uses up `n` in the name of `who`; `false`, and nothing is used up, when that would be more
    /// than there are.
    pub async fn spend(&self, db: &Db, who: &str, n: i64, now: Timestamp) -> Result<bool, DbError> {
        store::spend(db, (day(now), self.what, who), n, self.most).await
    }

    /// The same as a part of the very write that it is for: with `refusal` nothing of that is
    /// done.
    pub fn use_up(&self, who: &str, n: i64, now: Timestamp, refusal: &'static Refusal) -> Fragment {
        Fragment::new("fn::core::use_up", std::slice::from_ref(refusal))
            .arg(day(now))
            .arg(self.what.to_owned())
            .arg(who.to_owned())
            .arg(n)
            .arg(self.most)
            .arg(refusal.code.to_owned())
    }

    /// How many `who` has left today.
    pub async fn left(&self, db: &Db, who: &str, now: Timestamp) -> Result<i64, DbError> {
        let used = store::used(db, day(now), self.what, who).fetch_optional::<i64>().await?;
        Ok((self.most - used.unwrap_or(0)).max(0))
    }
}

/// The day of an instant, by UTC: `2026-03-02`.
pub fn day(at: Timestamp) -> String {
    at.to_jiff().strftime("%Y-%m-%d").to_string()
}

/// Seconds until the next day begins, by UTC; at least one.
pub fn until_tomorrow(now: Timestamp) -> u64 {
    const DAY: i64 = 24 * 60 * 60;
    u64::try_from(DAY - now.as_seconds().rem_euclid(DAY)).unwrap_or(1)
}

/// What somebody is told whose allowance is used up: `refusal`, and when there will be more.
pub fn used_up(refusal: &Refusal, now: Timestamp) -> ApiError {
    let wait = until_tomorrow(now);
    let message = format!("{} You can go on in {}.", refusal.message, in_words(wait));
    ApiError::new(refusal.status, refusal.code, message).retry_after(wait)
}

/// An error of a write with [`DailyAllowance::use_up`], as it is told to people: about `refusals`
/// they learn when there will be more.
pub fn explain<E>(error: DbError, refusals: &[&'static Refusal], now: Timestamp) -> E
where
    E: From<DbError> + From<ApiError>,
{
    match error {
        DbError::Refused(refusal) if refusals.contains(&refusal) => used_up(refusal, now).into(),
        error => error.into(),
    }
}

/// A span of time as people say it, rounded up: `5 hours`, `20 minutes`.
pub fn in_words(seconds: u64) -> String {
    let (count, unit) = match seconds {
        0..=60 => (1, "minute"),
        61..=7200 => (seconds.div_ceil(60), "minute"),
        _ => (seconds.div_ceil(3600), "hour"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// Forgets what was used up on the days before yesterday.
pub fn forget_days(db: Db) -> Purge {
    Purge {
        db,
        what: "core.forget_allowances_of_days",
        keep: Duration::from_hours(24),
        rows: store::PAST_ALLOWANCES,
        due: "true",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_ends_at_midnight_utc() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        assert_eq!(until_tomorrow(at("2026-03-02T23:59:59.900Z")), 1);
        assert_eq!(until_tomorrow(at("2026-03-02T00:00:00Z")), 86_400);
        assert_eq!(day(at("2026-07-01T00:30:00+01:00")), "2026-06-30");
    }

    #[test]
    fn where_nothing_is_limited_there_is_no_end() {
        let limits = Limits { enabled: true, mail_per_day: 100, stranger_mail_per_day: 500 };
        assert_eq!(limits.daily("test.things", 5).most, 5);
        let off = Limits { enabled: false, ..limits };
        assert_eq!(off.daily("test.things", 5).most, i64::MAX);
    }

    #[test]
    fn who_has_used_it_up_is_told_when_there_is_more() {
        let refusal = Refusal { code: "test.used_up", status: 429, message: "That was all." };
        let told = used_up(&refusal, "2026-03-02T18:00:00Z".parse().unwrap());
        assert_eq!((told.status.as_u16(), told.code), (429, "test.used_up"));
        assert_eq!(told.message, "That was all. You can go on in 6 hours.");
        assert_eq!(told.retry_after, Some(6 * 60 * 60));
    }

    #[test]
    fn waits_are_told_in_words() {
        for (seconds, told) in [
            (1, "1 minute"),
            (61, "2 minutes"),
            (7200, "120 minutes"),
            (7201, "3 hours"),
            (86_400, "24 hours"),
        ] {
            assert_eq!(in_words(seconds), told);
        }
    }
}
