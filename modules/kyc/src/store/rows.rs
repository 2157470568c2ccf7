//! Rows as stored, and their conversion to the model.

use sparkyard_kernel::{
    ItemId, Timestamp, UserId, db::SurrealValue, newest_first, ports::KycMethod,
};

use crate::model::{Approval, Document, IdType};

#[derive(SurrealValue)]
pub(super) struct DocumentRow {
    id: ItemId,
    user_id: UserId,
    kyc_method: KycMethod,
    kyc_id_type: IdType,
    file: Option<String>,
    approval_status: Approval,
    reason: Option<String>,
    created_at: Timestamp,
    kept_since: Option<Timestamp>,
    place: String,
    newest: String,
}

#[derive(SurrealValue)]
pub(super) struct StandingRow {
    pub(super) kyc_method: KycMethod,
    pub(super) approval_status: Approval,
}

#[derive(SurrealValue)]
pub(super) struct ApprovedRow {
    pub(super) user_id: UserId,
    pub(super) kyc_method: KycMethod,
}

impl From<&Document> for DocumentRow {
    /// Creates the row of a new document, without a decision.
    fn from(document: &Document) -> Self {
        Self {
            id: document.id.clone(),
            user_id: document.user_id.clone(),
            kyc_method: document.id_type.method(),
            kyc_id_type: document.id_type,
            file: document.file.clone(),
            approval_status: document.approval,
            reason: document.reason.clone(),
            created_at: document.created_at,
            kept_since: None,
            place: document.place.clone(),
            newest: newest_first(document.created_at, document.id.as_str()),
        }
    }
}

impl From<DocumentRow> for Document {
    fn from(row: DocumentRow) -> Self {
        Self {
            id: row.id,
            user_id: row.user_id,
            id_type: row.kyc_id_type,
            file: row.file,
            approval: row.approval_status,
            reason: row.reason,
            created_at: row.created_at,
            place: row.place,
        }
    }
}
