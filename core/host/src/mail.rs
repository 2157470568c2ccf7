//! Mail: rendering, delivery through the outbox, and inbound mail.

mod captured;
mod delegates;
mod delivery;
mod email;
pub mod inbound;
mod purge_unsent;
mod services;
mod store;
mod templates;
mod troubles;

use async_trait::async_trait;
use sparkyard_kernel::{Timestamp, ports::MailLine};

pub use captured::CapturedMail;
pub(crate) use delegates::DelegateMail;
pub(crate) use delivery::{BounceHandling, MailDelivery};
pub use email::{BounceTracking, Email};
pub(crate) use purge_unsent::purge_unsent_mails;
pub(crate) use services::MailServices;
pub(crate) use store::{ERASURES, MailStore};
pub use templates::Templates;
pub(crate) use troubles::Troubles;

/// Header with the token that identifies a mail of ours in a bounce.
pub const BOUNCE_HEADER: &str = "X-Sparkyard-Return";

/// A mail transport: SMTP, files, or memory.
#[async_trait]
pub trait Mailer: Send + Sync + 'static {
    /// Sends `email`. Retries of one mail have the same [`Email::id`].
    async fn send(&self, email: &Email) -> Result<(), MailError>;

    /// Sends a test mail; returns the outcome with the conversation.
    async fn try_out(&self, email: &Email) -> TrialReport {
        let outcome = self.send(email).await;
        TrialReport { outcome, remedy: None, conversation: Vec::new() }
    }

    /// Connects and signs in as for a mail, but sends none.
    async fn check(&self) -> TrialReport {
        TrialReport { outcome: Ok(()), remedy: None, conversation: Vec::new() }
    }

    /// Checks whether mails reach their receivers, rather than only being written to files.
    fn delivers(&self) -> bool {
        true
    }

    /// Deletes stored copies of mails older than `before`.
    async fn delete_old(&self, before: Timestamp) -> anyhow::Result<()> {
        let _ = before;
        Ok(())
    }
}

/// Course of a test mail.
#[derive(Debug)]
pub struct TrialReport {
    /// Outcome.
    pub outcome: Result<(), MailError>,
    /// Action that may solve the problem, if there is one.
    pub remedy: Option<String>,
    /// Conversation with the mail server, in order; empty without one.
    pub conversation: Vec<MailLine>,
}

/// Reason why a mail was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// Permanent: the address does not exist.
    #[error("refused: {0}")]
    AddressRefused(String),
    /// Permanent, for this mail only: its content is rejected.
    #[error("refused: {0}")]
    Refused(String),
    /// Temporary, for this mail only: the mailbox is full, or the sender is greylisted.
    #[error("put off: {0}")]
    PutOff(String),
    /// Temporary, for all mails: the server is down or rejects our sign-in.
    #[error("not sent: {0}")]
    Unreachable(String),
}
