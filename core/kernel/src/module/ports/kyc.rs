use std::{collections::HashSet, fmt};

use async_trait::async_trait;
use poem_openapi::Enum;
use sparkyard_db::Fragment;
use surrealdb::types::SurrealValue;

use crate::{ApiError, ItemId, Timestamp, UserId};

/// Error code of [`Kyc::accept`] for a document that changed since it was read.
pub const DOCUMENT_CHANGED: &str = "kyc.document_changed";

/// Progress of a member's identity check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum KycStatus {
    /// No submitted document could still count.
    #[default]
    None,
    /// Documents wait for review.
    Pending,
    /// Identity and address are proven.
    Verified,
}

/// Fact that a document is to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum KycMethod {
    /// Identity of the member.
    Identity,
    /// Address of the member.
    Utility,
}

impl fmt::Display for KycMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Identity => "identity",
            Self::Utility => "utility",
        })
    }
}

/// Identity checks. Offered by kyc.
#[async_trait]
pub trait Kyc: Send + Sync + 'static {
    /// Returns the progress of the check of `user`.
    async fn status(&self, user: &UserId) -> Result<KycStatus, ApiError>;

    /// Returns those of `users`, at most a page of them, whose identity and address are proven.
    async fn verified(&self, users: &[UserId]) -> Result<HashSet<UserId>, ApiError>;

    /// Returns the number of documents of members other than `reader` that wait for a decision;
    /// counts to a hundred at most.
    async fn count_waiting(&self, reader: &UserId) -> Result<u64, ApiError>;

    /// Returns a write that accepts a document that was refused; `None` if it is not refused any
    /// more, or was deleted. Fails with [`DOCUMENT_CHANGED`] if that changed since.
    async fn accept(&self, document: &ItemId, at: Timestamp) -> Result<Option<Fragment>, ApiError>;
}
