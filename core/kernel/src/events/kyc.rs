//! What is decided about documents that prove who somebody is.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{ItemId, UserId, ports::KycMethod};

/// A document waits to be looked at.
pub const HANDED_IN: Topic<DocumentHandedIn> = Topic::new("kyc.handed_in");
/// A document that waited was taken back.
pub const TAKEN_BACK: Topic<DocumentTakenBack> = Topic::new("kyc.taken_back");
/// A document proves what it should.
pub const APPROVED: Topic<DocumentDecided> = Topic::new("kyc.approved");
/// A document was not accepted.
pub const REJECTED: Topic<DocumentDecided> = Topic::new("kyc.rejected");

/// Payload of [`HANDED_IN`].
#[derive(Clone, Debug, SurrealValue)]
pub struct DocumentHandedIn {
    /// Whose it is.
    pub user_id: UserId,
    /// Which document.
    pub document_id: ItemId,
    /// What it is, in words: `passport`.
    pub document: String,
}

/// Payload of [`TAKEN_BACK`].
#[derive(Clone, Debug, SurrealValue)]
pub struct DocumentTakenBack {
    /// Which document.
    pub document_id: ItemId,
}

/// Payload of [`APPROVED`] and [`REJECTED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct DocumentDecided {
    /// Whose it is.
    pub user_id: UserId,
    /// Which document.
    pub document_id: ItemId,
    /// What it is to prove.
    pub kyc_method: KycMethod,
    /// What it is, in words: `passport`.
    pub document: String,
    /// Why it was rejected.
    pub reason: Option<String>,
}
