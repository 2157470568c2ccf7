//! Mail that leaves: handed to a mail server, or written to files where there is none. Mail that
//! comes in: read from a mailbox, where there is one.

mod config;
mod file;
mod inbound;
mod message;
mod smtp;

use std::sync::Arc;

use sparkyard_host::{
    config::Config,
    mail::{Mailer, inbound::InboundMail},
};

pub use config::{MailConfig, Security, Transport};
pub use file::FileMailer;
pub use inbound::{ImapMailbox, InboundConfig};
pub use smtp::SmtpMailer;

/// The mailer that the section `[mail]` asks for. A sample community never sends: its mail is for
/// all to read.
pub fn open(config: &Config, demo: bool) -> anyhow::Result<Arc<dyn Mailer>> {
    let (mail, site) = (config.section::<MailConfig>("mail")?, &config.site);
    Ok(match mail.transport {
        Transport::Smtp if !demo => Arc::new(SmtpMailer::new(&mail, site)?),
        _ => Arc::new(FileMailer::new(&config.data_dir, &mail, site)?),
    })
}

/// The mailbox that the section `[mail.inbound]` names, if it names one. A sample community reads
/// none.
pub fn inbound(config: &Config, demo: bool) -> anyhow::Result<Option<InboundMail>> {
    let mail = config.section::<MailConfig>("mail")?.inbound;
    if demo || mail.host.is_empty() {
        return Ok(None);
    }
    tracing::info!(host = mail.host, address = mail.address, "answers by mail are read");
    mail.open().map(Some)
}
