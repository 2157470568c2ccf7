use async_trait::async_trait;
use poem_openapi::Enum;
use surrealdb::types::SurrealValue;

use crate::{ApiError, Page, PageQuery, Timestamp, UserId};

/// Kind of trouble with mail to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "MailTroubleKind", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum TroubleKind {
    /// One mail could not be delivered; the next may be.
    Late,
    /// The mailbox provider refuses mail to the address: it does not exist any more.
    Refused,
    /// The owner has reported our mail as unwanted to the provider.
    Complaint,
}

impl TroubleKind {
    /// Checks whether optional mails are held back until the trouble is reviewed.
    pub const fn pauses(self) -> bool {
        matches!(self, Self::Refused | Self::Complaint)
    }
}

/// Record of the mails to a member's address that bounced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailTrouble {
    /// Owner of the address.
    pub user: UserId,
    /// Address that bounces.
    pub address: String,
    /// Kind of trouble.
    pub kind: TroubleKind,
    /// Reason given by the remote side for the last bounce, in one line; untrusted.
    pub reason: String,
    /// Number of bounces.
    pub times: u64,
    /// Time of the first bounce.
    pub since: Timestamp,
    /// Time of the last bounce.
    pub last_at: Timestamp,
}

/// Bounces of mail to members. Offered by the host.
#[async_trait]
pub trait MailTroubles: Send + Sync + 'static {
    /// Returns the trouble with mail to the current address of `user`, if any.
    async fn of(&self, user: &UserId) -> Result<Option<MailTrouble>, ApiError>;

    /// Returns the troubles of some members, in no particular order; members without trouble are
    /// left out.
    async fn among(&self, users: &[UserId]) -> Result<Vec<MailTrouble>, ApiError>;

    /// Lists all troubles with members' addresses, latest first.
    async fn list(&self, page: &PageQuery) -> Result<Page<MailTrouble>, ApiError>;

    /// Deletes the trouble, so that all mails to `user` are tried again; `false` when there was
    /// none.
    async fn delete(&self, user: &UserId) -> Result<bool, ApiError>;
}
