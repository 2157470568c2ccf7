//! Mail that comes in: answers of members, and mails that came back.

mod addresses;
mod html;
mod intake;
mod quotes;
mod reading;
mod reports;

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;

pub use addresses::{AddressPattern, MailAddresses};
pub(crate) use intake::Intake;

/// Where mail comes in.
#[derive(Clone)]
pub struct InboundMail {
    /// The mailbox.
    pub mailbox: Arc<dyn Mailbox>,
    /// What the addresses look like that lead to it.
    pub pattern: AddressPattern,
    /// What the addresses look like that mails are sent from, so that those which come back come
    /// to the mailbox; `None` when they are sent from the sender's own.
    pub returns: Option<AddressPattern>,
    /// How often to look.
    pub every: Duration,
}

/// A mailbox of ours at a mail server.
#[async_trait]
pub trait Mailbox: Send + Sync + 'static {
    /// Shows each mail that waits there to `reader`, and puts it away as that says. One that cannot
    /// be acted on now stays there; that is an error once the others are done. How many were put
    /// away.
    async fn empty(&self, reader: &dyn MailReader) -> anyhow::Result<usize>;
}

/// What looks at mails as they come in.
#[async_trait]
pub trait MailReader: Send + Sync {
    /// Acts on a mail, once however often it is shown.
    async fn read(&self, mail: &[u8]) -> anyhow::Result<Verdict>;
}

/// What is to become of a mail in the mailbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is done with.
    Done,
    /// It is nothing that can be acted on, and why; somebody may want to look at it.
    Rejected(&'static str),
}
