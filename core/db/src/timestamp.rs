use std::{fmt, str::FromStr, time::Duration};

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use surrealdb::types::{Datetime, Error, Kind, SurrealValue, Value};

/// A UTC timestamp with millisecond precision, the only form of time that is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Timestamp(jiff::Timestamp);

impl Timestamp {
    /// 1970-01-01T00:00:00Z.
    pub const EPOCH: Self = Self(jiff::Timestamp::UNIX_EPOCH);

    /// Creates the timestamp `ms` milliseconds after 1970-01-01T00:00:00Z; `None` outside jiff's
    /// years -9999 to 9999.
    pub fn from_millis(ms: i64) -> Option<Self> {
        jiff::Timestamp::from_millisecond(ms).ok().map(Self)
    }

    /// Returns the milliseconds since 1970-01-01T00:00:00Z.
    pub fn as_millis(self) -> i64 {
        self.0.as_millisecond()
    }

    /// Returns the whole seconds since 1970-01-01T00:00:00Z, as JWT claims need them.
    pub fn as_seconds(self) -> i64 {
        self.0.as_second()
    }

    /// Converts to a jiff timestamp, for calendar arithmetic.
    pub fn to_jiff(self) -> jiff::Timestamp {
        self.0
    }

    /// Returns the time from `earlier` to `self`; zero when `earlier` is later.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::try_from(self.0.duration_since(earlier.0)).unwrap_or(Duration::ZERO)
    }
}

impl From<jiff::Timestamp> for Timestamp {
    /// Truncates to milliseconds, so that compared and stored values are equal.
    fn from(at: jiff::Timestamp) -> Self {
        Self::from_millis(at.as_millisecond()).unwrap_or(Self(at))
    }
}

impl std::ops::Add<Duration> for Timestamp {
    type Output = Self;

    /// Saturates at the latest timestamp rather than overflowing.
    fn add(self, by: Duration) -> Self {
        let by = SignedDuration::try_from(by).unwrap_or(SignedDuration::MAX);
        Self(self.0.saturating_add(by).unwrap_or(jiff::Timestamp::MAX))
    }
}

impl std::ops::Sub<Duration> for Timestamp {
    type Output = Self;

    fn sub(self, by: Duration) -> Self {
        let by = SignedDuration::try_from(by).unwrap_or(SignedDuration::MAX);
        Self(self.0.saturating_sub(by).unwrap_or(jiff::Timestamp::MIN))
    }
}

impl fmt::Display for Timestamp {
    /// Writes RFC 3339 in UTC, always with milliseconds: `2026-03-02T18:04:00.000Z`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.0)
    }
}

impl FromStr for Timestamp {
    type Err = jiff::Error;

    /// Parses RFC 3339 with any offset.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse::<jiff::Timestamp>().map(Self::from)
    }
}

impl SurrealValue for Timestamp {
    fn kind_of() -> Kind {
        Kind::Datetime
    }

    fn into_value(self) -> Value {
        let ms = self.as_millis();
        let nanos = u32::try_from(ms.rem_euclid(1000)).unwrap_or(0) * 1_000_000;
        Datetime::from_timestamp(ms.div_euclid(1000), nanos).map_or(Value::None, Value::Datetime)
    }

    fn from_value(value: Value) -> Result<Self, Error> {
        let chrono = Datetime::from_value(value)?.into_inner();
        Self::from_millis(chrono.timestamp_millis())
            .ok_or_else(|| Error::internal("datetime out of range".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_through_the_database() {
        for ms in [0, 1, 999, -1, -1500, 1_772_474_640_123] {
            let at = Timestamp::from_millis(ms).unwrap();
            assert_eq!(Timestamp::from_value(at.into_value()).unwrap(), at);
        }
    }

    #[test]
    fn reads_offsets_and_prints_utc() {
        let at: Timestamp = "2026-03-02T19:04:00+01:00".parse().unwrap();
        assert_eq!(at.to_string(), "2026-03-02T18:04:00.000Z");
    }
}
