//! Full and failing disks, under the real binary. Reads continue, rejected writes did not happen or
//! are reported as unknown, the server recovers by itself, and whatever it acknowledges afterwards
//! survives the next stop.

mod faults;
pub(crate) mod small;

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;

use self::{
    faults::{FAULTS, Faults},
    small::SmallDisk,
};
use crate::{
    binary::{Server, Signal, check_ledger_with, sparkyard},
    stops::{
        check::check, load_phase::LoadPhase, person::PASSWORD, plan, storage::MEMTABLE_KB,
        town::Town,
    },
};

const CLIENTS: usize = 8;
/// Size of the disk, and of the server's reserve on it.
const DISK_MB: u32 = 192;
const RESERVE_MB: u64 = 16;
/// Number of times the disk fills up, and number of faults, unless `SPARKYARD_STOPS` is set.
const FULL_DISKS: u64 = 2;
const SOME_FAULTS: usize = 2;
/// Number of writes acknowledged between recovery and the next stop.
const WORK: u64 = 30;
const RECOVERY_LIMIT: Duration = Duration::from_mins(1);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_writes_survive_a_full_disk() {
    let disk = SmallDisk::mount(DISK_MB);
    let command = || disk.enter(&small_server());
    let ledger = || disk.enter(&sparkyard());
    let mut trial = Trial::begin(command(), disk.inside(), &disk.outside()).await;
    for round in 0..plan::number("SPARKYARD_STOPS").unwrap_or(FULL_DISKS) {
        trial.work_until_refused(|| disk.fill()).await;
        assert!(disk.filled() > 0);
        trial.looks_around("storage.full").await;
        trial.tidies_up().await;
        disk.clear();
        trial.recovers().await;
        trial.work(WORK).await;
        trial.stops(round, command(), ledger()).await;
    }
    trial.compare(true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_writes_survive_a_failing_disk() {
    let (data, faults) = (TempDir::new().unwrap(), Faults::new());
    let command = || {
        let mut command = small_server();
        faults.happen_to(&mut command, data.path());
        command
    };
    let mut trial = Trial::begin(command(), data.path().to_owned(), data.path()).await;
    let faults_to_try = plan::number("SPARKYARD_STOPS").map_or(SOME_FAULTS, |_| FAULTS.len());
    for (round, fault) in (0..).zip(FAULTS).take(faults_to_try) {
        println!("{}", fault.name);
        trial.work_until_refused(|| faults.begin(fault)).await;
        trial.looks_around("storage.failed").await;
        faults.end();
        trial.recovers().await;
        trial.work(WORK).await;
        trial.stops(round, command(), sparkyard()).await;
    }
    trial.compare(true).await;
}

/// Returns a command for the binary with sizes for a small disk.
fn small_server() -> Command {
    let mut command = sparkyard();
    command
        .env("SPARKYARD_DATABASE__MEMTABLE_KB", MEMTABLE_KB.to_string())
        .env("SPARKYARD_DATABASE__RESERVE_MB", RESERVE_MB.to_string());
    command
}

struct Trial {
    data_dir: PathBuf,
    server: Server,
    town: Town,
    chance: StdRng,
}

impl Trial {
    /// Starts the server on `data_dir`, which other processes see as `outside`, and signs people
    /// up.
    async fn begin(command: Command, data_dir: PathBuf, outside: &Path) -> Self {
        let seed = plan::seed();
        println!("SPARKYARD_SEED={seed}");
        let server = Server::launch(command, &data_dir, &[]).await;
        let town = Town::found(&server, outside, CLIENTS, seed).await;
        let mut trial = Self { data_dir, server, town, chance: StdRng::seed_from_u64(seed) };
        // Everybody signs in first, as reads must work during the failure.
        trial.work(WORK).await;
        trial
    }

    /// Runs `happen` while clients work, and waits until a write of each has been rejected.
    async fn work_until_refused(&mut self, happen: impl FnOnce() + Send) {
        let phase = LoadPhase::default();
        let pause = Duration::from_millis(self.chance.random_range(50..500));
        let crowd = self.town.clients[..CLIENTS].iter_mut();
        let working = join_all(crowd.map(|client| client.work(&self.server.url, &phase)));
        let happening = async {
            tokio::time::sleep(pause).await;
            phase.interrupt();
            happen();
        };
        tokio::join!(working, happening);
    }

    /// Checks that reads work, and that writes fail with `code`, or as unknown for the write that
    /// met the failure.
    async fn looks_around(&self, code: &str) {
        let url = &self.server.url;
        let health = reqwest::get(format!("{url}/healthz")).await.unwrap();
        assert_eq!(health.status(), StatusCode::OK);
        let ready = reqwest::get(format!("{url}/readyz")).await.unwrap();
        assert_eq!(ready.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(ready.headers().contains_key("retry-after"));
        let why: Value = ready.json().await.unwrap();
        assert!(why["message"].as_str().is_some_and(|why| why.contains("disk")), "{why}");
        let me = &self.town.clients[0].me;
        me.get(url, format!("/api/users/profile/{}", me.id)).await;
        me.get(url, "/api/bookings/get/user/outward".to_owned()).await;
        let (status, response) = me.describe(url, "Not saved.").await;
        assert_eq!(status, StatusCode::INSUFFICIENT_STORAGE, "{response}");
        let codes = [code, "storage.failed"];
        assert!(codes.contains(&response["code"].as_str().unwrap()), "{response}");
        assert!(
            response["message"].as_str().unwrap().contains("Nothing was changed"),
            "{response}"
        );
    }

    /// On a disk that is only full, signing in works while the reserve lasts. The engine's
    /// compaction may use it up; then the refusal says that nothing was changed.
    async fn tidies_up(&self) {
        let (url, me) = (&self.server.url, &self.town.clients[0].me);
        let http = reqwest::Client::new();
        let login = json!({ "email": me.email, "password": PASSWORD });
        let login = http.post(format!("{url}/api/auth/login")).json(&login).send().await.unwrap();
        let status = login.status();
        let why = login.text().await.unwrap();
        // The engine may fail on the full disk before the server notices; then nobody can sign in
        // until it is reopened, as soon as there is space.
        let refused = ["storage.failed", "storage.full"].iter().any(|code| why.contains(code));
        assert!(status == StatusCode::OK || refused, "{status} {why}");
        assert!(!refused || why.contains("Nothing was changed"), "{status} {why}");
    }

    /// Waits until the server reports that it is ready again.
    async fn recovers(&self) {
        let (url, deadline) = (format!("{}/readyz", self.server.url), Instant::now());
        loop {
            let ready = reqwest::get(&url).await.unwrap();
            let status = ready.status();
            if status.is_success() {
                println!("recovered after {} ms", deadline.elapsed().as_millis());
                return;
            }
            let why = ready.text().await.unwrap();
            assert!(deadline.elapsed() < RECOVERY_LIMIT, "not recovered: {why}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Repeats rejected requests, then works until `least` more writes are acknowledged.
    async fn work(&mut self, least: u64) {
        let (url, enough) = (&self.server.url, self.town.acknowledged() + least);
        let crowd = &mut self.town.clients[..CLIENTS];
        join_all(crowd.iter_mut().map(|client| client.resume(url))).await;
        while self.town.acknowledged() < enough {
            let crowd = &mut self.town.clients[..CLIENTS];
            join_all(crowd.iter_mut().map(|client| client.once(url))).await;
        }
    }

    /// Stops the server by a kill or an orderly stop, and compares after the next start.
    async fn stops(&mut self, round: u64, command: Command, ledger: Command) {
        let signal = if round.is_multiple_of(2) { Signal::Kill } else { Signal::Terminate };
        let took = self.server.stop(signal).await;
        check_ledger_with(ledger, &self.data_dir);
        self.server = Server::launch(command, &self.data_dir, &[]).await;
        println!("round {round}: {signal} took {} ms", took.as_millis());
        self.compare(false).await;
    }

    async fn compare(&mut self, whole: bool) {
        check(&self.server.url, &mut self.town, CLIENTS, whole, &mut self.chance).await;
    }
}
