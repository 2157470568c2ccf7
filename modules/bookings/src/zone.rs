//! British time, in which hours are kept and dates are told.

use jiff::{Zoned, tz::TimeZone};
use sparkyard_kernel::Timestamp;

/// The zone of every provider. Its rules ship inside the binary.
pub(crate) fn british() -> TimeZone {
    TimeZone::get("Europe/London").unwrap_or(TimeZone::UTC)
}

/// `at` on a British clock.
pub(crate) fn in_britain(at: Timestamp) -> Zoned {
    at.to_jiff().to_zoned(british())
}
