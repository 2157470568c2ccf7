//! Kinds and number of stops, and parameters from the environment.

use std::{env, fmt};

use crate::binary::Signal;

/// One stop of the server.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stop {
    pub(crate) signal: Signal,
    /// Whether no requests are in flight.
    pub(crate) at_rest: bool,
}

const KINDS: [Stop; 6] = [
    Stop { signal: Signal::Kill, at_rest: false },
    Stop { signal: Signal::Terminate, at_rest: false },
    Stop { signal: Signal::Kill, at_rest: true },
    Stop { signal: Signal::Interrupt, at_rest: false },
    Stop { signal: Signal::Terminate, at_rest: true },
    Stop { signal: Signal::Interrupt, at_rest: true },
];

/// Numbers of clients, ascending: for a number of stops from the environment, and without one.
const CROWDS: [usize; 3] = [1, 16, 64];
const SMALL_CROWDS: [usize; 3] = [1, 4, 16];

/// Returns the stops in order, each with its number of clients: as many for each number as the
/// environment says, otherwise one of each of the first kinds.
pub(crate) fn stops() -> Vec<(usize, Stop)> {
    let Some(given) = number("SPARKYARD_STOPS") else {
        return SMALL_CROWDS.into_iter().rev().zip(KINDS).collect();
    };
    let of_crowd = |clients: usize| {
        let kinds = KINDS.into_iter().cycle().take(usize::try_from(given).unwrap());
        kinds.map(move |stop| (clients, stop))
    };
    CROWDS.into_iter().flat_map(of_crowd).collect()
}

/// Returns the minimum number of memtable rotations between two stops; rotations once lost writes.
pub(crate) fn least_turned() -> u64 {
    number("SPARKYARD_STOPS").map_or(3, |_| 10)
}

/// Returns the seed of all random choices.
#[expect(clippy::disallowed_methods, reason = "the moment of a power cut is not ours to choose")]
pub(crate) fn seed() -> u64 {
    number("SPARKYARD_SEED").unwrap_or_else(rand::random)
}

pub(crate) fn number(variable: &str) -> Option<u64> {
    let text = env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is no number: {text:?}")))
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.signal, if self.at_rest { "at rest" } else { "under load" })
    }
}
