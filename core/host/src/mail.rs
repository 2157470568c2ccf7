//! Mail: put into words here, and handed to whatever sends it.

mod captured;
mod delivery;
mod forgetting;
mod letter;
mod templates;

use async_trait::async_trait;
use sparkyard_kernel::Timestamp;

pub use captured::CapturedMail;
pub(crate) use delivery::MailDelivery;
pub(crate) use forgetting::forget_letters;
pub use letter::Letter;
pub use templates::Templates;

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
    /// This one mail will never be wanted: its address does not exist, its words are refused.
    #[error("refused: {0}")]
    Refused(String),
    /// This one mail is not wanted now: the mailbox is full, or the sender not known yet.
    #[error("put off: {0}")]
    PutOff(String),
    /// No mail can leave at present: the server is down, or does not let us in.
    #[error("not sent: {0}")]
    Unreachable(String),
}
