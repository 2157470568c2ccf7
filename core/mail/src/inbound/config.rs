use std::{
    fmt,
    num::NonZeroU16,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use sparkyard_host::mail::inbound::{AddressPattern, InboundMail};

use super::ImapMailbox;
use crate::{Security, config::is_loopback};

/// The `[mail.inbound]` section.
#[derive(Clone, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct InboundConfig {
    /// The server of the mailbox; empty to read none.
    pub host: String,
    /// Its port; 0 for the usual one of `security`.
    pub port: u16,
    /// How the connection is protected.
    pub security: Security,
    /// User at the server.
    pub username: String,
    /// Their password.
    pub password: String,
    /// A PEM file with a certificate to trust besides the public ones; empty for none.
    pub ca_file: Option<PathBuf>,
    /// What addresses look like to which members answer: `reply+{token}@example.org`. All of them
    /// lead to the mailbox.
    pub address: String,
    /// The same for those that mails are sent from, so that those which come back come there:
    /// `bounce+{token}@example.org`. Empty to send from `mail.from`.
    pub bounce_address: String,
    /// Seconds between two looks.
    pub every_seconds: NonZeroU16,
    /// Where mails are put that were acted on.
    pub done_folder: String,
    /// Where mails are put that cannot be acted on.
    pub rejected_folder: String,
}

impl fmt::Debug for InboundConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("InboundConfig");
        shown.field("host", &self.host).field("address", &self.address).finish_non_exhaustive()
    }
}

impl Default for InboundConfig {
    fn default() -> Self {
        let empty = String::new;
        Self {
            host: empty(),
            port: 0,
            security: Security::Tls,
            username: empty(),
            password: empty(),
            ca_file: None,
            address: empty(),
            bounce_address: empty(),
            every_seconds: NonZeroU16::new(60).unwrap_or(NonZeroU16::MIN),
            done_folder: "Sparkyard-done".to_owned(),
            rejected_folder: "Sparkyard-rejected".to_owned(),
        }
    }
}

impl InboundConfig {
    /// The mailbox; an error that names the setting with which none can be read.
    pub fn open(self) -> anyhow::Result<InboundMail> {
        ensure!(!self.username.is_empty(), "mail.inbound.username is empty: whose mailbox is it?");
        ensure!(!self.password.is_empty(), "mail.inbound.password is empty");
        ensure!(
            self.security != Security::None || is_loopback(&self.host),
            "mail.inbound.security = \"none\" is for a mail server on this machine; {} is another",
            self.host
        );
        ensure!(
            !self.address.is_empty(),
            "mail.inbound.address is empty: where do answers go? For example \
             \"reply+{{token}}@example.org\""
        );
        for (name, folder) in
            [("done_folder", &self.done_folder), ("rejected_folder", &self.rejected_folder)]
        {
            let is_name = !folder.is_empty()
                && folder.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ')
                && !folder.contains(['"', '\\', '*', '%'])
                && !folder.eq_ignore_ascii_case("inbox");
            ensure!(is_name, "mail.inbound.{name} is no name for a folder: {folder:?}");
        }
        let pattern = |name: &str, text: &str| {
            AddressPattern::parse(text)
                .with_context(|| format!("mail.inbound.{name} cannot be used: {text:?}"))
        };
        let replies = pattern("address", &self.address)?;
        let returns = match self.bounce_address.as_str() {
            "" => None,
            text => Some(pattern("bounce_address", text)?),
        };
        let every = Duration::from_secs(self.every_seconds.get().into());
        Ok(InboundMail {
            mailbox: Arc::new(ImapMailbox::new(self)?),
            pattern: replies,
            returns,
            every,
        })
    }

    /// The port, the usual one if none is set.
    pub(super) fn port(&self) -> u16 {
        match (self.port, self.security) {
            (0, Security::Tls) => 993,
            (0, Security::StartTls | Security::None) => 143,
            (port, _) => port,
        }
    }

    /// The certificate file, if one is named.
    pub(super) fn ca_file(&self) -> Option<&Path> {
        self.ca_file.as_deref().filter(|file| !file.as_os_str().is_empty())
    }
}

#[cfg(test)]
mod tests {
    use sparkyard_host::config::Config;

    const SET: &str = "host = 'imap.example.org'\nusername = 'swap'\npassword = 'x'\n\
                       address = 'reply+{token}@example.org'\n";

    fn opened(toml: &str) -> anyhow::Result<bool> {
        let config = Config::with(&format!("[mail.inbound]\n{toml}")).unwrap();
        Ok(crate::inbound(&config, false)?.is_some())
    }

    #[test]
    fn nothing_is_read_unless_it_is_asked_for() {
        assert!(!opened("").unwrap());
        assert!(opened(SET).unwrap());
        let config = Config::with(&format!("[mail.inbound]\n{SET}")).unwrap();
        assert!(crate::inbound(&config, true).unwrap().is_none(), "a sample community reads none");
    }

    #[test]
    fn settings_that_cannot_work_are_named() {
        let without = |line: &str| {
            let lines = SET.lines().filter(|text| !text.starts_with(line));
            lines.collect::<Vec<_>>().join("\n")
        };
        for (toml, named) in [
            (without("username"), "mail.inbound.username"),
            (without("password"), "mail.inbound.password"),
            (without("address"), "mail.inbound.address"),
            (format!("{SET}security = 'none'"), "mail.inbound.security"),
            (format!("{SET}bounce_address = 'bounce@example.org'"), "mail.inbound.bounce_address"),
            (format!("{SET}done_folder = 'INBOX'"), "mail.inbound.done_folder"),
            (format!("{SET}ca_file = '/nowhere.pem'"), "/nowhere.pem"),
        ] {
            let error = format!("{:#}", opened(&toml).unwrap_err());
            assert!(error.contains(named), "{toml}: {error}");
        }
    }

    #[test]
    fn the_password_is_not_shown() {
        let config = Config::with(&format!("[mail.inbound]\n{SET}password2 = 'y'"));
        assert!(config.unwrap().section::<crate::MailConfig>("mail").is_err());
        let config = Config::with(&format!("[mail.inbound]\n{}", SET.replace("'x'", "'s3cret'")));
        let mail = config.unwrap().section::<crate::MailConfig>("mail").unwrap();
        assert!(!format!("{:?} {mail:?}", mail.inbound).contains("s3cret"));
    }
}
