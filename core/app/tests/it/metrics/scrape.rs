//! Metrics as another implementation understands them.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::Value;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/metrics/scrape.py");
const MISSING: &str = "no parser; to install it: cargo xtask test --only rust";

/// Samples of one scrape, by name and labels.
pub(super) struct Scrape {
    text: String,
    samples: BTreeMap<(String, BTreeMap<String, String>), f64>,
}

/// Parses metrics. Each family must have a known type and a help text.
pub(super) fn scrape(text: &str) -> Scrape {
    // Installed there by `cargo xtask`.
    let packages = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("xtask/python");
    let mut parser = Command::new("python3")
        .arg(SCRIPT)
        .env("PYTHONPATH", packages)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect(MISSING);
    parser.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let parsed = parser.wait_with_output().unwrap();
    assert!(parsed.status.success(), "{MISSING}");
    let families: Vec<Value> = serde_json::from_slice(&parsed.stdout).unwrap();
    let mut samples = BTreeMap::new();
    for family in families {
        let known = ["counter", "gauge", "histogram"];
        assert!(known.contains(&family["type"].as_str().unwrap()), "{family}");
        assert!(!family["help"].as_str().unwrap().is_empty(), "{family}");
        for sample in family["samples"].as_array().unwrap() {
            let labels = serde_json::from_value(sample["labels"].clone()).unwrap();
            let name = sample["name"].as_str().unwrap().to_owned();
            let value = sample["value"].as_f64().unwrap_or(f64::NAN);
            let before = samples.insert((name, labels), value);
            assert!(before.is_none(), "twice: {sample}");
        }
    }
    Scrape { text: text.to_owned(), samples }
}

impl Scrape {
    /// Returns a sample with exactly these labels.
    pub(super) fn value(&self, name: &str, labels: &[(&str, &str)]) -> Option<f64> {
        let labels = labels.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        self.samples.get(&(name.to_owned(), labels.collect())).copied()
    }

    /// Returns a sample without labels.
    pub(super) fn get(&self, name: &str) -> f64 {
        self.value(name, &[]).unwrap_or_else(|| panic!("there is no {name}"))
    }

    /// Returns the sum of all samples of a metric.
    pub(super) fn total(&self, metric: &str) -> f64 {
        let samples = self.samples.iter().filter(|((name, _), _)| name == metric);
        samples.map(|(_, value)| value).sum()
    }

    /// Returns the number of series whose names have a prefix.
    pub(super) fn series(&self, prefix: &str) -> usize {
        self.samples.keys().filter(|(name, _)| name.starts_with(prefix)).count()
    }

    /// Returns the names of all samples.
    pub(super) fn names(&self) -> BTreeSet<&str> {
        self.samples.keys().map(|(name, _)| name.as_str()).collect()
    }

    /// Returns the names of the jobs that have run.
    pub(super) fn jobs(&self) -> Vec<&str> {
        let runs = self.samples.keys().filter(|(name, _)| name == "sparkyard_job_runs_total");
        runs.filter_map(|(_, labels)| labels.get("job").map(String::as_str)).collect()
    }

    #[track_caller]
    pub(super) fn has_no(&self, text: &str) {
        assert!(!self.text.contains(text), "{text} is among the metrics");
    }
}
