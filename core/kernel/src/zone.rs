//! British time, in which hours are kept and dates are told.

use jiff::{Zoned, tz::TimeZone};

use crate::Timestamp;

/// The one time zone. Its rules ship inside the binary.
pub fn british() -> TimeZone {
    TimeZone::get("Europe/London").unwrap_or(TimeZone::UTC)
}

/// `at` on a British clock.
pub fn in_britain(at: Timestamp) -> Zoned {
    at.to_jiff().to_zoned(british())
}
