use poem_openapi::{Enum, Multipart, Object};
use sparkyard_kernel::{BookingId, DateTime, PaymentMethod, UserId, multipart::Upload};

use super::{Party, number};
use crate::model::{Decision, machine::Outcome, seen::SeenDispute};

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
}

impl From<DecisionBody> for Decision {
    fn from(body: DecisionBody) -> Self {
        let DecisionBody { outcome, provider_share } = body;
        Self { outcome, provider_share }
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
        let SeenDispute { dispute, booking, directory } = seen;
        let file = dispute.file.is_some();
        Self {
            id: dispute.booking.to_string(),
            booking_id: dispute.booking,
            title: booking.title,
            message: dispute.message,
            opened_by: dispute.opened_by,
            status: match dispute.decision {
                None => DisputeStatus::Open,
                Some(_) => DisputeStatus::Resolved,
            },
            outcome: dispute.decision.map(|decision| decision.outcome),
            provider_share: dispute.decision.and_then(|decision| decision.provider_share),
            file_url: file.then(|| format!("/api/dispute/{}/file", dispute.booking)),
            payment_method: booking.method,
            price: number(booking.price_minor),
            client: Party::new(&booking.client, &directory, false),
            provider: Party::new(&booking.provider, &directory, false),
            created_at: dispute.created_at.into(),
        }
    }
}
