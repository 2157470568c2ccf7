//! British time, in which opening hours are kept and dates are displayed.

use jiff::{Zoned, tz::TimeZone};

use crate::Timestamp;

/// Returns the only time zone in use. Its rules ship inside the binary.
pub fn british() -> TimeZone {
    TimeZone::get("Europe/London").unwrap_or(TimeZone::UTC)
}

/// Converts `at` to British time.
pub fn in_britain(at: Timestamp) -> Zoned {
    at.to_jiff().to_zoned(british())
}

/// Returns the British day of `at` in words: `26 December 2026`.
pub fn day_in_words(at: Timestamp) -> String {
    in_britain(at).strftime("%-d %B %Y").to_string()
}
