use poem_openapi::{Enum, Multipart, Object};
use sparkyard_kernel::{BookingId, DateTime, ItemId, PaymentMethod, UserId, multipart::Upload};

use super::{Party, SettlementView, name, number};
use crate::model::{
    Decision,
    dispute::Part,
    machine::Outcome,
    seen::{SeenDispute, SeenStatement},
};

/// What is wrong with a booking.
#[derive(Debug, Multipart)]
pub(crate) struct DisputeForm {
    /// The booking's number.
    #[oai(rename = "bookingId")]
    pub(crate) booking_id: BookingId,
    /// What happened, at most 2000 characters.
    #[oai(validator(max_length = 2000))]
    pub(crate) message: String,
    /// Anything that helps to explain, up to 10 MB; only the two parties and admins can read it.
    pub(crate) file: Option<Upload>,
}

/// An admin's decision.
#[derive(Debug, Object)]
pub(crate) struct DecisionBody {
    /// `release`: the provider gets everything. `refund`: the client does. `split`: see
    /// `provider_share`.
    outcome: Outcome,
    /// For a split: percent for the provider, 0 to 100, half a hundredth rounded up.
    #[oai(validator(minimum(value = "0"), maximum(value = "100")))]
    provider_share: Option<u32>,
    /// Why, at most 2000 characters; both parties read it.
    #[oai(validator(max_length = 2000))]
    reason: String,
}

impl From<DecisionBody> for Decision {
    fn from(body: DecisionBody) -> Self {
        let DecisionBody { outcome, provider_share, reason } = body;
        Self { outcome, provider_share, reason: Some(reason) }
    }
}

/// A dispute about a booking.
#[derive(Debug, Object)]
#[oai(rename = "Dispute", skip_serializing_if_is_none)]
pub(crate) struct DisputeView {
    /// The booking's number as text.
    id: String,
    /// The booking.
    #[oai(rename = "bookingId")]
    booking_id: BookingId,
    /// The booking's title.
    title: String,
    /// What is wrong, in the words of whom it was opened by.
    message: String,
    /// Who opened it; nobody when the time of a booking was up whose one party is suspended.
    opened_by: Option<UserId>,
    /// Whether it waits for a decision.
    status: DisputeStatus,
    /// How it was decided.
    outcome: Option<Outcome>,
    /// Percent for the provider, when it was split.
    provider_share: Option<u32>,
    /// Why it was decided so.
    reason: Option<String>,
    /// When it was decided, RFC 3339.
    resolved_at: Option<DateTime>,
    /// How the money was divided, once it is decided; nothing where the booking had no price.
    settlement: Option<SettlementView>,
    /// How many answers there are.
    statements: i64,
    /// Whether the caller is one of the two, and so cannot decide it.
    own: bool,
    /// Where the file is fetched from, with the access token.
    file_url: Option<String>,
    /// How the booking was paid.
    payment_method: PaymentMethod,
    /// The booking's price, in pounds or tokens.
    price: f64,
    /// Who asked.
    client: Party,
    /// Who was asked.
    provider: Party,
    /// When it was opened, RFC 3339.
    created_at: DateTime,
}

/// Whether a dispute waits for a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum DisputeStatus {
    /// It does.
    Open,
    /// It has been decided.
    Resolved,
}

impl From<SeenDispute> for DisputeView {
    fn from(seen: SeenDispute) -> Self {
        let SeenDispute { dispute, booking, directory, own } = seen;
        let file = dispute.file.is_some();
        let decision = dispute.decision;
        Self {
            id: dispute.booking.to_string(),
            booking_id: dispute.booking,
            title: booking.title,
            message: dispute.message,
            opened_by: dispute.opened_by,
            status: match &decision {
                None => DisputeStatus::Open,
                Some(_) => DisputeStatus::Resolved,
            },
            outcome: decision.as_ref().map(|decision| decision.outcome),
            provider_share: decision.as_ref().and_then(|decision| decision.provider_share),
            settlement: booking.settled.filter(|_| decision.is_some()).map(SettlementView::from),
            reason: decision.and_then(|decision| decision.reason),
            resolved_at: dispute.resolved_at.map(DateTime::from),
            statements: dispute.statements,
            own,
            file_url: file.then(|| format!("/api/dispute/{}/file", dispute.booking)),
            payment_method: booking.method,
            price: number(booking.price_minor),
            client: Party::new(&booking.client, &directory, false),
            provider: Party::new(&booking.provider, &directory, false),
            created_at: dispute.created_at.into(),
        }
    }
}

/// What somebody says in a dispute.
#[derive(Debug, Multipart)]
pub(crate) struct StatementForm {
    /// Their words, at most 2000 characters.
    #[oai(validator(max_length = 2000))]
    pub(crate) message: String,
    /// A UUID of the sender's choice: what is sent again under the same one is kept once.
    #[oai(rename = "clientId", validator(max_length = 64))]
    pub(crate) client_id: Option<String>,
    /// Anything that helps to explain, up to 10 MB; only the two parties and admins can read it.
    pub(crate) file: Option<Upload>,
}

/// What somebody said in a dispute after it was opened.
#[derive(Debug, Object)]
#[oai(rename = "DisputeStatement", skip_serializing_if_is_none)]
pub(crate) struct StatementView {
    /// Identity of the statement.
    id: ItemId,
    /// In what part it was said.
    part: Part,
    /// Whether the caller said it.
    own: bool,
    /// The first name of whoever said it; of staff nobody is named.
    name: Option<String>,
    /// Their words.
    message: String,
    /// Where the file is fetched from, with the access token.
    file_url: Option<String>,
    /// When, RFC 3339.
    created_at: DateTime,
}

impl From<SeenStatement> for StatementView {
    fn from(seen: SeenStatement) -> Self {
        let SeenStatement { statement, directory, own } = seen;
        let path =
            || format!("/api/dispute/{}/statements/{}/file", statement.booking, statement.id);
        let named = statement.part != Part::Staff;
        Self {
            file_url: statement.file.is_some().then(path),
            part: statement.part,
            own,
            name: named.then(|| name(&statement.author, &directory).0),
            message: statement.message,
            created_at: statement.at.into(),
            id: statement.id,
        }
    }
}
