//! Inbound mail: replies from members, and bounces.

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
    /// Pattern of envelope senders, so that bounces reach the mailbox; `None` to use the
    /// sender's own address.
    pub bounces: Option<AddressPattern>,
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

    /// Passes each mail of the inbox to `reader` and moves it to a folder by the verdict; returns
    /// the number of mails processed. A mail whose handling fails stays in the inbox, and an error
    /// is returned after the others.
    async fn process_all(&self, reader: &dyn MailReader) -> anyhow::Result<usize>;
}

/// Handler of inbound mails.
#[async_trait]
pub trait MailReader: Send + Sync {
    /// Handles a mail; idempotent.
    async fn read(&self, mail: &[u8]) -> anyhow::Result<Verdict>;
}

/// Outcome of handling a mail, which decides to which folder it is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Handled.
    Done,
    /// Rejected for this reason; kept, since the operator may want to read it.
    Rejected(&'static str),
}
