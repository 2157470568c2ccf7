//! Results of the stops.

use std::{collections::BTreeMap, time::Duration};

use super::plan::Stop;

/// Result of one stop.
pub(crate) struct Outcome {
    pub(crate) clients: usize,
    pub(crate) stop: Stop,
    /// Writes acknowledged and compared since the previous stop.
    pub(crate) acknowledged: u64,
    /// Memtable rotations in that time.
    pub(crate) turned: u64,
    pub(crate) stopping: Duration,
    /// Duration of the following start.
    pub(crate) starting: Duration,
}

impl Outcome {
    pub(crate) fn print(&self, number: usize, of: usize) {
        let Self { clients, stop, acknowledged, turned, stopping, starting } = self;
        println!(
            "stop {number} of {of}, {clients} clients, {stop}: {acknowledged} writes, {turned} \
             memtables, stopped in {}, started in {}, nothing lost",
            seconds(*stopping),
            seconds(*starting),
        );
    }
}

/// Builds a table with one line per number of clients and signal.
pub(crate) fn table(outcomes: &[Outcome]) -> String {
    let mut groups = BTreeMap::<_, Vec<&Outcome>>::new();
    for outcome in outcomes {
        let group = (outcome.clients, outcome.stop.signal.to_string());
        groups.entry(group).or_default().push(outcome);
    }
    let head = format!(
        "\n{:>7} {:<8}{:>6}{:>9}{:>12}{:>8}{:>6}   {:<20}{:<20}\n",
        "clients",
        "signal",
        "stops",
        "writes",
        "memtables",
        "least",
        "lost",
        "stop median, max",
        "start median, max"
    );
    let rows = groups.iter().map(|((clients, signal), outcomes)| row(*clients, signal, outcomes));
    [head].into_iter().chain(rows).collect()
}

/// Losses would have failed the test before.
fn row(clients: usize, signal: &str, outcomes: &[&Outcome]) -> String {
    let turned = || outcomes.iter().map(|outcome| outcome.turned);
    format!(
        "{clients:>7} {signal:<8}{:>6}{:>9}{:>12}{:>8}{:>6}   {:<20}{:<20}\n",
        outcomes.len(),
        outcomes.iter().map(|outcome| outcome.acknowledged).sum::<u64>(),
        turned().sum::<u64>(),
        turned().min().unwrap_or(0),
        0,
        spread(outcomes.iter().map(|outcome| outcome.stopping)),
        spread(outcomes.iter().map(|outcome| outcome.starting)),
    )
}

/// Returns median and maximum.
fn spread(times: impl Iterator<Item = Duration>) -> String {
    let mut times: Vec<_> = times.collect();
    times.sort();
    let [median, longest] = [times.len() / 2, times.len() - 1].map(|place| seconds(times[place]));
    format!("{median}, {longest}")
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}
