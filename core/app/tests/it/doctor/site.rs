//! The public address behind a proxy that speaks TLS, and its certificate.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use rcgen::CertificateParams;
use serde_json::Value;
use sparkyard_kernel::Clock;
use sparkyard_testkit::Member;
use tempfile::TempDir;
use time::{Duration, OffsetDateTime};

use super::{Diagnosis, doctor};
use crate::{TestApp, binary::Server, mail::signed};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/doctor/proxy.mjs");

/// A proxy that terminates TLS, by Node.js; killed on drop.
struct Proxy {
    child: Child,
    url: String,
    authority: PathBuf,
    _folder: TempDir,
}

impl Proxy {
    /// Starts a proxy to `target` with a certificate for `name` that ends in `days` days.
    async fn start(target: &str, name: &str, days: i64) -> Self {
        let folder = TempDir::new().unwrap();
        let file = |name: &str| folder.path().join(name);
        let paths = [file("ca.pem"), file("site.pem"), file("site.key")];
        for (path, pem) in paths.iter().zip(certificate(name, days)) {
            fs::write(path, pem).unwrap();
        }
        let mut child = Command::new("node")
            .args([SCRIPT, target])
            .args(&paths[1..])
            .stdout(Stdio::piped())
            .spawn()
            .expect("Node.js is not installed; to install it: https://nodejs.org/en/download");
        let output = child.stdout.take().unwrap();
        let line = tokio::task::spawn_blocking(move || BufReader::new(output).lines().next());
        let port = line.await.unwrap().expect("the proxy said nothing").unwrap();
        let url = format!("https://localhost:{port}");
        let [authority, ..] = paths;
        Self { child, url, authority, _folder: folder }
    }

    async fn diagnosis(&self, data: &TempDir) -> Diagnosis {
        let authority = self.authority.display().to_string();
        let settings = [
            ("SITE__PUBLIC_URL", &*self.url),
            ("SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]"),
            ("SSL_CERT_FILE", &*authority),
        ];
        doctor(data.path(), &settings).await
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // Fails if it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns an authority, a certificate signed by it that ends in `days` days, and the key of that.
fn certificate(name: &str, days: i64) -> [String; 3] {
    let mut site = CertificateParams::new(vec![name.to_owned()]).unwrap();
    let now = OffsetDateTime::now_utc();
    (site.not_before, site.not_after) =
        (now - Duration::days(30), now + Duration::days(days) + Duration::hours(1));
    signed(&site)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn certificate_and_site_behind_a_proxy_are_checked() {
    let data = TempDir::new().unwrap();
    let server = Server::start(data.path(), &[]).await;
    let check = async |name: &str, days: i64| {
        Proxy::start(&server.url, name, days).await.diagnosis(&data).await
    };
    let well = check("localhost", 60).await;
    well.has_finding("address", "ok", "This site answers at https://localhost");
    well.has_finding("certificate", "ok", "60 more days");
    let soon = check("localhost", 5).await;
    soon.has_finding("address", "ok", "This site answers");
    soon.has_finding("certificate", "warning", "5 more days");
    check("localhost", -2).await.has_finding("address", "failure", "xpired");
    check("other.example.org", 60).await.has_finding("address", "failure", "not valid for name");
    let broken = Proxy::start("http://127.0.0.1:1", "localhost", 60).await;
    broken.diagnosis(&data).await.has_finding("address", "failure", "Something else answers");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_site_at_the_address_is_recognised() {
    let (data, others) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let _ours = Server::start(data.path(), &[]).await;
    let other = Server::start(others.path(), &[]).await;
    let settings = [("SITE__PUBLIC_URL", &*other.url)];
    let diagnosis = doctor(data.path(), &settings).await;
    diagnosis.has_finding("address", "failure", "Another site of this program");
    doctor(others.path(), &settings).await.has_finding("address", "ok", "This site answers");
}

/// Runs all jobs, and returns the warning about the certificate, if there is one then.
async fn certificate_warning(app: &TestApp, admin: &Member) -> Option<Value> {
    app.run_jobs().await;
    let mut state = admin.get("/api/admin/set-up").await.ok();
    let Value::Array(warnings) = state["warnings"].take() else { panic!("{state}") };
    warnings.into_iter().find(|warning| warning["topic"] == "certificate")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn admins_are_warned_of_a_certificate_that_ends_soon() {
    let today = TestApp::start().await.clock.now().as_seconds();
    let until_today = (today - OffsetDateTime::now_utc().unix_timestamp()) / (24 * 3600);
    for (days, warned) in
        [(60, None), (15, None), (13, Some("valid for 1")), (-2, Some("has expired"))]
    {
        let proxy = Proxy::start("http://127.0.0.1:1", "localhost", until_today + days).await;
        let settings = format!("[site]\npublic_url = \"{}\"", proxy.url);
        let app = TestApp::with(&settings, false).await;
        let iris = app.admin("iris").await;
        let mut warning = certificate_warning(&app, &iris).await;
        // A busy machine may not answer in time; then the next run of the job looks again.
        for _ in 0..3 {
            if warned.is_some() && warning.is_none() {
                warning = certificate_warning(&app, &iris).await;
            }
        }
        assert_eq!(warning.is_some(), warned.is_some(), "{days}: {warning:?}");
        if let (Some(found), Some(problem)) = (warning, warned) {
            assert!(found["problem"].as_str().unwrap().contains(problem), "{found}");
            assert!(found["remedy"].as_str().unwrap().contains("proxy"), "{found}");
        }
    }
}
