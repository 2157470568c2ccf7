//! Memory exhaustion attacks on the real binary: images that expand to hundreds of megabytes,
//! requests held open, files of rejected bookings. The server must keep responding within half a
//! gigabyte.
//!
//! `SPARKYARD_BINARY` is the binary to attack. Peak memory is read from `/proc`, since a limit on
//! address space would say nothing: the server reserves far more than it uses.

mod unfinished_request;

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::future::join_all;
use reqwest::{
    Client, StatusCode,
    header::{HeaderName, HeaderValue},
    multipart::{Form, Part},
};
use serde_json::{Value, json};
use sparkyard_testkit::{picture, picture_with_huge_profile};
use tempfile::TempDir;

use self::unfinished_request::UnfinishedRequest;
use crate::{
    binary::{Server, sparkyard},
    stops::{
        person::{PASSWORD, Person},
        town::Town,
    },
};

const MIB: usize = 1 << 20;
/// Maximum memory at any time, in MiB.
const MAX_MEMORY: u64 = 512;
/// Maximum disk space left by rejected requests, in MiB.
const MAX_FILES: u64 = 16;
/// Number of concurrent uploads.
const UPLOADS: usize = 12;
/// Maximum duration of a health check on a busy machine.
const LONGEST: Duration = Duration::from_secs(10);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_attacks_fail_while_others_are_served() {
    attack(None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_attacks_behind_a_proxy_fail() {
    attack(Some("203.0.113.7")).await;
}

/// Runs the attacks, behind a proxy if `forwarded` names a client address.
async fn attack(forwarded: Option<&'static str>) {
    let data_dir = TempDir::new().unwrap();
    let mut command = sparkyard();
    if forwarded.is_some() {
        command.env("SPARKYARD_SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]");
    }
    command.env("SPARKYARD_LIMITS__ENABLED", "true");
    command.env("SPARKYARD_LIMITS__WRITES_PER_MINUTE", "100000");
    command.env("SPARKYARD_LIMITS__AUTH_PER_MINUTE", "100000");
    command.env("SPARKYARD_LIMITS__SIGN_IN_PER_MINUTE", "100000");
    let server = Server::launch(command, data_dir.path(), &[]).await;
    let town = Town::found(&server, data_dir.path(), 2, 0).await;
    let attacker = Attacker::new(&server, &town.clients[0].me, forwarded).await;
    let watch = Watch::begin(&server.url);
    println!("at rest: {} MiB", server.peak_memory());

    attacker.upload_bombs().await;
    println!("after {} pictures: {} MiB", UPLOADS, server.peak_memory());
    attacker.hold_requests_open().await;
    println!("after requests held open: {} MiB", server.peak_memory());
    attacker.have_bookings_refused().await;
    println!("after refused bookings: {} MiB", server.peak_memory());

    let longest = watch.end().await;
    let (peak, files) = (server.peak_memory(), size(&data_dir.path().join("files")) >> 20);
    println!("peak: {peak} MiB; longest answer: {longest:?}; files left: {files} MiB");
    assert!(peak < MAX_MEMORY, "{peak} MiB");
    assert!(files < MAX_FILES, "{files} MiB of files are left");
    // The memory quota is free again.
    let neighbour = Attacker::new(&server, &town.clients[1].me, None).await;
    let status = neighbour.upload(picture()).await;
    assert_eq!(status, StatusCode::OK);
}

/// A member who attacks the server.
struct Attacker {
    http: Client,
    url: String,
    token: String,
    /// Client address that the proxy forwards.
    forwarded: Option<&'static str>,
}

impl Attacker {
    async fn new(server: &Server, person: &Person, forwarded: Option<&'static str>) -> Self {
        let name = HeaderName::from_static("x-forwarded-for");
        let headers = forwarded.map(|address| (name, HeaderValue::from_static(address)));
        let http = Client::builder().default_headers(headers.into_iter().collect());
        let http = http.timeout(Duration::from_mins(1)).build().unwrap();
        let url = server.url.clone();
        let login = json!({ "email": person.email, "password": PASSWORD });
        let response =
            http.post(format!("{url}/api/auth/login")).json(&login).send().await.unwrap();
        let response: Value = response.json().await.unwrap();
        let token = response["data"]["accessToken"].as_str().unwrap().to_owned();
        Self { http, url, token, forwarded }
    }

    fn caller(&self) -> unfinished_request::Caller<'_> {
        unfinished_request::Caller { url: &self.url, token: &self.token, forwarded: self.forwarded }
    }

    async fn upload(&self, picture: Vec<u8>) -> StatusCode {
        let form = Form::new().part("photo", Part::bytes(picture).file_name("me.png"));
        let path = format!("{}/api/users/profile/upload", self.url);
        let request = self.http.put(path).bearer_auth(&self.token).multipart(form);
        request.send().await.unwrap().status()
    }

    /// Uploads small images whose colour profiles expand to 180 MB each, all at once.
    async fn upload_bombs(&self) {
        let bomb = picture_with_huge_profile();
        let uploads = (0..UPLOADS).map(|_| self.upload(bomb.clone()));
        let responses = join_all(uploads).await;
        // The image is valid, if unusual; three per member are decoded at a time.
        let (read, refused) = (StatusCode::OK, StatusCode::TOO_MANY_REQUESTS);
        assert!(responses.iter().all(|status| [read, refused].contains(status)), "{responses:?}");
        assert!(responses.iter().filter(|status| **status == read).count() >= 3, "{responses:?}");
    }

    /// Holds forty requests open at a time, all from one address.
    async fn hold_requests_open(&self) {
        let (json, form) = ("application/json", "multipart/form-data; boundary=x");
        let text = "--x\r\ncontent-disposition: form-data; name=\"description\"\r\n\r\n";
        let file = "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n";
        for (path, kind, start, size, expected) in [
            // Endless text fields; anonymous sign-ins; bodies below the size limit that together
            // exceed one share; files.
            ("/api/bookings", form, text, 24 * MIB, [413, 413]),
            ("/api/auth/login", json, "{\"email\":\"", 8 * MIB, [413, 413]),
            ("/api/users/change/password", json, "{\"password\":\"", MIB - 128 * 1024, [503, 0]),
            ("/api/bookings", form, file, 24 * MIB, [503, 0]),
        ] {
            let unfinished = (0..40).map(|_| {
                UnfinishedRequest::open(self.caller(), (path, kind), start.as_bytes(), size)
            });
            let unfinished = join_all(unfinished).await;
            let responses: Vec<u16> = unfinished.iter().map(|one| one.status).collect();
            let refused = responses.iter().filter(|&&status| status == expected[0]).count();
            assert!(
                responses.iter().all(|status| expected.contains(status)),
                "{path}: {responses:?}"
            );
            // Number of requests that fit into one share.
            let least = if expected[1] == 0 { 20 } else { 40 };
            assert!(refused >= least, "{path}: {responses:?}");
            drop(unfinished);
            self.wait_for_room().await;
        }
    }

    /// Requests bookings one after another, each with a file of 8 MB and an unknown skill.
    async fn have_bookings_refused(&self) {
        for number in 0..40_u8 {
            let form = Form::new()
                .text("skills_id", "none")
                .text("booked_user_id", "nobody")
                .text("description", "Please come.")
                .text("booking_location", "3 Weaver's Row, Leeds")
                .text("booking_date", "2100-01-01T10:00:00Z")
                .text("payment_method", "wallet")
                .part("file", Part::bytes(vec![number; 8 * MIB]).file_name("a.bin"));
            let path = format!("{}/api/bookings", self.url);
            let request = self.http.post(path).bearer_auth(&self.token).multipart(form);
            let status = request.send().await.unwrap().status();
            assert!(status.is_client_error(), "{status}");
        }
    }

    /// Waits until the quota of aborted requests is free. A busy server may take a while to notice
    /// that clients have disconnected.
    async fn wait_for_room(&self) {
        let until = Instant::now() + LONGEST;
        while self.upload(picture()).await != StatusCode::OK {
            assert!(Instant::now() < until, "the room stays taken");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

/// Checks the server's health continuously.
struct Watch {
    over: Arc<AtomicBool>,
    asking: tokio::task::JoinHandle<Duration>,
}

impl Watch {
    fn begin(url: &str) -> Self {
        let (over, url) = (Arc::new(AtomicBool::new(false)), format!("{url}/healthz"));
        let until = over.clone();
        // Uses new connections, since pooled ones would skip the wait to be accepted.
        let http = Client::builder().timeout(LONGEST).pool_max_idle_per_host(0).build().unwrap();
        let asking = tokio::spawn(async move {
            let mut longest = Duration::ZERO;
            while !until.load(Ordering::Relaxed) {
                let started = Instant::now();
                let response = http.get(&url).send().await.unwrap();
                assert_eq!(response.status(), StatusCode::OK);
                longest = longest.max(started.elapsed());
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            longest
        });
        Self { over, asking }
    }

    /// Returns the longest duration of a health check.
    async fn end(self) -> Duration {
        self.over.store(true, Ordering::Relaxed);
        self.asking.await.unwrap()
    }
}

/// Returns the size of all files below a folder, in bytes.
fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.file_type().unwrap().is_dir() {
        true => size(&entry.path()),
        false => entry.metadata().unwrap().len(),
    });
    sizes.sum()
}
