//! A whole community in one process and in virtual time, driven by one number, its seed: members,
//! staff, jobs, deliveries and the clock, requests that are repeated or whose client is gone, kills
//! between any two polls of a request, torn ends of the log, full disks and a mail server that is
//! out of order. After the steps, invariants are checked ([`rules`]).
//!
//! `SIMULATION_SEED` replays one seed and prints its steps; `SIMULATION_SEEDS` is a number of
//! seeds, from 1 on, on all cores; `SIMULATION_STEPS` is the number of steps of each.

mod acknowledged;
mod actions;
mod mail_server;
mod planted;
mod process;
mod request;
mod rules;
mod store;
mod torn_log;
mod town;

use std::{
    collections::BTreeMap,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use sparkyard_kernel::ManualClock;
use sparkyard_testkit::FolderCopy;

use self::{
    acknowledged::Acknowledged,
    mail_server::MailServer,
    process::{LogEnd, Process, SETTINGS},
    store::BookingRow,
    town::{Neighbour, Town},
};
use crate::stops::plan;

/// Steps of a seed.
const STEPS: u32 = 40;
/// Seeds of the short form, and their steps.
const SEEDS: u64 = 20;
const FEW_STEPS: u32 = 24;
/// Steps after which the expensive invariants are checked.
const THOROUGH_EVERY: u32 = 8;
/// Last steps that a failure prints.
const LAST: usize = 25;

/// A violated invariant.
#[derive(Debug)]
struct Violation {
    rule: &'static str,
    detail: String,
}

type Checked<T = ()> = Result<T, Violation>;

fn violated<T>(rule: &'static str, detail: impl Into<String>) -> Checked<T> {
    Err(Violation { rule, detail: detail.into() })
}

/// Seed and number of steps of a simulation; the same two give the same run.
#[derive(Clone, Copy)]
struct Start {
    seed: u64,
    steps: u32,
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SIMULATION_SEED={} SIMULATION_STEPS={} replays it", self.seed, self.steps)
    }
}

/// A violation, with the way to it.
struct Found {
    start: Start,
    step: u32,
    violation: Violation,
    trace: Vec<String>,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { start, step, violation: Violation { rule, detail }, trace } = self;
        writeln!(f, "{rule} is violated in step {step}: {detail}")?;
        for line in trace.iter().skip(trace.len().saturating_sub(LAST)) {
            writeln!(f, "    {line}")?;
        }
        write!(f, "{start}")
    }
}

/// State of a simulation.
struct Simulation {
    chance: StdRng,
    clock: ManualClock,
    mail_server: Arc<MailServer>,
    process: Process,
    people: Vec<Neighbour>,
    admin: Neighbour,
    acknowledged: Acknowledged,
    /// Bookings as of the last check.
    bookings: BTreeMap<i64, BookingRow>,
    /// End of what the disk must keep.
    durable: LogEnd,
    /// Whether acknowledged commits may be lost, by a disk that lies about what it has synced.
    lying_disk: bool,
    step: u32,
    trace: Vec<String>,
}

impl Simulation {
    fn begin(seed: u64) -> Self {
        let (town, chance) = (Town::get(), StdRng::seed_from_u64(seed));
        let (clock, mail_server) = (ManualClock::at(town.time), Arc::default());
        let process = Process::start(&town.files, &clock, SETTINGS, &mail_server);
        Self {
            chance,
            clock,
            mail_server,
            durable: process.log_end(),
            process,
            people: town.people.clone(),
            admin: town.admin.clone(),
            acknowledged: Acknowledged::default(),
            bookings: BTreeMap::new(),
            lying_disk: false,
            step: 0,
            trace: Vec::new(),
        }
    }

    /// Lets the community live for some steps, and everything that is under way come to an end.
    fn live(&mut self, steps: u32) -> Checked {
        self.acknowledged.begin(&self.process)?;
        for step in 1..=steps {
            self.step = step;
            self.act()?;
            rules::check(self)?;
            if step % THOROUGH_EVERY == 0 {
                rules::check_thoroughly(self)?;
            }
        }
        self.step += 1;
        self.end()?;
        rules::check(self)?;
        rules::check_thoroughly(self)?;
        rules::check_at_end(self)
    }

    /// Adds a line to the trace.
    fn note(&mut self, mut line: String) {
        line.insert_str(0, &format!("{} ", self.step));
        self.trace.push(line);
    }

    /// Loses the process and what was not synced, and starts anew.
    fn kill(&mut self) -> Checked {
        let mut files = self.process.files();
        if self.lying_disk {
            self.durable.1 /= 2;
        }
        torn_log::tear(&mut files, &self.durable, &mut self.chance);
        self.start(&files, SETTINGS)
    }

    /// Replaces the process by one that starts on `files`.
    fn start(&mut self, files: &FolderCopy, settings: &str) -> Checked {
        let start = || Process::start(files, &self.clock, settings, &self.mail_server);
        let Ok(process) = catch_unwind(AssertUnwindSafe(start)) else {
            return violated("server_starts_again", "see the panic above");
        };
        self.process = process;
        self.durable = self.process.log_end();
        Ok(())
    }

    fn key(&mut self) -> String {
        format!("{:032x}", self.chance.random::<u128>())
    }

    fn found(self, start: Start, violation: Violation) -> Found {
        Found { start, step: self.step, violation, trace: self.trace }
    }
}

/// Runs one seed; returns its trace.
fn run(seed: u64, steps: u32) -> Result<Vec<String>, Box<Found>> {
    run_with(seed, steps, |_| ())
}

/// Runs one seed in a community that `prepare` has changed.
fn run_with(
    seed: u64,
    steps: u32,
    prepare: impl FnOnce(&mut Simulation),
) -> Result<Vec<String>, Box<Found>> {
    let start = Start { seed, steps };
    let _named = Named(start);
    let mut simulation = Simulation::begin(seed);
    prepare(&mut simulation);
    match simulation.live(steps) {
        Ok(()) => Ok(simulation.trace),
        Err(violation) => Err(Box::new(simulation.found(start, violation))),
    }
}

/// Names the simulation that panics.
struct Named(Start);

impl Drop for Named {
    fn drop(&mut self) {
        if thread::panicking() {
            println!("{}", self.0);
        }
    }
}

/// Runs the seeds below `until` that no other thread has run, up to the first violation.
fn run_next(next: &AtomicU64, until: u64, steps: u32) -> Result<usize, Box<Found>> {
    let mut steps_made = 0;
    loop {
        let seed = next.fetch_add(1, Ordering::SeqCst);
        if seed > until {
            return Ok(steps_made);
        }
        // The first violation ends the other threads, too.
        let run = run(seed, steps).inspect_err(|_| next.store(until + 1, Ordering::SeqCst));
        steps_made += run?.len();
    }
}

#[test]
fn invariants_hold_whatever_happens() {
    let few = plan::number("SIMULATION_SEED").or(plan::number("SIMULATION_SEEDS")).is_none();
    let usual = if few { FEW_STEPS } else { STEPS };
    let steps =
        plan::number("SIMULATION_STEPS").map_or(usual, |given| u32::try_from(given).unwrap());
    if let Some(seed) = plan::number("SIMULATION_SEED") {
        match run(seed, steps) {
            Ok(trace) => println!("{}", trace.join("\n")),
            Err(found) => panic!("{}\n{found}", found.trace.join("\n")),
        }
        return;
    }
    let given = plan::number("SIMULATION_SEEDS");
    let threads = match given {
        Some(_) => thread::available_parallelism().map_or(1, usize::from),
        None => 1,
    };
    let (next, seeds) = (AtomicU64::new(1), given.unwrap_or(SEEDS));
    let made = thread::scope(|scope| {
        let runs = (0..threads).map(|_| scope.spawn(|| run_next(&next, seeds, steps)));
        let runs: Vec<_> = runs.collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect::<Result<Vec<_>, _>>()
    });
    match made {
        Ok(made) => println!("{seeds} seeds, {} lines of trace", made.iter().sum::<usize>()),
        Err(found) => panic!("{found}"),
    }
}

#[test]
fn seed_determines_what_happens() {
    let (first, again) = (run(7, STEPS), run(7, STEPS));
    let lines =
        |run: Result<Vec<String>, Box<Found>>| run.unwrap_or_else(|found| panic!("{found}"));
    let (first, again) = (lines(first), lines(again));
    assert_eq!(first, again);
    assert_ne!(first, lines(run(8, STEPS)));
}
