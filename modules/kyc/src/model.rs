//! Documents and their approval.

pub(crate) mod decision;

use poem_openapi::Enum;
use sparkyard_kernel::{
    ItemId, Timestamp, UserId,
    ports::{KycMethod, KycStatus},
};
use surrealdb::types::SurrealValue;

/// Maximum number of stored documents per member and kind.
pub(crate) const MAX_DOCUMENTS: i64 = 10;

/// Type of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "KycIdType", rename_all = "kebab-case")]
#[surreal(rename_all = "kebab-case", untagged)]
pub(crate) enum IdType {
    ResidencePermit,
    DrivingLicense,
    InternationalPassport,
    UtilityBill,
}

impl IdType {
    /// Returns the name for use in sentences.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::ResidencePermit => "residence permit",
            Self::DrivingLicense => "driving licence",
            Self::InternationalPassport => "passport",
            Self::UtilityBill => "utility bill",
        }
    }

    /// Returns the part of the check that such a document proves.
    pub(crate) const fn method(self) -> KycMethod {
        match self {
            Self::UtilityBill => KycMethod::Utility,
            _ => KycMethod::Identity,
        }
    }
}

/// Decision on a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "KycApproval", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Approval {
    /// Not decided yet.
    Pending,
    /// Accepted as proof.
    Approved,
    /// Not accepted.
    Rejected,
}

/// A submitted document.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) id: ItemId,
    pub(crate) user_id: UserId,
    pub(crate) id_type: IdType,
    /// Key of the picture; `None` once purged.
    pub(crate) file: Option<String>,
    pub(crate) approval: Approval,
    /// Reason for a rejection.
    pub(crate) reason: Option<String>,
    pub(crate) created_at: Timestamp,
    /// Sort key in the list of documents with the same approval.
    pub(crate) place: String,
}

/// Combined result of a member's documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Best approval of the identity documents; `None` without any.
    pub(crate) identity: Option<Approval>,
    /// Best approval of the proofs of address; `None` without any.
    pub(crate) utility: Option<Approval>,
}

impl Standing {
    /// Adds one document.
    pub(crate) fn with(mut self, method: KycMethod, approval: Approval) -> Self {
        let best = match method {
            KycMethod::Identity => &mut self.identity,
            KycMethod::Utility => &mut self.utility,
        };
        let worth = |approval: Option<Approval>| match approval {
            None => 0,
            Some(Approval::Rejected) => 1,
            Some(Approval::Pending) => 2,
            Some(Approval::Approved) => 3,
        };
        if worth(Some(approval)) > worth(*best) {
            *best = Some(approval);
        }
        self
    }

    /// Returns the state of the whole check.
    pub(crate) fn status(self) -> KycStatus {
        let both = [self.identity, self.utility];
        if both == [Some(Approval::Approved); 2] {
            KycStatus::Verified
        } else if both.contains(&Some(Approval::Pending)) {
            KycStatus::Pending
        } else {
            KycStatus::None
        }
    }
}

/// State of an identity check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    pub(crate) standing: Standing,
    /// Days after a decision until the picture of a document is deleted.
    pub(crate) retention_days: u16,
}

/// A document with its owner's name; the name is empty if the owner is gone.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) document: Document,
    pub(crate) name: String,
}
