use poem_openapi::Object;
use sparkyard_kernel::{Money, Sparks};

use crate::model::{self, activity};

/// Figures of a month. Absent where the module is disabled.
#[derive(Debug, Object)]
pub(crate) struct MonthFigures {
    /// Month, as `2026-03`.
    month: String,
    /// Accounts at its end, of those that exist today.
    members: u64,
    /// Members who gave or received help in the month.
    active: u64,
    /// Completed bookings of the month, and help without a booking.
    exchanges: u64,
    /// Length of these, in hours.
    hours: f64,
    /// Spark tokens in circulation at its end.
    sparks: Option<Sparks>,
    /// Pounds in the community's wallets at its end.
    pounds: Option<Money>,
}

impl From<model::MonthFigures> for MonthFigures {
    fn from(figures: model::MonthFigures) -> Self {
        let model::MonthFigures { month, members, active, exchanges, hours, sparks, pounds } =
            figures;
        Self { month, members, active, exchanges, hours: in_hours(hours), sparks, pounds }
    }
}

/// Report on what members did for each other.
#[derive(Debug, Object)]
pub(crate) struct ActivityReport {
    /// Whether the data is that of the sample community.
    is_sample: bool,
    /// Whole period. Its numbers are withheld if those of the months could be worked out from it;
    /// then there are no categories and areas.
    total: ActivityCounts,
    /// Months, oldest first.
    months: Vec<ActivityRow>,
    /// Categories, most exchanges first. Those with small numbers are counted together in the last.
    categories: Vec<ActivityRow>,
    /// Towns, most exchanges first. Those with small numbers are counted together in the last.
    areas: Vec<ActivityRow>,
}

/// Numbers of the report. All are left out if one is between 1 and 4, or would give another away.
#[derive(Debug, Object)]
pub(crate) struct ActivityCounts {
    /// Completed bookings, and help without a booking.
    exchanges: Option<u64>,
    /// Length of the exchanges, in hours.
    hours: Option<f64>,
    /// Members who gave or received help.
    members: Option<u64>,
}

/// A row of the report.
#[derive(Debug, Object)]
pub(crate) struct ActivityRow {
    /// Month, as `2026-03`, category or town.
    name: String,
    /// Numbers.
    counts: ActivityCounts,
}

impl From<activity::ActivityReport> for ActivityReport {
    fn from(report: activity::ActivityReport) -> Self {
        let rows = |rows: Vec<activity::Row>| rows.into_iter().map(ActivityRow::from).collect();
        Self {
            is_sample: report.is_sample,
            total: report.total.into(),
            months: rows(report.by_month),
            categories: rows(report.by_category),
            areas: rows(report.by_area),
        }
    }
}

impl From<activity::Row> for ActivityRow {
    fn from(row: activity::Row) -> Self {
        Self { name: row.name, counts: row.counts.into() }
    }
}

impl From<Option<activity::Counts>> for ActivityCounts {
    fn from(counts: Option<activity::Counts>) -> Self {
        Self {
            exchanges: counts.map(|counts| counts.exchanges),
            hours: counts.map(|counts| in_hours(counts.hours)),
            members: counts.map(|counts| counts.members),
        }
    }
}

/// Converts hundredths of an hour, which are far below the numbers that a decimal cannot hold.
fn in_hours(hundredths: u64) -> f64 {
    f64::from(u32::try_from(hundredths).unwrap_or(u32::MAX)) / 100.0
}
