use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::Arc,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;
use sparkyard_mail::{ImapMailbox, InboundConfig, Security};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/mail/mailbox.py");
const MISSING: &str = "no mailbox; to install it: cargo xtask test --only rust";
const PASSWORD: &str = "a \"password\" with \\ marks";

/// `mailbox.py` at work; ends when dropped.
pub(super) struct Mailbox {
    port: u16,
    process: Process,
}

struct Process {
    child: Child,
    orders: Option<ChildStdin>,
    told: BufReader<ChildStdout>,
}

impl Mailbox {
    pub(super) fn start() -> Self {
        // Where `cargo xtask` has installed it.
        let packages = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("xtask/python");
        let mut child = Command::new("python3")
            .args([SCRIPT, "swap", PASSWORD])
            .env("PYTHONPATH", packages)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect(MISSING);
        let (orders, told) = (child.stdin.take(), child.stdout.take().unwrap());
        let mut process = Process { child, orders, told: BufReader::new(told) };
        let port = process.hear()["ready"].as_u64().expect(MISSING);
        Self { port: u16::try_from(port).unwrap(), process }
    }

    /// Puts a mail into the inbox.
    pub(super) fn put(&mut self, mail: &str) {
        assert_eq!(self.ask(&format!("put {}", STANDARD.encode(mail)))["put"], true);
    }

    /// How many mails lie in a folder.
    pub(super) fn count(&mut self, folder: &str) -> i64 {
        self.ask(&format!("count {folder}"))["count"].as_i64().unwrap()
    }

    /// The same mailbox, as the server reads it.
    pub(super) fn inbox(&self) -> Arc<ImapMailbox> {
        let config = InboundConfig {
            host: "127.0.0.1".to_owned(),
            port: self.port,
            security: Security::None,
            username: "swap".to_owned(),
            password: PASSWORD.to_owned(),
            ..InboundConfig::default()
        };
        Arc::new(ImapMailbox::new(config).unwrap())
    }

    fn ask(&mut self, order: &str) -> Value {
        writeln!(self.process.orders.as_ref().unwrap(), "{order}").unwrap();
        self.process.hear()
    }
}

impl Process {
    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.told.read_line(&mut line).unwrap();
        serde_json::from_str(&line).expect(MISSING)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Without orders it ends, and the server with it.
        drop(self.orders.take());
        let _ = self.child.wait();
    }
}
