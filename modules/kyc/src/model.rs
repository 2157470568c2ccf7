//! A document, and what was decided about it.

pub(crate) mod decision;

use poem_openapi::Enum;
use sparkyard_kernel::{
    ItemId, Timestamp, UserId,
    ports::{KycMethod, KycStatus},
};
use surrealdb::types::SurrealValue;

/// Documents of each kind that one member can have here at a time.
pub(crate) const MAX_DOCUMENTS: i64 = 10;

/// Which paper it is.
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
    /// As sentences name it.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::ResidencePermit => "residence permit",
            Self::DrivingLicense => "driving licence",
            Self::InternationalPassport => "passport",
            Self::UtilityBill => "utility bill",
        }
    }

    /// What such a document proves.
    pub(crate) const fn method(self) -> KycMethod {
        match self {
            Self::UtilityBill => KycMethod::Utility,
            _ => KycMethod::Identity,
        }
    }
}

/// What was decided about a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "KycApproval", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Approval {
    /// Nothing yet.
    Pending,
    /// It proves what it is to prove.
    Approved,
    /// It does not.
    Rejected,
}

/// A document that somebody handed in.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) id: ItemId,
    pub(crate) user_id: UserId,
    pub(crate) id_type: IdType,
    /// Key of its picture, until that is purged.
    pub(crate) file: Option<String>,
    pub(crate) approval: Approval,
    /// Why it was rejected.
    pub(crate) reason: Option<String>,
    pub(crate) created_at: Timestamp,
    /// Where it stands in the list of its approval.
    pub(crate) place: String,
}

/// What the documents of one member, each with its method and approval, add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// The best of what proves who they are; `None` without any.
    pub(crate) identity: Option<Approval>,
    /// The best of what proves where they live.
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

    /// How far the whole check has come.
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

/// How far an identity check has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    pub(crate) standing: Standing,
    /// Days after a decision until the picture of a document is deleted.
    pub(crate) retention_days: u16,
}

/// A document with the name of its owner; empty if they are gone.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) document: Document,
    pub(crate) name: String,
}
