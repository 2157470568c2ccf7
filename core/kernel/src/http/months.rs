//! Whole months that a request asks for.

use jiff::{ToSpan, civil::Date};

use crate::{ApiError, Timestamp, zone};

/// Most months of a report.
const MOST: usize = 12;

/// One to twelve consecutive months, in British time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Months {
    /// First days of the months, and of the month after them.
    firsts: Vec<Date>,
}

impl Months {
    /// Parses the first and the last month, as `2026-03`. A malformed month, an end before the
    /// start, and more than twelve months are a 422.
    pub fn parse(from: &str, to: &str) -> Result<Self, ApiError> {
        let (first, last) = (month("from", from)?, month("to", to)?);
        if last < first {
            return Err(ApiError::invalid("to", "Choose an end that is not before the start."));
        }
        let count = (1..=MOST).find(|count| after(first, count - 1) == Some(last));
        count
            .and_then(|count| Self::starting(first, count))
            .ok_or_else(|| ApiError::invalid("to", "Choose a period of at most twelve months."))
    }

    /// Returns the month of `now` and those before it, twelve in all.
    pub fn up_to(now: Timestamp) -> Self {
        let current = zone::in_britain(now).date().first_of_month();
        let first = current.saturating_sub(11.months());
        Self::starting(first, MOST).unwrap_or_else(|| Self { firsts: vec![current, current] })
    }

    fn starting(first: Date, count: usize) -> Option<Self> {
        let firsts: Option<_> = (0..=count).map(|index| after(first, index)).collect();
        Some(Self { firsts: firsts? })
    }

    /// Returns the number of months.
    pub fn count(&self) -> usize {
        self.firsts.len().saturating_sub(1)
    }

    /// Returns the names of the months, as `2026-03`.
    pub fn names(&self) -> Vec<String> {
        let firsts = self.firsts.iter().take(self.count());
        firsts.map(|first| first.strftime("%Y-%m").to_string()).collect()
    }

    /// Returns the moments at which the months begin, and at which the last one ends.
    pub fn bounds(&self) -> Vec<Timestamp> {
        let start = |day: &Date| {
            let start = day.to_zoned(zone::british()).ok()?.timestamp();
            Timestamp::from_millis(start.as_millisecond())
        };
        self.firsts.iter().map(|day| start(day).unwrap_or(Timestamp::EPOCH)).collect()
    }

    /// Returns the first and the last day.
    pub fn days(&self) -> (Date, Date) {
        let first = self.firsts.first().copied().unwrap_or_default();
        let end = self.firsts.last().copied().unwrap_or_default();
        (first, end.yesterday().unwrap_or(end))
    }

    /// Returns the months for a file name: `2026-03-to-2026-05`.
    pub fn slug(&self) -> String {
        let (first, last) = self.days();
        format!("{}-to-{}", first.strftime("%Y-%m"), last.strftime("%Y-%m"))
    }
}

fn after(first: Date, months: usize) -> Option<Date> {
    first.checked_add(i64::try_from(months).ok()?.months()).ok()
}

fn month(field: &str, text: &str) -> Result<Date, ApiError> {
    let wrong = || ApiError::invalid(field, "Write the month as 2026-12.");
    if text.len() != "2026-12".len() {
        return Err(wrong());
    }
    Date::strptime("%Y-%m-%d", format!("{text}-01")).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(outcome: Result<Months, ApiError>) -> Option<String> {
        let error = outcome.err()?;
        assert_eq!(error.status.as_u16(), 422);
        error.fields.keys().next().cloned()
    }

    #[test]
    fn months_are_checked() {
        for (from, to, wrong) in [
            ("2026-03", "2026-03", None),
            ("2025-04", "2026-03", None),
            ("2025-03", "2026-03", Some("to")),
            ("1926-03", "2026-03", Some("to")),
            ("2026-03", "2026-02", Some("to")),
            ("2026-13", "2026-12", Some("from")),
            ("2026-3", "2026-12", Some("from")),
            ("2026-03-01", "2026-12", Some("from")),
            ("", "2026-12", Some("from")),
            ("2026-01", "\u{0662}026-1", Some("to")),
            ("9999-12", "9999-12", Some("to")),
        ] {
            assert_eq!(field(Months::parse(from, to)).as_deref(), wrong, "{from:?} {to:?}");
        }
    }

    #[test]
    fn months_begin_at_midnight_in_britain() {
        let months = Months::parse("2026-03", "2026-04").unwrap();
        let bounds: Vec<_> = months.bounds().iter().map(ToString::to_string).collect();
        assert_eq!(months.names(), ["2026-03", "2026-04"]);
        assert_eq!(months.count(), 2);
        assert_eq!(months.slug(), "2026-03-to-2026-04");
        let expected: Vec<_> =
            ["2026-03-01T00:00:00Z", "2026-03-31T23:00:00Z", "2026-04-30T23:00:00Z"]
                .map(|text| text.parse::<Timestamp>().unwrap().to_string())
                .into();
        assert_eq!(bounds, expected);
    }

    #[test]
    fn the_last_twelve_months_end_with_the_present_one() {
        let months = Months::up_to("2026-03-31T23:30:00Z".parse().unwrap());
        let names = months.names();
        assert_eq!(
            (names.len(), names[0].as_str(), names[11].as_str()),
            (12, "2025-05", "2026-04")
        );
    }
}
