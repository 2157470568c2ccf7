use poem_openapi::Object;
use sparkyard_kernel::{DateTime, ports::AgreementText as Text};

use crate::model::agreement::{
    AgreementOverview as Overview, AgreementRequest as Request, Consent, Edition, MemberAgreements,
    Occasion,
};

/// A text that members agree to.
#[derive(Object)]
struct AgreementText {
    /// Name of its page: `terms` or `privacy`.
    name: String,
    /// Title.
    title: String,
    /// Hash of title and text; texts that differ in spacing only have the same.
    version: String,
}

impl From<Text> for AgreementText {
    fn from(Text { name, title, version }: Text) -> Self {
        Self { name, title, version }
    }
}

fn texts(texts: Vec<Text>) -> Vec<AgreementText> {
    texts.into_iter().map(AgreementText::from).collect()
}

/// The texts as they were since a day.
#[derive(Object)]
struct AgreementEdition {
    /// Number, higher for later texts.
    edition: i64,
    /// The texts.
    texts: Vec<AgreementText>,
    /// Time at which the server saw them first, RFC 3339 in UTC.
    seen_at: DateTime,
    /// The request that members agree to them, if there was one.
    #[oai(skip_serializing_if_is_none)]
    request: Option<AgreementRequest>,
}

impl AgreementEdition {
    fn new(edition: Edition, request: Option<Request>) -> Self {
        Self {
            edition: edition.number,
            texts: texts(edition.texts),
            seen_at: edition.seen_at.into(),
            request: request.map(AgreementRequest::from),
        }
    }
}

/// A request of the operators that members agree to changed texts.
#[derive(Object)]
struct AgreementRequest {
    /// Changes of the texts, in words of the operators.
    changes: String,
    /// Time of the request, RFC 3339 in UTC.
    asked_at: DateTime,
    /// Time from which members who have not agreed can change nothing, RFC 3339 in UTC.
    due_at: DateTime,
}

impl From<Request> for AgreementRequest {
    fn from(request: Request) -> Self {
        let Request { changes, asked_at, due_at, .. } = request;
        Self { changes, asked_at: asked_at.into(), due_at: due_at.into() }
    }
}

/// A record that you agreed to texts.
#[derive(Object)]
struct ConsentRecord {
    /// The texts.
    texts: Vec<AgreementText>,
    /// Time at which you agreed, RFC 3339 in UTC.
    at: DateTime,
    /// Occasion on which you agreed.
    occasion: Occasion,
}

impl From<Consent> for ConsentRecord {
    fn from(consent: Consent) -> Self {
        let Consent { texts: agreed, at, occasion, .. } = consent;
        Self { texts: texts(agreed), at: at.into(), occasion }
    }
}

/// The texts that members agree to, and your agreement.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct Agreements {
    /// The current texts; left out where there are none.
    current: Option<AgreementEdition>,
    /// The request that you have not followed yet; left out if nothing is asked of you.
    due: Option<AgreementRequest>,
    /// Your consents, newest first. Empty for members who joined before they were recorded.
    consents: Vec<ConsentRecord>,
}

impl From<MemberAgreements> for Agreements {
    fn from(member: MemberAgreements) -> Self {
        let MemberAgreements { current, due, consents } = member;
        Self {
            current: current.map(|edition| AgreementEdition::new(edition, None)),
            due: due.map(AgreementRequest::from),
            consents: consents.into_iter().map(ConsentRecord::from).collect(),
        }
    }
}

/// Your agreement to the current texts.
#[derive(Object)]
pub(crate) struct Agreement {
    /// Number of the texts that you have read: `current.edition` of `get_agreements`.
    #[oai(validator(minimum(value = "1")))]
    pub(crate) edition: i64,
}

/// The texts that members agree to, as admins see them.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct AgreementOverview {
    /// Number of the current texts; left out where there are none.
    current: Option<i64>,
    /// The current texts and earlier ones, newest first, 20 at most.
    editions: Vec<AgreementEdition>,
    /// Number of active members who agreed to the current texts.
    agreed: u64,
    /// Number of active members.
    members: u64,
}

impl From<Overview> for AgreementOverview {
    fn from(overview: Overview) -> Self {
        let Overview { current, editions, agreed, members } = overview;
        let editions = editions.into_iter();
        Self {
            current: current.map(|edition| edition.number),
            editions: editions
                .map(|(edition, request)| AgreementEdition::new(edition, request))
                .collect(),
            agreed,
            members,
        }
    }
}

/// A request that members agree to the current texts.
#[derive(Object)]
pub(crate) struct AgreementRequestForm {
    /// Changes of the texts, in your words; 3 to 1000 characters.
    #[oai(validator(max_length = 4000))]
    pub(crate) changes: String,
    /// Days until members who have not agreed can change nothing, 1 to 90; 14 when left out.
    pub(crate) days: Option<u32>,
}
