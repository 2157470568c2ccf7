//! Crash tests. The binary is killed, terminated and interrupted at random moments, under load and
//! idle, while its memtable rotates frequently. Whatever it acknowledged must be present
//! afterwards, exactly once, and requests in flight can be repeated.
//!
//! `SPARKYARD_STOPS` is the number of stops per number of clients, `SPARKYARD_SEED` chooses the
//! moments, `SPARKYARD_BINARY` is the binary: `cargo xtask bench --stops 200`.

mod acknowledged;
mod booking;
pub(crate) mod check;
mod client;
mod compare;
mod contents;
mod figures;
pub(crate) mod load_phase;
mod notices;
mod payment;
pub(crate) mod person;
pub(crate) mod plan;
pub(crate) mod request;
pub(crate) mod storage;
pub(crate) mod town;

use std::{path::Path, time::Duration};

use futures_util::future::join_all;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use tempfile::TempDir;

use self::{
    check::check,
    figures::{Outcome, table},
    load_phase::LoadPhase,
    plan::Stop,
    storage::{MEMTABLE_KB, Memtables},
    town::Town,
};
use crate::binary::{Server, check_ledger, sparkyard};

/// Maximum pause between those rotations and the stop, and maximum idle time before an idle stop.
const LONGEST_PAUSE_MS: u64 = 300;
const LONGEST_REST_MS: u64 = 1500;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_writes_survive_every_stop() {
    let seed = plan::seed();
    println!("SPARKYARD_SEED={seed}");
    let stops = plan::stops();
    let most_clients = stops.iter().map(|(clients, _)| *clients).max().unwrap();
    let mut trial = Trial::begin(most_clients, seed).await;
    let mut outcomes = Vec::new();
    for (number, &(clients, stop)) in (1..).zip(&stops) {
        if number == stops.len() {
            // The effects of visits must survive a stop, too.
            trial.see_visits_through().await;
        }
        let outcome = trial.round(clients, stop).await;
        outcome.print(number, stops.len());
        outcomes.push(outcome);
    }
    trial.compare(most_clients, true).await;
    println!("{}", table(&outcomes));
}

struct Trial {
    data_dir: TempDir,
    server: Server,
    town: Town,
    chance: StdRng,
}

async fn start(data_dir: &Path) -> Server {
    let mut command = sparkyard();
    command.env("SPARKYARD_DATABASE__MEMTABLE_KB", MEMTABLE_KB.to_string());
    Server::launch(command, data_dir, &[]).await
}

impl Trial {
    async fn begin(clients: usize, seed: u64) -> Self {
        let data_dir = TempDir::new().unwrap();
        let server = start(data_dir.path()).await;
        let town = Town::found(&server, data_dir.path(), clients, seed).await;
        Self { data_dir, server, town, chance: StdRng::seed_from_u64(seed) }
    }

    async fn see_visits_through(&mut self) {
        let (url, clients) = (&self.server.url, self.town.clients.iter_mut());
        join_all(clients.map(|client| client.see_visit_through(url))).await;
    }

    /// Lets the first `clients` work, stops and restarts the server, and compares.
    async fn round(&mut self, clients: usize, stop: Stop) -> Outcome {
        let before = self.town.acknowledged();
        let (turned, stopping) = self.work_until(clients, stop).await;
        let copy = storage::copy(self.data_dir.path());
        self.server = start(self.data_dir.path()).await;
        // The ledger is checked in a copy, so that the server opens the files as the stop left
        // them.
        let ledger = tokio::task::spawn_blocking(move || check_ledger(copy.path()));
        let crowd = &mut self.town.clients[..clients];
        join_all(crowd.iter_mut().map(|client| client.resume(&self.server.url))).await;
        self.compare(clients, false).await;
        ledger.await.unwrap();
        let acknowledged = self.town.acknowledged() - before;
        let starting = self.server.ready_after;
        Outcome { clients, stop, acknowledged, turned, stopping, starting }
    }

    /// Lets clients work until memtables have rotated often enough, and stops the server. Returns
    /// the number of rotations and the duration of the stop.
    async fn work_until(&mut self, clients: usize, stop: Stop) -> (u64, Duration) {
        let pause = Duration::from_millis(self.chance.random_range(0..LONGEST_PAUSE_MS));
        let rest = Duration::from_millis(self.chance.random_range(0..LONGEST_REST_MS));
        let memtables = Memtables::watch(self.data_dir.path());
        let (phase, url, server) =
            (LoadPhase::default(), self.server.url.clone(), &mut self.server);
        let crowd = self.town.clients[..clients].iter_mut();
        let working = join_all(crowd.map(|client| client.work(&url, &phase)));
        let interrupting = async {
            memtables.wait_for(plan::least_turned()).await;
            tokio::time::sleep(pause).await;
            if stop.at_rest {
                phase.end();
                return None;
            }
            phase.interrupt();
            Some((memtables.turned(), server.stop(stop.signal).await))
        };
        if let (_, Some(outcome)) = tokio::join!(working, interrupting) {
            return outcome;
        }
        tokio::time::sleep(rest).await;
        (memtables.turned(), self.server.stop(stop.signal).await)
    }

    async fn compare(&mut self, clients: usize, whole: bool) {
        check(&self.server.url, &mut self.town, clients, whole, &mut self.chance).await;
    }
}
