use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::Arc,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;
use sparkyard_mail::{ImapMailbox, InboundConfig, Security};
use tempfile::TempDir;

use crate::mail::server::{certificates, kind};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/mail/mailbox.py");
const MISSING: &str = "no mailbox; to install it: cargo xtask test --only rust";
const PASSWORD: &str = "a \"password\" with \\ marks";

/// A running `mailbox.py`; stops on drop.
pub(crate) struct Mailbox {
    port: u16,
    security: Security,
    /// Certificate of the authority that signed the server's.
    authority: PathBuf,
    process: Process,
    _certificates: TempDir,
}

struct Process {
    child: Child,
    orders: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Mailbox {
    pub(crate) fn start() -> Self {
        Self::secured(Security::None)
    }

    pub(crate) fn secured(security: Security) -> Self {
        let folder = TempDir::new().unwrap();
        let file = |name: &str| folder.path().join(name);
        let (authority, certificate, key) = (file("ca.pem"), file("server.pem"), file("key.pem"));
        for (path, pem) in [&authority, &certificate, &key].into_iter().zip(certificates()) {
            fs::write(path, pem).unwrap();
        }
        // Installed there by `cargo xtask`.
        let packages = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("xtask/python");
        let mut child = Command::new("python3")
            .args([SCRIPT, "swap", PASSWORD, kind(security)])
            .args([&certificate, &key])
            .env("PYTHONPATH", packages)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect(MISSING);
        let (orders, output) = (child.stdin.take(), child.stdout.take().unwrap());
        let mut process = Process { child, orders, output: BufReader::new(output) };
        let port = process.next_report()["ready"].as_u64().expect(MISSING);
        let port = u16::try_from(port).unwrap();
        Self { port, security, authority, process, _certificates: folder }
    }

    /// Puts a mail into the inbox.
    pub(crate) fn put(&mut self, mail: &str) {
        assert_eq!(self.ask(&format!("put {}", STANDARD.encode(mail)))["put"], true);
    }

    /// Returns the number of mails in a folder.
    pub(crate) fn count(&mut self, folder: &str) -> i64 {
        self.ask(&format!("count {folder}"))["count"].as_i64().unwrap()
    }

    /// Returns the mailbox as the server reads it.
    pub(crate) fn inbox(&self) -> Arc<ImapMailbox> {
        Arc::new(ImapMailbox::new(self.config()).unwrap())
    }

    /// Returns the server's settings for the mailbox.
    pub(crate) fn config(&self) -> InboundConfig {
        let encrypted = self.security != Security::None;
        InboundConfig {
            // The certificate is for this name.
            host: if encrypted { "localhost" } else { "127.0.0.1" }.to_owned(),
            port: self.port,
            security: self.security,
            username: "swap".to_owned(),
            password: PASSWORD.to_owned(),
            ca_file: encrypted.then(|| self.authority.clone()),
            ..InboundConfig::default()
        }
    }

    fn ask(&mut self, order: &str) -> Value {
        writeln!(self.process.orders.as_ref().unwrap(), "{order}").unwrap();
        self.process.next_report()
    }
}

impl Process {
    fn next_report(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).expect(MISSING)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process ends, and the mail server with it, when its input is closed.
        drop(self.orders.take());
        let _ = self.child.wait();
    }
}
