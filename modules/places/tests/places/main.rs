//! Cities, addresses, imports and providers, through HTTP on a fresh database.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{
    fmt::Write,
    path::Path,
    sync::{Arc, Mutex},
};

use serde_json::{Value, json};
use sparkyard_kernel::ports::{ImportReport, ImportWatch, PlaceImports};
use sparkyard_testkit::{Answer, Member};

mod added_towns;
mod built_in;
mod failures;
mod imports;
mod lookups;
mod map;
mod profiles;
mod providers;
mod quota;
mod resume;
mod server;

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
];

/// Imports a file without watching its progress.
async fn import(app: &TestApp, file: &Path) -> anyhow::Result<ImportReport> {
    importer(app).import(file, Arc::new(Watched::default())).await
}

fn importer(app: &TestApp) -> Arc<dyn PlaceImports> {
    app.host.ports.require("test").unwrap()
}

/// Records the progress of an import.
#[derive(Default)]
struct Watched {
    began: Mutex<Vec<(String, u64)>>,
    read: Mutex<u64>,
}

impl ImportWatch for Watched {
    fn began(&self, what: &str, bytes: u64) {
        self.began.lock().unwrap().push((what.to_owned(), bytes));
    }

    fn advanced(&self, bytes: u64) {
        *self.read.lock().unwrap() += bytes;
    }
}

async fn search(member: &Member, q: &str) -> Value {
    let q = q.bytes().fold(String::new(), |mut encoded, byte| {
        write!(encoded, "%{byte:02X}").unwrap();
        encoded
    });
    member.get(&format!("/api/places/search?q={q}")).await.ok()
}

/// Returns one field of each place, in order.
#[track_caller]
fn column(places: &Value, name: &str) -> Vec<String> {
    let rows = places.as_array().unwrap().iter();
    rows.map(|row| row[name].as_str().unwrap().to_owned()).collect()
}

/// Asserts that a place lies within about 300 m of a point.
#[track_caller]
fn assert_near(place: &Value, lat: f64, lon: f64) {
    let off = |name: &str, expected: f64| (place[name].as_f64().unwrap() - expected).abs();
    assert!(off("lat", lat) < 0.003 && off("lon", lon) < 0.003, "{place}");
}
