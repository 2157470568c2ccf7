//! `sparkyard doctor`, with each part of a set-up in order and broken.

mod services;
mod site;

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    time::{Duration, Instant},
};

use serde_json::Value;
use tempfile::TempDir;
use tokio::{net::TcpListener, task::spawn_blocking};

use crate::binary::{Server, sparkyard};

/// Words in the names of settings whose values must not be printed.
const SECRET: [&str; 4] = ["PASSWORD", "SECRET", "KEY", "TOKEN"];

/// Result of the command.
struct Diagnosis {
    success: bool,
    findings: Vec<(String, String, String, String)>,
}

impl Diagnosis {
    /// Asserts that a check has this severity, and that a sentence or its remedy contains `text`.
    #[track_caller]
    fn has_finding(&self, check: &str, severity: &str, text: &str) {
        let is_it = |(name, found, message, remedy): &&(String, String, String, String)| {
            name == check && found == severity && (message.contains(text) || remedy.contains(text))
        };
        let found = self.findings.iter().find(is_it);
        assert!(found.is_some(), "{check}, {severity}, {text}: {:#?}", self.findings);
        assert!(!self.success || severity != "failure", "exit code 0 after {check}");
        let (_, _, message, remedy) = found.unwrap();
        assert_eq!(remedy.is_empty(), severity == "ok", "{message} {remedy}");
    }

    /// Asserts that nothing has failed.
    #[track_caller]
    fn is_well(&self) {
        let failed = self.findings.iter().any(|(_, severity, ..)| severity == "failure");
        assert!(self.success && !failed, "{:#?}", self.findings);
    }

    fn checks(&self) -> BTreeSet<&str> {
        self.findings.iter().map(|(check, ..)| check.as_str()).collect()
    }
}

/// Runs the command on a data directory, with settings as environment variables without their
/// prefix.
async fn doctor(data_dir: &Path, settings: &[(&str, &str)]) -> Diagnosis {
    let mut command = sparkyard();
    for (name, value) in settings {
        match *name {
            "SSL_CERT_FILE" => command.env(name, value),
            _ => command.env(format!("SPARKYARD_{name}"), value),
        };
    }
    command.args(["doctor", "--json", "--data-dir"]).arg(data_dir);
    let output = spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let text = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    for (name, value) in settings {
        let is_secret = SECRET.iter().any(|word| name.contains(word));
        assert!(!is_secret || !text.concat().contains(value), "{name}: {text:?}");
    }
    let printed: Value = serde_json::from_str(&text[0]).unwrap_or_else(|_| panic!("{text:?}"));
    let success = output.status.success();
    assert_eq!(printed["ok"], success);
    assert_eq!(output.status.code(), Some(i32::from(!success)));
    let findings = printed["findings"].as_array().unwrap().iter().map(|finding| {
        let part = |name: &str| finding[name].as_str().unwrap().to_owned();
        (part("check"), part("severity"), part("message"), part("remedy"))
    });
    Diagnosis { success, findings: findings.collect() }
}

/// Returns names, lengths and times of all files in a directory.
fn contents(dir: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| {
        let entry = entry.unwrap();
        let (path, found) = (entry.path(), entry.metadata().unwrap());
        let mut inside = BTreeSet::new();
        if found.is_dir() {
            inside = contents(&path);
        }
        let mode = found.permissions().mode();
        format!("{} {} {mode} {inside:?}", path.display(), found.len())
    });
    entries.collect()
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_site_on_one_machine_has_warnings_only() {
    let data = TempDir::new().unwrap();
    let mut server = Server::start(data.path(), &[]).await;
    let address = server.url.clone();
    let url = [("SITE__PUBLIC_URL", &*address)];
    let diagnosis = doctor(data.path(), &url).await;
    diagnosis.is_well();
    diagnosis.has_finding("configuration", "ok", "can be used");
    diagnosis.has_finding("server", "ok", "is running");
    diagnosis.has_finding("settings", "warning", "this machine only");
    diagnosis.has_finding("data", "ok", "private");
    diagnosis.has_finding("disk", "ok", "MiB are free");
    diagnosis.has_finding("mail", "warning", "do not leave this server");
    diagnosis.has_finding("backup", "warning", "no backup");
    diagnosis.has_finding("address", "ok", "This site answers");
    diagnosis.has_finding("clock", "ok", "not compared");
    diagnosis.has_finding("places", "ok", "embedded");
    diagnosis.has_finding("openid", "ok", "off");
    assert!(!diagnosis.checks().contains("stripe"), "it is not configured");
    server.stop(crate::binary::Signal::Terminate).await;

    let before = contents(data.path());
    let diagnosis = doctor(data.path(), &url).await;
    assert_eq!(contents(data.path()), before, "nothing was changed");
    diagnosis.has_finding("server", "ok", "No server is running");
    diagnosis.has_finding("address", "failure", "Nothing answers");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn findings_are_printed_for_people() {
    let outside = TempDir::new().unwrap();
    let data = outside.path().join("data");
    let mut command = sparkyard();
    command.args(["doctor", "--data-dir"]).arg(&data);
    let output = spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("\nwarning  data ") && text.contains("does not exist yet"), "{text}");
    assert!(text.contains("ok       configuration"), "{text}");
    assert!(!text.contains('\u{1b}'), "no colours where there is no terminal");
    assert!(!data.exists(), "nothing was created");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_settings_are_named() {
    let data = TempDir::new().unwrap();
    set_mode(data.path(), 0o700);
    let wrong = async |settings: &[(&str, &str)], named: &str| {
        let diagnosis = doctor(data.path(), settings).await;
        diagnosis.has_finding("configuration", "failure", named);
        assert!(!diagnosis.success);
    };
    wrong(&[("MAIL__HOOST", "mail.example.org")], "hoost").await;
    wrong(&[("WALET__WELCOME_TOKENS", "5")], "[walet]").await;
    wrong(&[("SERVER__MAX_CONNECTIONS", "many")], "MAX_CONNECTIONS").await;
    wrong(&[("SERVER__TRUSTED_PROXIES", "[\"proxy\"]")], "server.trusted_proxies").await;
    wrong(&[("MODULES__DISABLED", "[\"walet\"]")], "walet").await;
    wrong(&[("MAIL__TRANSPORT", "smtp"), ("MAIL__HOST", "mail.example.org")], "mail.from").await;
    wrong(&[("METRICS__LISTEN", "0.0.0.0:9464")], "metrics.token").await;
    let stripe = [("PAYMENTS__PROVIDER", "stripe"), ("PAYMENTS__SECRET_KEY", "hunter22")];
    wrong(&stripe, "payments.secret_key").await;

    let public = ("SITE__PUBLIC_URL", "https://swap.invalid");
    let diagnosis = doctor(data.path(), &[public, ("LISTEN", "0.0.0.0:8080")]).await;
    diagnosis.has_finding("settings", "failure", "server.trusted_proxies");
    diagnosis.has_finding("settings", "warning", "past the proxy");
    diagnosis.has_finding("settings", "failure", "limits.enabled");
    diagnosis.has_finding("mail", "failure", "Nobody can join");
    diagnosis.has_finding("address", "failure", "Nothing answers at https://swap.invalid");
    let plain = doctor(data.path(), &[("SITE__PUBLIC_URL", "http://swap.invalid")]).await;
    plain.has_finding("settings", "failure", "not encrypted");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broken_data_directory_is_found() {
    let data = TempDir::new().unwrap();
    let mut server = Server::start(data.path(), &[]).await;
    server.stop(crate::binary::Signal::Terminate).await;
    let key = data.path().join("secrets");
    let has_finding = async |severity: &str, text: &str| {
        doctor(data.path(), &[]).await.has_finding("data", severity, text);
    };
    has_finding("ok", "private").await;
    set_mode(data.path(), 0o750);
    has_finding("failure", "chmod go=").await;
    set_mode(data.path(), 0o700);
    set_mode(&key, 0o604);
    has_finding("failure", "Other users").await;
    set_mode(&key, 0o600);
    let kept = fs::read(&key).unwrap();
    fs::write(&key, "half").unwrap();
    has_finding("failure", "damaged").await;
    fs::remove_file(&key).unwrap();
    has_finding("failure", "is missing").await;
    assert!(!key.exists(), "no new key was made");
    fs::write(&key, kept).unwrap();

    let diagnosis = doctor(data.path(), &[("DATABASE__RESERVE_MB", "1000000000")]).await;
    diagnosis.has_finding("disk", "failure", "writes are refused");
    let record = data.path().join("backups.json");
    fs::write(&record, "{ \"made_at\": \"2020-01-01T00:00:00Z\" }").unwrap();
    doctor(data.path(), &[]).await.has_finding("backup", "warning", "days old");
    fs::write(&record, "yesterday").unwrap();
    doctor(data.path(), &[]).await.has_finding("backup", "warning", "cannot be read");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silent_services_end_within_the_time_limit() {
    let data = TempDir::new().unwrap();
    set_mode(data.path(), 0o700);
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = silent.local_addr().unwrap().port();
    tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok(connection) = silent.accept().await {
            held.push(connection);
        }
    });
    let (port, url) = (port.to_string(), format!("http://127.0.0.1:{port}"));
    let mut settings = services::stripe_at(&url);
    settings.extend([
        ("SITE__PUBLIC_URL", &*url),
        ("AUTH__SOCIAL__ISSUER", &*url),
        ("AUTH__SOCIAL__CLIENT_ID", "swap"),
        ("PLACES__PROVIDER", "photon"),
        ("PLACES__URL", &*url),
        ("MAIL__TRANSPORT", "smtp"),
        ("MAIL__FROM", "post@swap.example.org"),
        ("MAIL__HOST", "127.0.0.1"),
        ("MAIL__PORT", &*port),
        ("MAIL__SECURITY", "none"),
    ]);
    let started = Instant::now();
    let diagnosis = doctor(data.path(), &settings).await;
    assert!(started.elapsed() < Duration::from_secs(40), "{:?}", started.elapsed());
    for check in ["mail", "stripe", "openid", "address"] {
        diagnosis.has_finding(check, "failure", "");
    }
    diagnosis.has_finding("places", "warning", "no answer in time");
    diagnosis.has_finding("clock", "warning", "not compared");
}
