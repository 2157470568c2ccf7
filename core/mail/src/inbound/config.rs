use std::{
    fmt,
    num::NonZeroU16,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use sparkyard_host::mail::inbound::{AddressPattern, InboundMail, SenderCheck};

use super::ImapMailbox;
use crate::{Security, config::is_loopback};

/// The `[mail.inbound]` section.
#[derive(Clone, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct InboundConfig {
    /// Server of the mailbox; empty to read none.
    pub host: String,
    /// Port; 0 for the default of `security`.
    pub port: u16,
    /// Protection of the connection.
    pub security: Security,
    /// User name at the server.
    pub username: String,
    /// Password of the user.
    pub password: String,
    /// PEM file with a certificate to trust besides the public ones; empty for none.
    pub ca_file: Option<PathBuf>,
    /// Pattern of reply addresses, `reply+{token}@example.org`, all of which lead to the mailbox.
    pub address: String,
    /// Pattern of envelope senders, so that bounces reach the mailbox:
    /// `bounce+{token}@example.org`. Empty to send from `mail.from`.
    pub bounce_address: String,
    /// Whether replies count only if the mail server confirms that the sender is not forged.
    pub check_senders: bool,
    /// Name by which the mail server identifies its own check results; empty to trust the headers
    /// above the topmost `Received`.
    pub authserv_id: String,
    /// Seconds between two checks of the mailbox.
    pub every_seconds: NonZeroU16,
    /// Folder for mails that were handled.
    pub done_folder: String,
    /// Folder for mails that cannot be handled.
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
            check_senders: true,
            authserv_id: empty(),
            every_seconds: NonZeroU16::new(60).unwrap_or(NonZeroU16::MIN),
            done_folder: "Sparkyard-done".to_owned(),
            rejected_folder: "Sparkyard-rejected".to_owned(),
        }
    }
}

impl InboundConfig {
    /// Opens the mailbox; an error names the setting that is missing or invalid.
    pub fn open(self) -> anyhow::Result<InboundMail> {
        ensure!(!self.username.is_empty(), "mail.inbound.username is empty");
        ensure!(!self.password.is_empty(), "mail.inbound.password is empty");
        ensure!(
            self.security != Security::None || is_loopback(&self.host),
            "mail.inbound.security = \"none\" is for a mail server on this machine; {} is another",
            self.host
        );
        ensure!(
            !self.address.is_empty(),
            "mail.inbound.address is empty; it is a pattern such as \"reply+{{token}}@example.org\""
        );
        for (name, folder) in
            [("done_folder", &self.done_folder), ("rejected_folder", &self.rejected_folder)]
        {
            let is_name = !folder.is_empty()
                && folder.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ')
                && !folder.contains(['"', '\\', '*', '%'])
                && !folder.eq_ignore_ascii_case("inbox");
            ensure!(is_name, "mail.inbound.{name} is not a folder name: {folder:?}");
        }
        let pattern = |name: &str, text: &str| {
            AddressPattern::parse(text)
                .with_context(|| format!("mail.inbound.{name} cannot be used: {text:?}"))
        };
        let replies = pattern("address", &self.address)?;
        let bounces = match self.bounce_address.as_str() {
            "" => None,
            text => Some(pattern("bounce_address", text)?),
        };
        let senders = match self.check_senders {
            true => {
                SenderCheck::ByServer(Some(self.authserv_id.clone()).filter(|id| !id.is_empty()))
            }
            false => SenderCheck::Unchecked,
        };
        let every = Duration::from_secs(self.every_seconds.get().into());
        Ok(InboundMail {
            mailbox: Arc::new(ImapMailbox::new(self)?),
            pattern: replies,
            bounces,
            senders,
            every,
        })
    }

    /// Returns the port, or the default if none is set.
    pub(super) fn port(&self) -> u16 {
        match (self.port, self.security) {
            (0, Security::Tls) => 993,
            (0, Security::StartTls | Security::None) => 143,
            (port, _) => port,
        }
    }

    /// Returns the certificate file, if one is set.
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
    fn mailbox_is_read_only_when_configured() {
        assert!(!opened("").unwrap());
        assert!(opened(SET).unwrap());
        let config = Config::with(&format!("[mail.inbound]\n{SET}")).unwrap();
        assert!(crate::inbound(&config, true).unwrap().is_none(), "a sample community reads none");
    }

    #[test]
    fn invalid_settings_are_named() {
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
    fn debug_output_hides_the_password() {
        let config = Config::with(&format!("[mail.inbound]\n{SET}password2 = 'y'"));
        assert!(config.unwrap().section::<crate::MailConfig>("mail").is_err());
        let config = Config::with(&format!("[mail.inbound]\n{}", SET.replace("'x'", "'s3cret'")));
        let mail = config.unwrap().section::<crate::MailConfig>("mail").unwrap();
        assert!(!format!("{:?} {mail:?}", mail.inbound).contains("s3cret"));
    }
}
