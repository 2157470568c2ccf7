//! Events of identity documents.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{ItemId, Timestamp, UserId, ports::KycMethod};

/// A document was submitted for review.
pub const HANDED_IN: Topic<DocumentHandedIn> = Topic::new("kyc.handed_in");
/// A document was withdrawn before its review.
pub const TAKEN_BACK: Topic<DocumentTakenBack> = Topic::new("kyc.taken_back");
/// A document was approved.
pub const APPROVED: Topic<DocumentDecided> = Topic::new("kyc.approved");
/// A document was rejected.
pub const REJECTED: Topic<DocumentDecided> = Topic::new("kyc.rejected");

/// Payload of [`HANDED_IN`].
#[derive(Clone, Debug, SurrealValue)]
pub struct DocumentHandedIn {
    /// Owner of the document.
    pub user_id: UserId,
    /// Id of the document.
    pub document_id: ItemId,
    /// Type of the document, in words: `passport`.
    pub document: String,
}

/// Payload of [`TAKEN_BACK`].
#[derive(Clone, Debug, SurrealValue)]
pub struct DocumentTakenBack {
    /// Id of the document.
    pub document_id: ItemId,
}

/// Payload of [`APPROVED`] and [`REJECTED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct DocumentDecided {
    /// Owner of the document.
    pub user_id: UserId,
    /// Id of the document.
    pub document_id: ItemId,
    /// Fact that the document is to prove.
    pub kyc_method: KycMethod,
    /// Type of the document, in words: `passport`.
    pub document: String,
    /// Reason for a rejection.
    pub reason: Option<String>,
    /// End of the time in which the owner may appeal a rejection.
    pub appeal_until: Option<Timestamp>,
}
