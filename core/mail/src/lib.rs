//! Mail that leaves: handed to a mail server, or written to files where there is none.

mod config;
mod file;
mod message;
mod smtp;

use std::sync::Arc;

use sparkyard_host::{config::Config, mail::Mailer};

pub use config::{MailConfig, Security, Transport};
pub use file::FileMailer;
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
