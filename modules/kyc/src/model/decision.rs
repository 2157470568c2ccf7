//! What admins decide about documents.

use poem_openapi::Enum;
use sparkyard_kernel::{
    ItemId, Timestamp,
    audit::AuditEntry,
    db::Topic,
    events::kyc::{APPROVED, DocumentDecided, REJECTED},
    ports::MailMessage,
};

use super::Approval;

/// What admins can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "KycDecision", rename_all = "snake_case")]
pub(crate) enum Decision {
    /// The paper proves what it is to prove.
    Approve,
    /// It does not.
    Reject,
}

impl Decision {
    /// What it makes of the document.
    pub(crate) const fn approval(self) -> Approval {
        match self {
            Self::Approve => Approval::Approved,
            Self::Reject => Approval::Rejected,
        }
    }

    /// The event; the entry in the audit log is called the same.
    pub(crate) const fn topic(self) -> Topic<DocumentDecided> {
        match self {
            Self::Approve => APPROVED,
            Self::Reject => REJECTED,
        }
    }

    /// The mail that tells the owner.
    pub(crate) const fn mail(self) -> &'static str {
        match self {
            Self::Approve => "kyc/approved",
            Self::Reject => "kyc/rejected",
        }
    }
}

/// A decision with all that goes with it, for one write.
pub(crate) struct DecisionRecord<'a> {
    pub(crate) id: &'a ItemId,
    pub(crate) approval: Approval,
    pub(crate) reason: Option<String>,
    pub(crate) at: Timestamp,
    /// Where the document stands from now on in the list of its approval.
    pub(crate) place: String,
    pub(crate) audit: AuditEntry<'a>,
    /// The event, and its id.
    pub(crate) event: (Topic<DocumentDecided>, String),
    pub(crate) decided: DocumentDecided,
    pub(crate) mail: Option<(String, MailMessage)>,
}
