//! Decisions of admins on documents.

use poem_openapi::Enum;
use sparkyard_kernel::{
    ItemId, Timestamp,
    audit::AuditEntry,
    db::{Fragment, Topic},
    events::kyc::{APPROVED, DocumentDecided, REJECTED},
    ports::MailMessage,
};

use super::Approval;

/// Decision of an admin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "KycDecision", rename_all = "snake_case")]
pub(crate) enum Decision {
    /// Accepts the document as proof.
    Approve,
    /// Does not accept the document.
    Reject,
}

impl Decision {
    /// Returns the resulting approval.
    pub(crate) const fn approval(self) -> Approval {
        match self {
            Self::Approve => Approval::Approved,
            Self::Reject => Approval::Rejected,
        }
    }

    /// Returns the event topic, whose name is also the action in the audit log.
    pub(crate) const fn topic(self) -> Topic<DocumentDecided> {
        match self {
            Self::Approve => APPROVED,
            Self::Reject => REJECTED,
        }
    }

    /// Returns the template of the email to the owner.
    pub(crate) const fn mail(self) -> &'static str {
        match self {
            Self::Approve => "kyc/approved",
            Self::Reject => "kyc/rejected",
        }
    }
}

/// A decision and its side effects, written in one transaction.
pub(crate) struct DecisionRecord<'a> {
    pub(crate) id: &'a ItemId,
    pub(crate) approval: Approval,
    pub(crate) reason: Option<String>,
    pub(crate) at: Timestamp,
    /// New sort key in the list of documents with this approval.
    pub(crate) place: String,
    pub(crate) audit: AuditEntry<'a>,
    /// Stores a rejection, so that the owner may appeal.
    pub(crate) appealable: Option<Fragment>,
    /// Topic and id of the event.
    pub(crate) event: (Topic<DocumentDecided>, String),
    pub(crate) decided: DocumentDecided,
    pub(crate) mail: Option<(String, MailMessage)>,
}
