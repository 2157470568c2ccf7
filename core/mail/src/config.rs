use std::{
    fmt,
    net::IpAddr,
    path::{Path, PathBuf},
};

use anyhow::{Context, ensure};
use lettre::message::Mailbox;
use serde::{Deserialize, Serialize};

use crate::inbound::InboundConfig;

/// Default sender: cannot be answered, and no mail server would accept it.
const NOBODY: &str = "no-reply@localhost";

/// The `[mail]` section.
#[derive(Clone, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct MailConfig {
    /// Transport of outgoing mail.
    pub transport: Transport,
    /// Sender: `post@example.org`, or `Hebden Swap <post@example.org>`.
    pub from: String,
    /// Host name of the mail server.
    pub host: String,
    /// Port; 0 for the default of `security`.
    pub port: u16,
    /// Protection of the connection.
    pub security: Security,
    /// User name at the mail server; empty to send without signing in.
    pub username: String,
    /// Password of the user.
    pub password: String,
    /// PEM file with a certificate to trust besides the public ones; empty for none.
    pub ca_file: Option<PathBuf>,
    /// Incoming mail.
    pub inbound: InboundConfig,
}

/// Transport of outgoing mail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Transport {
    /// Mails are written to files.
    #[default]
    File,
    /// Mails are sent by a mail server.
    Smtp,
}

/// Protection of the connection to the mail server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Security {
    /// TLS after a plain greeting; nothing is sent without it.
    #[default]
    StartTls,
    /// TLS from the first byte.
    Tls,
    /// None: only for a server on this machine.
    None,
}

impl fmt::Debug for MailConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("MailConfig");
        shown.field("transport", &self.transport).field("host", &self.host);
        shown.finish_non_exhaustive()
    }
}

impl Default for MailConfig {
    fn default() -> Self {
        let empty = String::new;
        Self {
            transport: Transport::default(),
            from: empty(),
            host: empty(),
            port: 0,
            security: Security::default(),
            username: empty(),
            password: empty(),
            ca_file: None,
            inbound: InboundConfig::default(),
        }
    }
}

impl MailConfig {
    /// Returns the sender, with a name where one is set.
    pub(crate) fn sender(&self) -> anyhow::Result<Mailbox> {
        let from = if self.from.is_empty() { NOBODY } else { self.from.as_str() };
        from.parse().with_context(|| format!("mail.from is not an email address: {from:?}"))
    }

    /// Returns the port, or the default if none is set.
    pub(crate) fn port(&self) -> u16 {
        match (self.port, self.security) {
            (0, Security::StartTls) => 587,
            (0, Security::Tls) => 465,
            (0, Security::None) => 25,
            (port, _) => port,
        }
    }

    /// Returns the certificate file, if one is set.
    pub(crate) fn ca_file(&self) -> Option<&Path> {
        self.ca_file.as_deref().filter(|file| !file.as_os_str().is_empty())
    }

    /// Validates the settings; the error names the one with which no mail could be sent.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        ensure!(!self.host.is_empty(), "mail.host is empty: which mail server should send?");
        ensure!(!self.from.is_empty(), "mail.from is empty: who should mails come from?");
        ensure!(
            self.username.is_empty() == self.password.is_empty(),
            "mail.username and mail.password go together"
        );
        ensure!(
            self.security != Security::None || is_loopback(&self.host),
            "mail.security = \"none\" is for a mail server on this machine; {} is another",
            self.host
        );
        Ok(())
    }
}

pub(crate) fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sparkyard_host::config::Config;

    fn config(toml: &str) -> MailConfig {
        Config::with(&format!("[mail]\n{toml}")).unwrap().section("mail").unwrap()
    }

    #[test]
    fn sender_name_is_optional() {
        let check = |from: &str, expected: &str| {
            let sender = config(&format!("from = '{from}'")).sender().unwrap();
            assert_eq!(sender.to_string(), expected);
        };
        check("", "no-reply@localhost");
        check("post@example.org", "post@example.org");
        check("Hebden <post@example.org>", "Hebden <post@example.org>");
        assert!(config("from = 'nobody'").sender().is_err());
    }

    #[test]
    fn invalid_settings_are_named() {
        let check = |toml: &str, named: &str| {
            let error = config(toml).check().unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        };
        let set = "from = 'post@example.org'\nhost = 'mail.example.org'\n";
        check("from = 'post@example.org'", "mail.host");
        check("host = 'mail.example.org'", "mail.from");
        check(&format!("{set}username = 'ada'"), "mail.password");
        check(&format!("{set}security = 'none'"), "mail.security");
        config(set).check().unwrap();
        for host in ["localhost", "127.0.0.1", "::1"] {
            config(&format!("from = 'a@b.co'\nhost = '{host}'\nsecurity = 'none'"))
                .check()
                .unwrap();
        }
    }

    #[test]
    fn default_port_depends_on_security() {
        let check = |toml: &str, port| assert_eq!(config(toml).port(), port);
        check("", 587);
        check("security = 'tls'", 465);
        check("security = 'none'", 25);
        check("security = 'tls'\nport = 2465", 2465);
    }
}
