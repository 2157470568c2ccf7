//! What is sent and what is shown.

mod forms;

use poem_openapi::{Enum, Object};
use sparkyard_kernel::{
    DateTime, ItemId, UserId,
    ports::{KycMethod, KycStatus},
};

use crate::model::{Approval, Case, Document, IdType, Progress};

pub(crate) use forms::{IdentityForm, UtilityForm};

/// A document that was handed in.
#[derive(Debug, Object)]
pub(crate) struct KycDocument {
    /// Its id.
    pub(crate) id: String,
    /// Where its picture is read, with the access token; left out once that is deleted.
    pub(crate) document_url: Option<String>,
    /// Which document it is.
    pub(crate) kyc_id_type: IdType,
    /// When it was handed in.
    pub(crate) created_at: DateTime,
    /// What was decided about it.
    pub(crate) approval_status: Approval,
    /// What it is to prove.
    pub(crate) kyc_method: KycMethod,
    /// Why it was rejected; left out otherwise.
    pub(crate) rejection_reason: Option<String>,
    /// Whether its picture is deleted because the decision is long past.
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

/// A document and whose it is, for admins.
#[derive(Debug, Object)]
pub(crate) struct KycCase {
    /// The document.
    #[oai(flatten)]
    pub(crate) document: KycDocument,
    /// Whose it is.
    pub(crate) user_id: UserId,
    /// Their first and last name; empty if they are gone.
    pub(crate) name: String,
}

impl From<Case> for KycCase {
    fn from(case: Case) -> Self {
        let Case { document, name } = case;
        Self { user_id: document.user_id.clone(), name, document: document.into() }
    }
}

/// Why something was decided.
#[derive(Debug, Object)]
pub(crate) struct KycDecisionBody {
    /// Required to reject: 1 to 500 characters, which the owner reads.
    #[oai(validator(max_length = 500))]
    pub(crate) reason: Option<String>,
}

/// How far one part of the check has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "KycPart", rename_all = "snake_case")]
pub(crate) enum PartStatus {
    /// Nothing is handed in.
    Missing,
    /// A document waits to be looked at.
    Pending,
    /// A document proves it.
    Approved,
    /// No document proved it so far.
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

/// What the email part of the check is: done, or there would be no account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "KycEmail", rename_all = "snake_case")]
pub(crate) enum EmailStatus {
    /// The address is proven.
    Completed,
}

/// What the whole check comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "KycOutcome", rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// Identity and address are proven.
    Verified,
    /// They are not.
    Unverified,
}

/// How far an identity check has come.
#[derive(Debug, Object)]
pub(crate) struct KycProgress {
    /// The email address.
    pub(crate) email: EmailStatus,
    /// Who they are.
    pub(crate) identity: PartStatus,
    /// Where they live.
    pub(crate) utility: PartStatus,
    /// The whole.
    pub(crate) kyc_status: Outcome,
    /// Days after a decision until the picture of a document is deleted.
    pub(crate) retention_days: u16,
}

impl From<Progress> for KycProgress {
    fn from(progress: Progress) -> Self {
        let Progress { standing, retention_days } = progress;
        Self {
            email: EmailStatus::Completed,
            identity: standing.identity.into(),
            utility: standing.utility.into(),
            kyc_status: match standing.status() {
                KycStatus::Verified => Outcome::Verified,
                KycStatus::Pending | KycStatus::None => Outcome::Unverified,
            },
            retention_days,
        }
    }
}
