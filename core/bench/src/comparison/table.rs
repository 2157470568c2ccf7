//! Markdown table of the times of both servers.

use std::fmt::{self, Display, Formatter};

use super::Line;
use crate::figures::millis;
use crate::load::Times;

/// The rounds of one row.
#[derive(Default)]
pub(super) struct Row {
    sides: [Vec<Times>; 2],
    beside: [Vec<Times>; 2],
}

type Round = (Times, Option<Times>);

impl Row {
    pub(super) fn add(&mut self, ours: Round, theirs: Round) {
        for (side, (times, beside)) in [ours, theirs].into_iter().enumerate() {
            self.sides[side].push(times);
            self.beside[side].extend(beside);
        }
    }
}

/// The rows so far.
#[derive(Default)]
pub(super) struct Table {
    lines: Vec<String>,
    notes: Vec<String>,
}

impl Table {
    pub(super) fn add(&mut self, line: &Line, row: &Row) {
        let Row { sides, beside } = row;
        let [ours, theirs] =
            sides.each_ref().map(|rounds| median(rounds, |round| round.per_second));
        let of = |rounds: &[Times], rate: f64| {
            let p50 = median(rounds, |round| millis(round.p50));
            let p99 = median(rounds, |round| millis(round.p99));
            let failed: u64 = rounds.iter().map(|round| round.refused + round.broken).sum();
            format!("{rate:.0} | {p50:.2} | {p99:.2} | {failed}")
        };
        let (name, clients) = (line.name, line.clients);
        let (our_cells, their_cells) = (of(&sides[0], ours), of(&sides[1], theirs));
        let ratio = ours / theirs;
        self.lines
            .push(format!("| {name} | {clients} | {our_cells} | {their_cells} | {ratio:.2} |"));
        if line.beside_writes {
            let [ours, theirs] =
                beside.each_ref().map(|rounds| median(rounds, |round| round.per_second));
            self.notes.push(format!(
                "- {name}: {ours:.0} writes/s were answered by Sparkyard, {theirs:.0} by PocketBase.",
            ));
        }
    }

    /// Returns the last row.
    pub(super) fn last(&self) -> &str {
        self.lines.last().map_or("", String::as_str)
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| work | clients | Sparkyard req/s | p50 | p99 | failures | PocketBase req/s | p50 | \
             p99 | failures | ratio |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
        )?;
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        writeln!(f)?;
        self.notes.iter().try_for_each(|note| writeln!(f, "{note}"))
    }
}

fn median(rounds: &[Times], value: impl Fn(&Times) -> f64) -> f64 {
    let mut values: Vec<f64> = rounds.iter().map(value).collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::LINES;
    use super::*;

    #[test]
    fn row_has_both_medians_and_their_ratio() {
        let times = |per_second| Times {
            p50: Duration::from_millis(1),
            p99: Duration::from_millis(2),
            requests: 10,
            per_second,
            refused: 1,
            broken: 0,
        };
        let mut row = Row::default();
        for rate in [900.0, 200.0, 300.0] {
            row.add((times(rate), None), (times(rate / 2.0), None));
        }
        let mut table = Table::default();
        table.add(&LINES[0], &row);
        let expected =
            "| profile by id | 16 | 300 | 1.00 | 2.00 | 3 | 150 | 1.00 | 2.00 | 3 | 2.00 |";
        assert_eq!(table.last(), expected);
    }
}
