//! Mail out of the house: put into words, then handed to a file, a mail server, or a test.

mod captured;
mod config;
mod delivery;
mod file;
mod letter;
mod smtp;
mod templates;

use std::sync::Arc;

use async_trait::async_trait;

pub use captured::CapturedMail;
pub use config::{MailConfig, Security, Transport};
pub(crate) use delivery::MailDelivery;
pub use file::FileMailer;
pub use letter::Letter;
pub use smtp::SmtpMailer;
pub use templates::Templates;

use crate::config::Config;

/// Something that takes mails off our hands.
#[async_trait]
pub trait Mailer: Send + Sync + 'static {
    /// Sends `letter`; one that is tried again has the same [`Letter::id`].
    async fn send(&self, letter: &Letter) -> Result<(), MailError>;
}

/// Why a mail is still here.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// This one mail is not wanted: an address that does not exist, a full mailbox.
    #[error("refused: {0}")]
    Refused(String),
    /// No mail can leave at present: the server is down, or does not let us in.
    #[error("not sent: {0}")]
    Unreachable(String),
}

/// The mailer that `config` asks for. A sample community never sends: its mail is for all to
/// read.
pub fn open(config: &Config, demo: bool) -> anyhow::Result<Arc<dyn Mailer>> {
    let (mail, site) = (&config.mail, &config.site);
    Ok(match mail.transport {
        Transport::Smtp if !demo => Arc::new(SmtpMailer::new(mail, site)?),
        _ => Arc::new(FileMailer::new(&config.data_dir, mail, site)?),
    })
}
