//! A mail server of another implementation, in a separate process.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::{Child, ChildStdin, Command, Stdio},
    time::Duration,
};

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use serde_json::Value;
use sparkyard_mail::Security;
use tempfile::TempDir;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/mail/server.mjs");
const MISSING: &str = "no mail server; to install it: npm ci --prefix web";

/// A running `server.mjs`; killed on drop.
pub(crate) struct MailServer {
    pub(crate) port: u16,
    pub(crate) security: Security,
    /// Certificate of the authority that signed the server's.
    pub(crate) authority: PathBuf,
    password: String,
    process: Process,
    folder: TempDir,
}

struct Process {
    child: Child,
    orders: ChildStdin,
    reports: UnboundedReceiver<Value>,
}

impl MailServer {
    /// Starts a server that accepts the user `swap` with `password`.
    pub(crate) async fn start(security: Security, password: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let authority = folder.path().join("authority.pem");
        let certificate = folder.path().join("server.pem");
        let key = folder.path().join("server.key");
        let signed = certificates();
        fs::write(&authority, &signed[0]).unwrap();
        fs::write(certificate, &signed[1]).unwrap();
        fs::write(key, &signed[2]).unwrap();
        let (process, port) = launch(&folder, security, password, 0).await;
        Self { port, security, authority, password: password.to_owned(), process, folder }
    }

    /// Sets the password that is valid from the next start.
    pub(crate) fn set_password(&mut self, password: &str) {
        password.clone_into(&mut self.password);
    }

    /// Stops the server; connections are refused.
    pub(crate) fn stop(&mut self) {
        self.process.child.kill().unwrap();
        self.process.child.wait().unwrap();
    }

    /// Restarts the server at the same address.
    pub(crate) async fn restart(&mut self) {
        let started = launch(&self.folder, self.security, &self.password, self.port).await;
        self.process = started.0;
    }

    /// Sets the server's behaviour: `accept`, `refuse 550 No such person`, `hang`.
    pub(crate) async fn set_mode(&mut self, mode: &str) {
        writeln!(self.process.orders, "{mode}").unwrap();
        assert_eq!(self.next_report("mode").await["mode"], mode);
    }

    /// Waits for the server's next report of that kind.
    pub(crate) async fn next_report(&mut self, kind: &str) -> Value {
        loop {
            let report = next(&mut self.process.reports).await;
            if report.get(kind).is_some() {
                return report;
            }
        }
    }

    /// Returns the mails accepted since the last call or restart.
    pub(crate) async fn taken(&mut self) -> Vec<Value> {
        writeln!(self.process.orders, "pause").unwrap();
        let mut mails = Vec::new();
        loop {
            let report = next(&mut self.process.reports).await;
            if report["mode"] == "pause" {
                return mails;
            }
            mails.extend(report.get("data").is_some().then_some(report));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Fails if the server has already been stopped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn next(reports: &mut UnboundedReceiver<Value>) -> Value {
    let line = tokio::time::timeout(Duration::from_secs(20), reports.recv()).await;
    line.expect("the mail server says nothing").expect(MISSING)
}

/// Returns the name of a kind of encryption for the test servers.
pub(super) fn kind(security: Security) -> &'static str {
    match security {
        Security::StartTls => "starttls",
        Security::Tls => "tls",
        Security::None => "none",
    }
}

async fn launch(folder: &TempDir, security: Security, password: &str, port: u16) -> (Process, u16) {
    let mut child = Command::new("node")
        .args([SCRIPT, "--security", kind(security), "--port", &port.to_string()])
        .args(["--user", "swap", "--password", password, "--certificate"])
        .arg(folder.path().join("server.pem"))
        .arg("--key")
        .arg(folder.path().join("server.key"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // Discarded, as the server logs what the tests do.
        .stderr(Stdio::null())
        .spawn()
        .expect(MISSING);
    let (orders, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (sender, mut reports) = unbounded_channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines() {
            let line = serde_json::from_str(&line.unwrap()).unwrap();
            // The test may have ended.
            let _ = sender.send(line);
        }
    });
    let ready = next(&mut reports).await["ready"].as_u64().unwrap();
    (Process { child, orders, reports }, u16::try_from(ready).unwrap())
}

/// Returns an authority, a certificate for `localhost` signed by it, and the key of that, all in
/// PEM.
pub(super) fn certificates() -> [String; 3] {
    signed(&CertificateParams::new(vec!["localhost".to_owned()]).unwrap())
}

/// Returns an authority, a certificate signed by it, and the key of that, all in PEM.
pub(crate) fn signed(certificate: &CertificateParams) -> [String; 3] {
    let mut authority = CertificateParams::default();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    authority.distinguished_name.push(DnType::CommonName, "A test's own authority");
    let key = KeyPair::generate().unwrap();
    let root = authority.self_signed(&key).unwrap();
    let issuer = Issuer::new(authority, key);
    let key = KeyPair::generate().unwrap();
    let certificate = certificate.signed_by(&key, &issuer).unwrap();
    [root.pem(), certificate.pem(), key.serialize_pem()]
}
