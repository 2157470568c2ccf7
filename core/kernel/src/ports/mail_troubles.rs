use async_trait::async_trait;
use poem_openapi::Enum;
use surrealdb::types::SurrealValue;

use crate::{ApiError, Page, PageQuery, Timestamp, UserId};

/// What is wrong with mail to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "MailTroubleKind", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum TroubleKind {
    /// One mail could not be delivered; the next may be.
    Late,
    /// Whoever keeps the mailbox refuses mail to the address: it does not exist any more.
    Refused,
    /// Its owner has told their provider that our mail is unwanted.
    Complaint,
}

impl TroubleKind {
    /// Whether mails that one can do without wait until the address is looked at.
    pub const fn pauses(self) -> bool {
        matches!(self, Self::Refused | Self::Complaint)
    }
}

/// What is known of the mails to a member's address that came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailTrouble {
    /// Whose address it is.
    pub user: UserId,
    /// The address.
    pub address: String,
    /// What is wrong.
    pub kind: TroubleKind,
    /// What was said about the last one, in one line; from outside, never to be trusted.
    pub reason: String,
    /// How many came back.
    pub times: u64,
    /// When the first of them did.
    pub since: Timestamp,
    /// When the last of them did.
    pub last_at: Timestamp,
}

/// Knows which mails came back. Offered by the host.
#[async_trait]
pub trait MailTroubles: Send + Sync + 'static {
    /// What is wrong with mail to the present address of `user`, if anything is.
    async fn of(&self, user: &UserId) -> Result<Option<MailTrouble>, ApiError>;

    /// The same of some members, in no particular order; those with whom nothing is wrong are left
    /// out.
    async fn among(&self, users: &[UserId]) -> Result<Vec<MailTrouble>, ApiError>;

    /// All members' addresses with which something is wrong, the latest first.
    async fn list(&self, page: &PageQuery) -> Result<Page<MailTrouble>, ApiError>;

    /// Forgets what was wrong, so that all mails to `user` are tried again; `false` when nothing
    /// was.
    async fn forget(&self, user: &UserId) -> Result<bool, ApiError>;
}
