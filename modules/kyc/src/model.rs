//! What a paper is.

use poem_openapi::Enum;
use sparkyard_kernel::{Timestamp, UserId, ports::KycStatus};

/// Papers of each kind that one member can have here at a time.
pub(crate) const MAX_PAPERS: i64 = 10;

/// What a paper is to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "KycMethod", rename_all = "snake_case")]
pub(crate) enum Method {
    /// Who somebody is.
    Identity,
    /// Where they live.
    Utility,
}

impl Method {
    const ALL: [Self; 2] = [Self::Identity, Self::Utility];

    /// As stored and sent.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Utility => "utility",
        }
    }

    /// The method called `text`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.as_str() == text)
    }
}

/// Which paper it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "KycIdType", rename_all = "kebab-case")]
pub(crate) enum IdType {
    ResidencePermit,
    DrivingLicense,
    InternationalPassport,
    UtilityBill,
}

impl IdType {
    const ALL: [Self; 4] = [
        Self::ResidencePermit,
        Self::DrivingLicense,
        Self::InternationalPassport,
        Self::UtilityBill,
    ];

    /// As stored and sent.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::ResidencePermit => "residence-permit",
            Self::DrivingLicense => "driving-license",
            Self::InternationalPassport => "international-passport",
            Self::UtilityBill => "utility-bill",
        }
    }

    /// As sentences name it.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::ResidencePermit => "residence permit",
            Self::DrivingLicense => "driving licence",
            Self::InternationalPassport => "passport",
            Self::UtilityBill => "utility bill",
        }
    }

    /// The type called `text`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// What such a paper proves.
    pub(crate) const fn method(self) -> Method {
        match self {
            Self::UtilityBill => Method::Utility,
            _ => Method::Identity,
        }
    }
}

/// What was decided about a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "KycApproval", rename_all = "snake_case")]
pub(crate) enum Approval {
    /// Nothing yet.
    Pending,
    /// It proves what it is to prove.
    Approved,
    /// It does not.
    Rejected,
}

impl Approval {
    const ALL: [Self; 3] = [Self::Pending, Self::Approved, Self::Rejected];

    /// As stored and sent.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
        }
    }

    /// The decision called `text`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|approval| approval.as_str() == text)
    }
}

/// A paper that somebody handed in.
#[derive(Clone, Debug)]
pub(crate) struct Paper {
    pub(crate) id: String,
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

/// What the papers of one member, each with its method and approval, add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// The best of what proves who they are; `None` without any.
    pub(crate) identity: Option<Approval>,
    /// The best of what proves where they live.
    pub(crate) utility: Option<Approval>,
}

impl Standing {
    /// Adds one paper.
    pub(crate) fn with(mut self, method: Method, approval: Approval) -> Self {
        let best = match method {
            Method::Identity => &mut self.identity,
            Method::Utility => &mut self.utility,
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
