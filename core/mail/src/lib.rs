//! Outgoing mail, by a mail server or to files; incoming mail, from a mailbox where one is
//! configured.

mod config;
mod file;
mod inbound;
mod message;
mod smtp;
mod transcript;

use std::sync::Arc;

use sparkyard_host::{
    config::Config,
    mail::{Mailer, inbound::InboundMail},
};

pub use config::{MailConfig, Security, Transport};
pub use file::FileMailer;
pub use inbound::{ImapMailbox, InboundConfig};
pub use smtp::SmtpMailer;

/// Returns the mailer configured in section `[mail]`. A sample community never sends: its mails are
/// files for everybody to read.
pub fn open(config: &Config, demo: bool) -> anyhow::Result<Arc<dyn Mailer>> {
    let mail = config.section::<MailConfig>("mail")?;
    Ok(match mail.transport {
        Transport::Smtp if !demo => Arc::new(SmtpMailer::new(&mail)?),
        _ => Arc::new(FileMailer::new(&config.data_dir, &mail)?),
    })
}

/// Returns the mailbox configured in section `[mail.inbound]`, if any. A sample community reads
/// none.
pub fn inbound(config: &Config, demo: bool) -> anyhow::Result<Option<InboundMail>> {
    let mail = config.section::<MailConfig>("mail")?.inbound;
    if demo || mail.host.is_empty() {
        return Ok(None);
    }
    tracing::info!(host = mail.host, address = mail.address, "reading replies by email");
    mail.open().map(Some)
}
