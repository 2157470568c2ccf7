//! Texts that members agree to, and their consents.

use poem_openapi::Enum;
use sparkyard_kernel::{Timestamp, UserId, db::SurrealValue, ports::AgreementText};

/// The texts as they were since a start of the server.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Edition {
    /// Number, from 1; a later edition has a higher one.
    pub(crate) number: i64,
    pub(crate) texts: Vec<AgreementText>,
    pub(crate) seen_at: Timestamp,
}

impl Edition {
    /// Checks whether these are the texts of the edition.
    pub(crate) fn has(&self, texts: &[AgreementText]) -> bool {
        let versions = |texts: &[AgreementText]| -> Vec<(String, String)> {
            texts.iter().map(|text| (text.name.clone(), text.version.clone())).collect()
        };
        versions(&self.texts) == versions(texts)
    }
}

/// A request of an admin that members agree to an edition again.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct AgreementRequest {
    pub(crate) edition: i64,
    pub(crate) asked_by: UserId,
    pub(crate) asked_at: Timestamp,
    /// Time from which members who have not agreed can change nothing.
    pub(crate) due_at: Timestamp,
    /// Changes of the texts, in words for members.
    pub(crate) changes: String,
}

/// Occasion on which a member agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Occasion {
    /// Joining.
    Registration,
    /// Joining by an account elsewhere.
    Social,
    /// Joining by an invitation.
    Invitation,
    /// A request of an admin.
    Request,
    /// Joining on paper, as an admin recorded.
    Paper,
}

/// A record that a member agreed to an edition.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Consent {
    pub(crate) user_id: UserId,
    pub(crate) edition: i64,
    pub(crate) texts: Vec<AgreementText>,
    pub(crate) at: Timestamp,
    pub(crate) occasion: Occasion,
}

impl Consent {
    /// Records that `user` agrees to `edition` now.
    pub(crate) fn new(user: UserId, edition: &Edition, occasion: Occasion, at: Timestamp) -> Self {
        let (number, texts) = (edition.number, edition.texts.clone());
        Self { user_id: user, edition: number, texts, at, occasion }
    }
}

/// The texts, and what a member has to do with them.
pub(crate) struct MemberAgreements {
    /// `None` where there are no texts to agree to.
    pub(crate) current: Option<Edition>,
    /// The request that the member has not followed yet.
    pub(crate) due: Option<AgreementRequest>,
    /// Newest first.
    pub(crate) consents: Vec<Consent>,
}

/// The texts, and how many members agreed to them.
pub(crate) struct AgreementOverview {
    pub(crate) current: Option<Edition>,
    /// Editions of the past and the current one, newest first, each with its request.
    pub(crate) editions: Vec<(Edition, Option<AgreementRequest>)>,
    /// Members who agreed to the current edition.
    pub(crate) agreed: u64,
    pub(crate) members: u64,
}
