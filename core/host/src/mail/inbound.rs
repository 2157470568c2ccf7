//! Inbound mail: replies from members, and returned mails.

mod addresses;
mod authentication;
mod html;
mod mailbox_job;
mod quotes;
mod reading;
mod reports;

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;

pub use addresses::{AddressPattern, MailAddresses};
pub use authentication::SenderCheck;
pub(crate) use mailbox_job::MailboxJob;

/// Settings of inbound mail.
#[derive(Clone)]
pub struct InboundMail {
    /// The mailbox to read.
    pub mailbox: Arc<dyn Mailbox>,
    /// Pattern of the reply addresses that are delivered to the mailbox.
    pub pattern: AddressPattern,
    /// Pattern of envelope senders, so that returned mails reach the mailbox; `None` to use the
    /// sender's own address.
    pub returns: Option<AddressPattern>,
    /// How the senders of replies are checked.
    pub senders: SenderCheck,
    /// Interval at which the mailbox is read.
    pub every: Duration,
}

/// A mailbox at a mail server.
#[async_trait]
pub trait Mailbox: Send + Sync + 'static {
    /// Connects, signs in and opens the inbox; changes nothing.
    async fn check(&self) -> anyhow::Result<()>;

    /// Passes each waiting mail to `reader` and files it by the verdict; returns how many were
    /// filed. A mail whose handling fails stays in the mailbox, and an error is returned after the
    /// others.
    async fn empty(&self, reader: &dyn MailReader) -> anyhow::Result<usize>;
}

/// Handler of inbound mails.
#[async_trait]
pub trait MailReader: Send + Sync {
    /// Handles a mail; idempotent.
    async fn read(&self, mail: &[u8]) -> anyhow::Result<Verdict>;
}

/// Outcome of reading a mail, which decides where the mailbox files it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Handled.
    Done,
    /// Rejected for this reason; kept, since somebody may want to look at it.
    Rejected(&'static str),
}
