//! Days that a request asks for.

use jiff::{ToSpan, civil::Date};

use crate::{ApiError, zone};

/// Days of a list, in British time. Both ends belong to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Period {
    from: Option<Date>,
    to: Option<Date>,
}

impl Period {
    /// Parses the first and the last day, as `2026-12-24`. A malformed date, and an end before the
    /// start, are a 422.
    pub fn parse(from: Option<&str>, to: Option<&str>) -> Result<Self, ApiError> {
        let period = Self { from: date("from", from)?, to: date("to", to)? };
        if period.from.zip(period.to).is_some_and(|(from, to)| to < from) {
            return Err(ApiError::invalid("to", "Choose an end that is not before the start."));
        }
        Ok(period)
    }

    /// Parses the period of a download: like [`parse`](Self::parse), and at most a year.
    pub fn of_download(from: &str, to: &str) -> Result<Self, ApiError> {
        let period = Self::parse(Some(from), Some(to))?;
        let end = period.from.and_then(|from| from.checked_add(1.year()).ok());
        if period.to.zip(end).is_none_or(|(to, end)| to >= end) {
            return Err(ApiError::invalid("to", "Choose a period of at most a year."));
        }
        Ok(period)
    }

    /// Returns the range of sort keys that count milliseconds down, `per_milli` of them in each:
    /// above the first, up to and including the second.
    pub fn keys(self, per_milli: i64) -> (i64, i64) {
        let end = self.to.and_then(|day| day.tomorrow().ok());
        let key = |day: Date| {
            let start = day.to_zoned(zone::british()).ok()?.timestamp();
            Some(start.as_millisecond().saturating_mul(per_milli).saturating_neg())
        };
        (end.and_then(key).unwrap_or(i64::MIN), self.from.and_then(key).unwrap_or(i64::MAX))
    }

    /// Returns the first and the last day, if both are given.
    pub fn days(self) -> Option<(Date, Date)> {
        self.from.zip(self.to)
    }

    /// Returns the days for a file name: `2026-03-01-to-2026-03-31`.
    pub fn slug(self) -> String {
        let day = |day: Option<Date>| day.map_or_else(|| "all".to_owned(), |day| day.to_string());
        format!("{}-to-{}", day(self.from), day(self.to))
    }
}

fn date(field: &str, text: Option<&str>) -> Result<Option<Date>, ApiError> {
    let wrong = |_| ApiError::invalid(field, "Write the date as 2026-12-24.");
    text.map(|text| Date::strptime("%Y-%m-%d", text).map_err(wrong)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(outcome: Result<Period, ApiError>) -> Option<String> {
        let error = outcome.err()?;
        assert_eq!(error.status.as_u16(), 422);
        error.fields.keys().next().cloned()
    }

    #[test]
    fn periods_are_checked() {
        for (from, to, wrong) in [
            (None, None, None),
            (Some("2026-03-01"), Some("2026-03-01"), None),
            (Some("2026-03-02"), Some("2026-03-01"), Some("to")),
            (Some("2026-02-29"), None, Some("from")),
            (Some("01/03/2026"), None, Some("from")),
            (Some(""), None, Some("from")),
            (Some("2026-03-01T00:00:00Z"), None, Some("from")),
            (None, Some("9999-12-31"), None),
            (None, Some("99999-12-31"), Some("to")),
            (Some("\u{0662}\u{0660}26-03-01"), None, Some("from")),
        ] {
            assert_eq!(field(Period::parse(from, to)).as_deref(), wrong, "{from:?} {to:?}");
        }
    }

    #[test]
    fn downloads_span_at_most_a_year() {
        for (from, to, wrong) in [
            ("2026-01-01", "2026-12-31", None),
            ("2026-01-01", "2027-01-01", Some("to")),
            ("2028-02-29", "2029-02-27", None),
            ("1926-01-01", "2026-01-01", Some("to")),
            ("9999-12-01", "9999-12-31", Some("to")),
            ("2026-03-02", "2026-03-01", Some("to")),
        ] {
            assert_eq!(field(Period::of_download(from, to)).as_deref(), wrong, "{from} {to}");
        }
    }

    #[test]
    fn days_begin_at_midnight_in_britain() {
        let keys = |from, to| Period::parse(Some(from), Some(to)).unwrap().keys(1_000);
        let at = |text: &str| -text.parse::<jiff::Timestamp>().unwrap().as_millisecond() * 1_000;
        let winter = (at("2026-03-02T00:00:00Z"), at("2026-03-01T00:00:00Z"));
        assert_eq!(keys("2026-03-01", "2026-03-01"), winter);
        // The clocks go forward on 29 March.
        let spring = (at("2026-03-29T23:00:00Z"), at("2026-03-29T00:00:00Z"));
        assert_eq!(keys("2026-03-29", "2026-03-29"), spring);
        assert_eq!(Period::default().keys(1), (i64::MIN, i64::MAX));
        assert_eq!(keys("2026-03-01", "9999-12-31").0, i64::MIN);
    }
}
