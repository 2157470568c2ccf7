use std::{
    fmt,
    net::IpAddr,
    path::{Path, PathBuf},
};

use anyhow::{Context, ensure};
use lettre::{Address, message::Mailbox};
use serde::{Deserialize, Serialize};

use crate::inbound::InboundConfig;

/// The sender where none is set: nobody can answer it, and no mail server would take it.
const NOBODY: &str = "no-reply@localhost";

/// The `[mail]` section.
#[derive(Clone, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct MailConfig {
    /// How mail leaves.
    pub transport: Transport,
    /// The sender: `post@example.org`, or `Hebden Swap <post@example.org>`.
    pub from: String,
    /// The mail server.
    pub host: String,
    /// Its port; 0 for the usual one of `security`.
    pub port: u16,
    /// How the connection is protected.
    pub security: Security,
    /// User at the mail server; empty to send without signing in.
    pub username: String,
    /// Their password.
    pub password: String,
    /// A PEM file with a certificate to trust besides the public ones; empty for none.
    pub ca_file: Option<PathBuf>,
    /// Where mail comes in.
    pub inbound: InboundConfig,
}

/// How mail leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Transport {
    /// It does not: it is written to files.
    #[default]
    File,
    /// By a mail server.
    Smtp,
}

/// How the connection to the mail server is protected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Security {
    /// TLS after a plain greeting; without it nothing is sent.
    #[default]
    StartTls,
    /// TLS from the first byte.
    Tls,
    /// Not at all: for a server on this machine only.
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
    /// The sender; called like the site unless it has a name of its own.
    pub(crate) fn sender(&self, site_name: &str) -> anyhow::Result<Mailbox> {
        let site_name: String = site_name.chars().filter(|c| !c.is_control()).collect();
        let from = if self.from.is_empty() { NOBODY } else { self.from.as_str() };
        let named = |address: Address| Mailbox::new(Some(site_name), address);
        match from.parse::<Address>() {
            Ok(address) => Ok(named(address)),
            Err(_) => from.parse().with_context(|| format!("mail.from is no address: {from:?}")),
        }
    }

    /// The port, the usual one if none is set.
    pub(crate) fn port(&self) -> u16 {
        match (self.port, self.security) {
            (0, Security::StartTls) => 587,
            (0, Security::Tls) => 465,
            (0, Security::None) => 25,
            (port, _) => port,
        }
    }

    /// The certificate file, if one is named.
    pub(crate) fn ca_file(&self) -> Option<&Path> {
        self.ca_file.as_deref().filter(|file| !file.as_os_str().is_empty())
    }

    /// An error that names the setting, when no mail could leave with these.
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
    fn the_sender_is_called_like_the_site() {
        let check = |from: &str, expected: &str| {
            let sender = config(&format!("from = '{from}'")).sender("Ada's \"Swap\"").unwrap();
            assert_eq!(sender.to_string(), expected);
        };
        check("", "\"Ada's \\\"Swap\\\"\" <no-reply@localhost>");
        check("post@example.org", "\"Ada's \\\"Swap\\\"\" <post@example.org>");
        check("Hebden <post@example.org>", "Hebden <post@example.org>");
        assert!(config("from = 'nobody'").sender("Swap").is_err());
    }

    #[test]
    fn settings_that_cannot_work_are_named() {
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
    fn ports_follow_the_security() {
        let check = |toml: &str, port| assert_eq!(config(toml).port(), port);
        check("", 587);
        check("security = 'tls'", 465);
        check("security = 'none'", 25);
        check("security = 'tls'\nport = 2465", 2465);
    }
}
