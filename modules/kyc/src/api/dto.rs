//! Request and response bodies.

mod forms;

use poem_openapi::{Enum, Object};
use sparkyard_kernel::{
    DateTime, ItemId, UserId,
    ports::{KycMethod, KycStatus},
};

use crate::model::{Approval, Case, Document, IdType, Progress};

pub(crate) use forms::{IdentityForm, UtilityForm};

/// A submitted document.
#[derive(Debug, Object)]
pub(crate) struct KycDocument {
    /// Id of the document.
    pub(crate) id: String,
    /// URL of the picture, fetched with the access token; absent once the picture is deleted.
    pub(crate) document_url: Option<String>,
    /// Type of the document.
    pub(crate) kyc_id_type: IdType,
    /// Time of submission.
    pub(crate) created_at: DateTime,
    /// Decision.
    pub(crate) approval_status: Approval,
    /// Part of the check that it proves.
    pub(crate) kyc_method: KycMethod,
    /// Reason for a rejection; absent otherwise.
    pub(crate) rejection_reason: Option<String>,
    /// Whether the picture is deleted because its retention has expired.
    pub(crate) purged: bool,
}

impl From<Document> for KycDocument {
    fn from(document: Document) -> Self {
        Self {
            document_url: document.file.as_ref().map(|_| address(&document.id)),
            kyc_id_type: document.id_type,
            created_at: document.created_at.into(),
            approval_status: document.approval,
            kyc_method: document.id_type.method(),
            rejection_reason: document.reason,
            purged: document.file.is_none(),
            id: document.id.0,
        }
    }
}

fn address(id: &ItemId) -> String {
    format!("/api/settings/kyc/file/{id}")
}

/// A document with its owner, for admins.
#[derive(Debug, Object)]
pub(crate) struct KycCase {
    /// The document.
    #[oai(flatten)]
    pub(crate) document: KycDocument,
    /// Id of the owner.
    pub(crate) user_id: UserId,
    /// First and last name of the owner; empty if they are gone.
    pub(crate) name: String,
}

impl From<Case> for KycCase {
    fn from(case: Case) -> Self {
        let Case { document, name } = case;
        Self { user_id: document.user_id.clone(), name, document: document.into() }
    }
}

/// Input of a decision.
#[derive(Debug, Object)]
pub(crate) struct KycDecisionBody {
    /// Reason, required to reject: 1 to 500 characters, shown to the owner.
    #[oai(validator(max_length = 500))]
    pub(crate) reason: Option<String>,
}

/// State of one part of the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "KycPart", rename_all = "snake_case")]
pub(crate) enum PartStatus {
    /// Nothing is submitted.
    Missing,
    /// A document awaits a decision.
    Pending,
    /// A document is approved.
    Approved,
    /// All documents so far are rejected.
    Rejected,
}

impl From<Option<Approval>> for PartStatus {
    fn from(approval: Option<Approval>) -> Self {
        match approval {
            None => Self::Missing,
            Some(Approval::Pending) => Self::Pending,
            Some(Approval::Approved) => Self::Approved,
            Some(Approval::Rejected) => Self::Rejected,
        }
    }
}

/// State of the email part, always completed: without it there is no account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "KycEmail", rename_all = "snake_case")]
pub(crate) enum EmailStatus {
    /// The email address is verified.
    Completed,
}

/// State of an identity check.
#[derive(Debug, Object)]
pub(crate) struct KycProgress {
    /// State of the email part.
    pub(crate) email: EmailStatus,
    /// State of the identity part.
    pub(crate) identity: PartStatus,
    /// State of the address part.
    pub(crate) utility: PartStatus,
    /// State of the whole check.
    pub(crate) kyc_status: KycStatus,
    /// Days from a decision to the deletion of a document's picture.
    pub(crate) retention_days: u16,
}

impl From<Progress> for KycProgress {
    fn from(progress: Progress) -> Self {
        let Progress { standing, retention_days } = progress;
        Self {
            email: EmailStatus::Completed,
            identity: standing.identity.into(),
            utility: standing.utility.into(),
            kyc_status: standing.status(),
            retention_days,
        }
    }
}
