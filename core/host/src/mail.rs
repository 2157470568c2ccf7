//! Mail: put into words here, and handed to whatever sends it; and what comes in.

mod captured;
mod delivery;
mod forgetting;
pub mod inbound;
mod letter;
mod post_office;
mod store;
mod templates;
mod troubles;

use async_trait::async_trait;
use sparkyard_kernel::Timestamp;

pub use captured::CapturedMail;
pub(crate) use delivery::{MailDelivery, Returning};
pub(crate) use forgetting::forget_letters;
pub use letter::{Letter, Returns};
pub(crate) use post_office::PostOffice;
pub(crate) use store::MailStore;
pub use templates::Templates;
pub(crate) use troubles::Troubles;

/// The header by which we know a mail of ours when it comes back, whoever sends it.
pub const RETURN_HEADER: &str = "X-Sparkyard-Return";

/// Something that takes mails off our hands.
#[async_trait]
pub trait Mailer: Send + Sync + 'static {
    /// Sends `letter`; one that is tried again has the same [`Letter::id`].
    async fn send(&self, letter: &Letter) -> Result<(), MailError>;

    /// Forgets what it still has of mails from before `before`.
    async fn forget(&self, before: Timestamp) -> anyhow::Result<()> {
        let _ = before;
        Ok(())
    }
}

/// Why a mail is still here.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// No mail to this address will ever be wanted: it does not exist.
    #[error("refused: {0}")]
    AddressRefused(String),
    /// This one mail will never be wanted: its words are refused.
    #[error("refused: {0}")]
    Refused(String),
    /// This one mail is not wanted now: the mailbox is full, or the sender not known yet.
    #[error("put off: {0}")]
    PutOff(String),
    /// No mail can leave at present: the server is down, or does not let us in.
    #[error("not sent: {0}")]
    Unreachable(String),
}
