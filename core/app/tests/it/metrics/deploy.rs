//! The dashboard and the alerts that we ship name only metrics that exist.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::Value;

use super::MeasuredServer;

const DEPLOY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/deploy");

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(DEPLOY).join(file)).unwrap()
}

/// Returns the words in `text` that look like a metric of ours.
fn named(text: &str) -> BTreeSet<&str> {
    let is_part = |one: char| one.is_ascii_alphanumeric() || one == '_';
    let words = text.split(|one| !is_part(one));
    words
        .filter(|word| ["sparkyard_", "process_"].iter().any(|own| word.starts_with(own)))
        .collect()
}

/// Returns all expressions of a dashboard.
fn expressions(panel: &Value) -> Vec<&str> {
    match panel {
        Value::Object(fields) => {
            let own = fields.get("expr").and_then(Value::as_str);
            own.into_iter().chain(fields.values().flat_map(expressions)).collect()
        }
        Value::Array(parts) => parts.iter().flat_map(expressions).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dashboard_and_alerts_use_metrics_that_exist() {
    let limits =
        [("SPARKYARD_LIMITS__ENABLED", "true"), ("SPARKYARD_LIMITS__SIGN_IN_PER_MINUTE", "1")];
    let measured = MeasuredServer::start(&limits).await;
    measured.set_up().await;
    // Series with labels appear with what they count.
    let body = serde_json::json!({ "email": "ana@example.org", "password": "wrong password" });
    while measured.post("/api/auth/login", &body).await != 429 {}
    let code = serde_json::json!({ "email": "ana@example.org" });
    assert_eq!(measured.post("/api/auth/resend/code", &code).await, 200);
    let scrape = measured.scrape().await;
    let existing = scrape.names();
    let dashboard: Value = serde_json::from_str(&read("grafana-dashboard.json")).unwrap();
    let (expressions, alerts) = (expressions(&dashboard).join("\n"), read("prometheus-rules.yml"));
    for (text, least) in [(&expressions, 20), (&alerts, 10)] {
        let named = named(text);
        assert!(named.len() >= least, "{named:?}");
        for name in named {
            assert!(existing.contains(name), "{name} does not exist");
        }
    }
}
