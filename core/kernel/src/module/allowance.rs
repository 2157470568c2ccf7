//! Daily allowances. Days are UTC; usage is stored in the database, so that neither a restart nor
//! concurrent requests yield more.

use std::time::Duration;

use sparkyard_db::{Db, DbError, Fragment, RuleViolation, Timestamp};

use super::store;
use crate::{ApiError, purge::Purge};

/// Configuration of daily allowances: the part of section `[limits]` that modules enforce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Whether limits are enforced.
    pub enabled: bool,
    /// Mails per day that one network may have sent to addresses it names.
    pub mail_per_day: u32,
    /// Mails per day, over all senders, to addresses whose ownership nobody has proved.
    pub stranger_mail_per_day: u32,
}

impl Limits {
    /// Returns an allowance of `most` per day, or an unlimited one where limits are off.
    pub fn daily(self, what: &'static str, most: u32) -> DailyAllowance {
        let most = if self.enabled { most.into() } else { i64::MAX };
        DailyAllowance { what, most }
    }
}

/// A daily allowance of one kind of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyAllowance {
    /// Name of the action, `module.things`.
    pub what: &'static str,
    /// Number allowed per day.
    pub most: i64,
}

impl DailyAllowance {
    /// Spends `n` on behalf of `who`; returns `false` and spends nothing if that exceeds the
    /// allowance.
    pub async fn spend(&self, db: &Db, who: &str, n: i64, now: Timestamp) -> Result<bool, DbError> {
        store::spend(db, (day(now), self.what, who), n, self.most).await
    }

    /// Spends `n` within the write that it pays for; when the allowance is exceeded, the whole
    /// write is refused with `violation`.
    pub fn use_up(
        &self,
        who: &str,
        n: i64,
        now: Timestamp,
        violation: &'static RuleViolation,
    ) -> Fragment {
        Fragment::new("fn::core::use_up", std::slice::from_ref(violation))
            .arg(day(now))
            .arg(self.what.to_owned())
            .arg(who.to_owned())
            .arg(n)
            .arg(self.most)
            .arg(violation.code.to_owned())
    }

    /// Returns how many `who` has left today.
    pub async fn left(&self, db: &Db, who: &str, now: Timestamp) -> Result<i64, DbError> {
        let used = store::used(db, day(now), self.what, who).fetch_optional::<i64>().await?;
        Ok((self.most - used.unwrap_or(0)).max(0))
    }
}

/// Returns the UTC day of an instant, `2026-03-02`.
pub fn day(at: Timestamp) -> String {
    at.to_jiff().strftime("%Y-%m-%d").to_string()
}

/// Returns the seconds until the next UTC day begins; at least one.
pub fn until_tomorrow(now: Timestamp) -> u64 {
    const DAY: i64 = 24 * 60 * 60;
    u64::try_from(DAY - now.as_seconds().rem_euclid(DAY)).unwrap_or(1)
}

/// Returns the error for an exhausted allowance: `violation`, and when more is available.
pub fn used_up(violation: &RuleViolation, now: Timestamp) -> ApiError {
    let wait = until_tomorrow(now);
    let message = format!("{} You can go on in {}.", violation.message, in_words(wait));
    ApiError::new(violation.status, violation.code, message).retry_after(wait)
}

/// Converts the error of a write with [`DailyAllowance::use_up`]; for `violations`, the result says
/// when more is available.
pub fn explain<E>(error: DbError, violations: &[&'static RuleViolation], now: Timestamp) -> E
where
    E: From<DbError> + From<ApiError>,
{
    match error {
        DbError::Refused(violation) if violations.contains(&violation) => {
            used_up(violation, now).into()
        }
        error => error.into(),
    }
}

/// Formats a duration for people, rounded up: `5 hours`, `20 minutes`.
pub fn in_words(seconds: u64) -> String {
    let (count, unit) = match seconds {
        0..=60 => (1, "minute"),
        61..=7200 => (seconds.div_ceil(60), "minute"),
        _ => (seconds.div_ceil(3600), "hour"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// Returns the purge that deletes usage from before yesterday.
pub fn purge_past_days() -> Purge {
    Purge {
        what: "core.forget_allowances_of_days",
        keep: Duration::from_hours(24),
        rows: store::PAST_ALLOWANCES,
        due: "true",
        data: "Counts of what you did, for daily limits",
        since: "after the day they count",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_end_at_midnight_utc() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        assert_eq!(until_tomorrow(at("2026-03-02T23:59:59.900Z")), 1);
        assert_eq!(until_tomorrow(at("2026-03-02T00:00:00Z")), 86_400);
        assert_eq!(day(at("2026-07-01T00:30:00+01:00")), "2026-06-30");
    }

    #[test]
    fn disabled_limits_are_unlimited() {
        let limits = Limits { enabled: true, mail_per_day: 100, stranger_mail_per_day: 500 };
        assert_eq!(limits.daily("test.things", 5).most, 5);
        let off = Limits { enabled: false, ..limits };
        assert_eq!(off.daily("test.things", 5).most, i64::MAX);
    }

    #[test]
    fn exhausted_allowance_reports_retry_time() {
        let violation = RuleViolation::new(429, "test.used_up", "That was all.");
        let error = used_up(&violation, "2026-03-02T18:00:00Z".parse().unwrap());
        assert_eq!((error.status.as_u16(), error.code), (429, "test.used_up"));
        assert_eq!(error.message, "That was all. You can go on in 6 hours.");
        assert_eq!(error.retry_after, Some(6 * 60 * 60));
    }

    #[test]
    fn durations_are_formatted_in_words() {
        for (seconds, expected) in [
            (1, "1 minute"),
            (61, "2 minutes"),
            (7200, "120 minutes"),
            (7201, "3 hours"),
            (86_400, "24 hours"),
        ] {
            assert_eq!(in_words(seconds), expected);
        }
    }
}
