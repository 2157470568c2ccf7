use poem_openapi::{Enum, Multipart, Object};
use sparkyard_kernel::{BookingId, DateTime, ItemId, PaymentMethod, UserId, multipart::Upload};

use super::{Party, SettlementView, name, number, whole_name};
use crate::model::{
    Decision,
    dispute::Part,
    machine::Outcome,
    seen::{DisputeForViewer, StatementForViewer},
};

/// A new dispute about a booking.
#[derive(Debug, Multipart)]
pub(crate) struct DisputeForm {
    /// The booking's number.
    #[oai(rename = "bookingId")]
    pub(crate) booking_id: BookingId,
    /// Description of what happened, at most 2000 characters.
    #[oai(validator(max_length = 2000))]
    pub(crate) message: String,
    /// Supporting file, up to 10 MB; readable only by the two parties and admins. Pictures are
    /// stored without metadata. 415 for a video, or for a picture other than JPEG, PNG, WebP or
    /// HEIC.
    pub(crate) file: Option<Upload>,
}

/// An admin's decision.
#[derive(Debug, Object)]
pub(crate) struct DecisionBody {
    /// `release` pays the provider in full, `refund` the client; `split` divides by
    /// `provider_share`.
    outcome: Outcome,
    /// For a split: the provider's share in percent, 0 to 100, rounded half up to hundredths.
    #[oai(validator(minimum(value = "0"), maximum(value = "100")))]
    provider_share: Option<u32>,
    /// Reason, at most 2000 characters; shown to both parties.
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
    /// Description of what happened, by the party that opened the dispute.
    message: String,
    /// Member id of the party that opened it; none if it was opened when the booking fell due with
    /// a party suspended.
    opened_by: Option<UserId>,
    /// Whether the dispute awaits a decision.
    status: DisputeStatus,
    /// Decision, if there is one.
    outcome: Option<Outcome>,
    /// The provider's share in percent, for a split.
    provider_share: Option<u32>,
    /// Reason for the decision.
    reason: Option<String>,
    /// Time of the decision, RFC 3339.
    resolved_at: Option<DateTime>,
    /// Division of the money, once decided; left out if the booking had no price.
    settlement: Option<SettlementView>,
    /// Number of statements.
    statements: i64,
    /// Time by which the other party is asked for their side, RFC 3339; left out once they have
    /// given it.
    answer_by: Option<DateTime>,
    /// Whether the caller is a party, and so cannot decide the dispute.
    own: bool,
    /// URL of the file; needs the access token.
    file_url: Option<String>,
    /// Payment method of the booking.
    payment_method: PaymentMethod,
    /// Price of the booking, in pounds or tokens.
    price: f64,
    /// The client.
    client: Party,
    /// The provider.
    provider: Party,
    /// Time when the dispute was opened, RFC 3339.
    created_at: DateTime,
}

/// State of a dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum DisputeStatus {
    /// Awaiting a decision.
    Open,
    /// Decided.
    Resolved,
}

impl From<DisputeForViewer> for DisputeView {
    fn from(seen: DisputeForViewer) -> Self {
        let DisputeForViewer { dispute, booking, directory, own } = seen;
        let file = dispute.file.is_some();
        let answer_by = dispute.answer_by().map(DateTime::from);
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
            answer_by,
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

/// A new statement in a dispute.
#[derive(Debug, Multipart)]
pub(crate) struct StatementForm {
    /// Text, at most 2000 characters.
    #[oai(validator(max_length = 2000))]
    pub(crate) message: String,
    /// A UUID chosen by the client, as idempotency key: a repeated statement is stored once.
    #[oai(rename = "clientId", validator(max_length = 64))]
    pub(crate) client_id: Option<String>,
    /// Supporting file, up to 10 MB; readable only by the two parties and admins. Pictures are
    /// stored without metadata. 415 for a video, or for a picture other than JPEG, PNG, WebP or
    /// HEIC.
    pub(crate) file: Option<Upload>,
}

/// A statement made after a dispute was opened.
#[derive(Debug, Object)]
#[oai(rename = "DisputeStatement", skip_serializing_if_is_none)]
pub(crate) struct StatementView {
    /// Id of the statement.
    id: ItemId,
    /// Part of the author in the dispute.
    part: Part,
    /// Whether the caller is the author.
    own: bool,
    /// First name of the author; left out for staff.
    name: Option<String>,
    /// Name of the member who wrote it for the author, as their delegate.
    delegate: Option<String>,
    /// Text of the statement.
    message: String,
    /// URL of the file; needs the access token.
    file_url: Option<String>,
    /// Time of the statement, RFC 3339.
    created_at: DateTime,
}

impl From<StatementForViewer> for StatementView {
    fn from(seen: StatementForViewer) -> Self {
        let StatementForViewer { statement, directory, own } = seen;
        let path =
            || format!("/api/dispute/{}/statements/{}/file", statement.booking, statement.id);
        let named = statement.part != Part::Staff;
        Self {
            file_url: statement.file.is_some().then(path),
            part: statement.part,
            own,
            name: named.then(|| name(&statement.author, &directory).0),
            delegate: statement.delegate.map(|delegate| whole_name(&delegate, &directory)),
            message: statement.message,
            created_at: statement.at.into(),
            id: statement.id,
        }
    }
}
