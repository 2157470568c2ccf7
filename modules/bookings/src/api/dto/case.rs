use poem_openapi::{Enum, Object};
use sparkyard_kernel::{
    BookingId, DateTime, ItemId, Price, UserId,
    ports::{LedgerLine, LedgerPlace, LedgerReason, WrittenMessage},
};

use super::{BookingView, DisputeView, Party, name, number};
use crate::model::{dispute::Case, people::Directory};

/// A dispute with all that an admin needs to decide it, but for what was said.
#[derive(Debug, Object)]
#[oai(rename = "DisputeCase")]
pub(crate) struct CaseView {
    /// The dispute.
    dispute: DisputeView,
    /// The booking that it is about.
    booking: BookingView,
    /// Who asked, with telephone and address for mail.
    client: Party,
    /// Who was asked, with telephone and address for mail.
    provider: Party,
    /// All that moved in the ledger for the booking, the first first.
    ledger: Vec<LedgerLineView>,
}

/// Money of a booking that moved.
#[derive(Debug, Object)]
#[oai(rename = "LedgerLine")]
pub(crate) struct LedgerLineView {
    /// When, RFC 3339.
    at: DateTime,
    /// Why: `Kept for the booking`.
    reason: String,
    /// From where, in words: `Maya Patel's wallet`.
    from: String,
    /// Where to, in words.
    to: String,
    /// How much.
    amount: f64,
    /// Of what.
    unit: LineUnit,
}

/// What a line of the ledger counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum LineUnit {
    /// Pounds.
    Gbp,
    /// Tokens.
    Spark,
}

/// What one of the two wrote to the other.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct CaseMessage {
    /// Identity of the message.
    id: ItemId,
    /// Who wrote it.
    sender_id: UserId,
    /// Their words; may be empty where a picture goes with it.
    content: String,
    /// Where the picture that goes with it is fetched from, with the access token.
    picture_url: Option<String>,
    /// When, RFC 3339.
    created_at: DateTime,
}

impl From<Case> for CaseView {
    fn from(case: Case) -> Self {
        let Case { dispute, booking, ledger } = case;
        let directory = booking.directory.clone();
        Self {
            client: Party::new(&booking.booking.client, &directory, true),
            provider: Party::new(&booking.booking.provider, &directory, true),
            ledger: ledger.iter().map(|line| told(line, &directory)).collect(),
            dispute: dispute.into(),
            booking: booking.into(),
        }
    }
}

impl CaseMessage {
    /// A message of the two parties of a booking.
    pub(crate) fn new(booking: BookingId, message: WrittenMessage) -> Self {
        let WrittenMessage { id, from, content, picture, at, .. } = message;
        let picture_url =
            picture.then(|| format!("/api/admin/disputes/{booking}/messages/{id}/picture"));
        Self { id, sender_id: from, content, picture_url, created_at: at.into() }
    }
}

fn told(line: &LedgerLine, directory: &Directory) -> LedgerLineView {
    let (amount, unit) = match line.amount {
        Price::Cash(cash) => (cash.minor(), LineUnit::Gbp),
        Price::Sparks(tokens) => (tokens.minor(), LineUnit::Spark),
    };
    LedgerLineView {
        at: line.at.into(),
        reason: match line.reason {
            LedgerReason::Hold => "Set aside for the request",
            LedgerReason::Escrow => "Kept for the booking",
            LedgerReason::Refund => "Given back to the client",
            LedgerReason::Release => "Paid to the provider",
        }
        .to_owned(),
        from: place(&line.from, directory),
        to: place(&line.to, directory),
        amount: number(amount),
        unit,
    }
}

fn place(place: &LedgerPlace, directory: &Directory) -> String {
    match place {
        LedgerPlace::Member(user) => {
            let (firstname, lastname) = name(user, directory);
            format!("{firstname} {lastname}'s wallet")
        }
        LedgerPlace::Hold => "Set aside".to_owned(),
        LedgerPlace::Escrow => "Kept until it is over".to_owned(),
        LedgerPlace::Elsewhere => "Outside the community".to_owned(),
    }
}
