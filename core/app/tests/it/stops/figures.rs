//! What the stops came to.

use std::{collections::BTreeMap, time::Duration};

use super::plan::Stop;

/// What one stop came to.
pub(crate) struct Outcome {
    pub(crate) clients: usize,
    pub(crate) stop: Stop,
    /// Writes that were acknowledged since the stop before, all of them compared.
    pub(crate) acknowledged: u64,
    /// Memtables that turned meanwhile.
    pub(crate) turned: u64,
    pub(crate) stopping: Duration,
    /// The start that followed.
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

/// A line for every number of clients and every signal.
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

/// Nobody gets here with anything lost.
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

/// The middle and the longest.
fn spread(times: impl Iterator<Item = Duration>) -> String {
    let mut times: Vec<_> = times.collect();
    times.sort();
    let [median, longest] = [times.len() / 2, times.len() - 1].map(|place| seconds(times[place]));
    format!("{median}, {longest}")
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}
