//! A hundred thousand people: how quickly others find them, and what they cost in memory.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::{Figure, SETTLE, START_LIMIT, millis, resident_memory};
use crate::http::Connection;
use crate::server::{self, Server};
use crate::sign_ins;

/// Requests in flight.
const CLIENTS: usize = 16;
/// How long each kind of request goes on, after that long to warm up.
const LOAD: Duration = Duration::from_secs(10);
const WARM_UP: Duration = Duration::from_secs(2);
/// Writing a crowd with an unoptimised build.
const FILL_LIMIT: Duration = Duration::from_hours(2);

/// Middles of cities from which neighbours are looked for, the larger more often.
const PLACES: [(f64, f64); 12] = [
    (51.507, -0.128),
    (51.53, -0.05),
    (51.46, -0.2),
    (51.6, -0.3),
    (52.486, -1.890),
    (53.801, -1.549),
    (55.864, -4.252),
    (53.381, -1.470),
    (53.481, -2.243),
    (54.597, -5.930),
    (57.478, -4.225),
    (50.263, -5.051),
];
const DISTANCES: [u32; 4] = [200, 500, 1000, 2000];
/// What people type, a letter more each time.
const NAMES: [&str; 12] = [
    "mar",
    "mari",
    "maria",
    "smi",
    "smith",
    "joh",
    "john%20w",
    "oli",
    "sean%20o",
    "kha",
    "%D0%B8%D0%B2%D0%B0",
    "zzz",
];
const CRAFTS: [&str; 10] =
    ["plu", "plumb", "gar", "garden", "pai", "coo", "tap", "lang", "boil", "elec"];
const CATEGORIES: [&str; 8] = [
    "plumbing",
    "electrical",
    "cleaning",
    "gardening",
    "landscaping",
    "carpentry",
    "decorating",
    "languages",
];

/// Makes a community with `people` and measures it; without a number, the one in `data`.
///
/// # Errors
/// When the server does not start or answer.
pub(super) fn measure(
    binary: &Path,
    data: &Path,
    log: &Path,
    people: Option<u32>,
) -> Result<(Vec<Figure>, String)> {
    let filled = people.map(|people| fill(binary, data, log, people)).transpose()?;
    let mut server = Server::start(binary, data, log, &[])?;
    let start = server.wait_until_ready(START_LIMIT)?;
    std::thread::sleep(SETTLE);
    let idle = resident_memory(&server)?;
    let token = sign_ins::showcase_token(server.address(), data)?;
    let load = |paths: &(dyn Fn(usize) -> String + Sync)| load(server.address(), &token, paths);
    let nearby = load(&|n| {
        let ((lat, lon), distance) = (PLACES[n % 12], DISTANCES[n / 12 % 4]);
        // A street further on each time, so that not everybody asks from one spot.
        let lat = lat + f64::from(u8::try_from(n % 97).unwrap_or(0)) / 5000.0;
        format!("/api/users/people/nearby/{lat}/{lon}/{distance}")
    })?;
    let names = load(&|n| format!("/api/users/searchuser/{}", NAMES[n % 12]))?;
    let crafts = load(&|n| format!("/api/skills/search?q={}", CRAFTS[n % 10]))?;
    let category = load(&|n| format!("/api/skills/searchname/{}", CATEGORIES[n % 8]))?;
    let catalogue = load(&|_| "/api/skills/get/categories".to_owned())?;
    let used = resident_memory(&server)?;
    server.stop()?;

    let figure = |what, value, unit, aim| Figure { what, value, unit, aim };
    let figures = vec![
        figure("crowd: start to /readyz", millis(start), "ms", 300.0),
        figure("crowd: idle memory (RSS)", idle, "MiB", 100.0),
        figure("crowd: nearby, p50", millis(nearby.share(50)), "ms", 5.0),
        figure("crowd: nearby, p99", millis(nearby.share(99)), "ms", 20.0),
        figure("crowd: people as typed, p99", millis(names.share(99)), "ms", 50.0),
        figure("crowd: skills as typed, p99", millis(crafts.share(99)), "ms", 50.0),
        figure("crowd: skills of a category, p99", millis(category.share(99)), "ms", 20.0),
        figure("crowd: list of categories, p99", millis(catalogue.share(99)), "ms", 20.0),
    ];
    let kinds = [
        ("nearby", nearby),
        ("people", names),
        ("skills", crafts),
        ("category", category),
        ("categories", catalogue),
    ];
    let rates: BTreeMap<_, _> = kinds
        .iter()
        .map(|(kind, times)| {
            let per_second = times.0.len() as u64 / LOAD.as_secs();
            (*kind, format!("{per_second}/s, median {:.1} ms", millis(times.share(50))))
        })
        .collect();
    let notes = format!(
        "({}{CLIENTS} clients, one request after the other: {rates:?}; memory afterwards \
         {used:.0} MiB)\n",
        filled.unwrap_or_default(),
    );
    Ok((figures, notes))
}

/// Makes a community with `people`; says how long that took.
fn fill(binary: &Path, data: &Path, log: &Path, people: u32) -> Result<String> {
    server::fresh_folder(data)?;
    let size = people.to_string();
    let mut server = Server::start_with(binary, data, log, &["--demo-crowd", &size], &[])?;
    let took = server.wait_until_ready(FILL_LIMIT)?;
    server.stop()?;
    Ok(format!("a crowd of {people} was written in {:.0} s; ", took.as_secs_f64()))
}

/// How long requests took, sorted.
struct Times(Vec<Duration>);

impl Times {
    /// The time that so many in a hundred do not exceed.
    fn share(&self, percent: usize) -> Duration {
        sign_ins::share(&self.0, percent)
    }
}

/// Keeps [`CLIENTS`] busy with the requests that `path` numbers, each on a connection of its own.
fn load(
    address: SocketAddr,
    token: &str,
    path: &(dyn Fn(usize) -> String + Sync),
) -> Result<Times> {
    let clients = std::thread::scope(|scope| {
        let spawned: Vec<_> = (0..CLIENTS)
            .map(|client| scope.spawn(move || one_client(address, token, path, client)))
            .collect();
        let joined = spawned.into_iter().map(|client| {
            client.join().map_err(|_| anyhow::anyhow!("a client panicked")).and_then(|times| times)
        });
        joined.collect::<Result<Vec<_>>>()
    })?;
    let mut times: Vec<Duration> = clients.into_iter().flatten().collect();
    ensure!(!times.is_empty(), "no request was answered in time");
    times.sort();
    Ok(Times(times))
}

fn one_client(
    address: SocketAddr,
    token: &str,
    path: &(dyn Fn(usize) -> String + Sync),
    client: usize,
) -> Result<Vec<Duration>> {
    let mut connection = Connection::open(address)?;
    let (began, mut times) = (Instant::now(), Vec::new());
    for round in 0.. {
        if began.elapsed() >= WARM_UP + LOAD {
            break;
        }
        // Each begins elsewhere in the row.
        let path = path(round + client * 7);
        let started = Instant::now();
        let status = connection.get(&path, token).with_context(|| format!("getting {path}"))?;
        let took = started.elapsed();
        ensure!(status == 200, "{path} was answered {status}");
        if began.elapsed() >= WARM_UP {
            times.push(took);
        }
    }
    Ok(times)
}
