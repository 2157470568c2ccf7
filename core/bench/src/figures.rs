//! Table of measurements.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

/// Measured values with their targets, and remarks.
#[derive(Default)]
pub(crate) struct Figures {
    rows: Vec<Row>,
    remarks: Vec<String>,
}

struct Row {
    what: &'static str,
    value: f64,
    unit: &'static str,
    aim: f64,
}

impl Figures {
    pub(crate) fn add(&mut self, what: &'static str, value: f64, unit: &'static str, aim: f64) {
        self.rows.push(Row { what, value, unit, aim });
    }

    pub(crate) fn add_millis(&mut self, what: &'static str, value: Duration, aim: f64) {
        self.add(what, millis(value), "ms", aim);
    }

    pub(crate) fn remark(&mut self, remark: String) {
        self.remarks.push(remark);
    }
}

impl Display for Figures {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{:<36} {:>8}       {:>8}", "figure", "measured", "aim")?;
        for Row { what, value, unit, aim } in &self.rows {
            let over = if value <= aim { "" } else { "  over" };
            writeln!(f, "{what:<36} {value:>8.1} {unit:<5} {aim:>8.1}{over}")?;
        }
        self.remarks.iter().try_for_each(|remark| writeln!(f, "({remark})"))
    }
}

pub(crate) fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// Returns the `percent`th percentile of the sorted `times`.
pub(crate) fn percentile(times: &[Duration], percent: usize) -> Duration {
    let index = (times.len() * percent).div_ceil(100).saturating_sub(1);
    times.get(index).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_over_its_target_is_marked() {
        let table = |value| {
            let mut figures = Figures::default();
            figures.add("binary", value, "MiB", 48.0);
            figures.to_string()
        };
        assert!(table(50.0).contains("over"));
        assert!(!table(48.0).contains("over"));
    }

    #[test]
    fn percentiles_of_times() {
        let times: Vec<_> = (1..=200).map(Duration::from_millis).collect();
        for (percent, expected) in [(50, 100), (99, 198), (100, 200)] {
            assert_eq!(percentile(&times, percent), Duration::from_millis(expected), "{percent}");
        }
        assert_eq!(percentile(&[], 50), Duration::ZERO);
    }
}
