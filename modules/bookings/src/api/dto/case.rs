use poem_openapi::{Enum, Object};
use sparkyard_kernel::{
    BookingId, DateTime, ItemId, Price, UserId,
    ports::{LedgerLine, LedgerPlace, LedgerReason, WrittenMessage},
};

use super::{BookingView, DisputeView, Party, name, number};
use crate::model::{dispute::Case, people::Directory};

/// A dispute with everything an admin needs to decide it, except the statements.
#[derive(Debug, Object)]
#[oai(rename = "DisputeCase")]
pub(crate) struct CaseView {
    /// The dispute.
    dispute: DisputeView,
    /// The disputed booking.
    booking: BookingView,
    /// The client, with telephone number and email address.
    client: Party,
    /// The provider, with telephone number and email address.
    provider: Party,
    /// All ledger entries of the booking, oldest first.
    ledger: Vec<LedgerLineView>,
}

/// A ledger entry of a booking.
#[derive(Debug, Object)]
#[oai(rename = "LedgerLine")]
pub(crate) struct LedgerLineView {
    /// Time of the entry, RFC 3339.
    at: DateTime,
    /// Reason in words, such as `Kept for the booking`.
    reason: String,
    /// Source in words, such as `Maya Patel's wallet`.
    from: String,
    /// Destination in words.
    to: String,
    /// Amount, in `unit`.
    amount: f64,
    /// Unit of the amount.
    unit: LineUnit,
}

/// Unit of a ledger entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum LineUnit {
    /// Pounds.
    Gbp,
    /// Tokens.
    Spark,
}

/// A message between the two parties of a booking.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct CaseMessage {
    /// Id of the message.
    id: ItemId,
    /// Member id of the sender.
    sender_id: UserId,
    /// Text; may be empty if there is a picture.
    content: String,
    /// URL of the picture; needs the access token.
    picture_url: Option<String>,
    /// Time of the message, RFC 3339.
    created_at: DateTime,
}

impl From<Case> for CaseView {
    fn from(case: Case) -> Self {
        let Case { dispute, booking, ledger } = case;
        let directory = booking.directory.clone();
        Self {
            client: Party::new(&booking.booking.client, &directory, true),
            provider: Party::new(&booking.booking.provider, &directory, true),
            ledger: ledger.iter().map(|line| ledger_line(line, &directory)).collect(),
            dispute: dispute.into(),
            booking: booking.into(),
        }
    }
}

impl CaseMessage {
    /// Converts a message between the parties of a booking.
    pub(crate) fn new(booking: BookingId, message: WrittenMessage) -> Self {
        let WrittenMessage { id, from, content, picture, at, .. } = message;
        let picture_url =
            picture.then(|| format!("/api/admin/disputes/{booking}/messages/{id}/picture"));
        Self { id, sender_id: from, content, picture_url, created_at: at.into() }
    }
}

fn ledger_line(line: &LedgerLine, directory: &Directory) -> LedgerLineView {
    let (amount, unit) = match line.amount {
        Price::Cash(cash) => (cash.minor(), LineUnit::Gbp),
        Price::Sparks(tokens) => (tokens.minor(), LineUnit::Spark),
    };
    LedgerLineView {
        at: line.at.into(),
        reason: match line.reason {
            LedgerReason::Hold => "Set aside for the request",
            LedgerReason::Escrow => "Kept for the booking",
            LedgerReason::Refund => "Given back to the neighbour who booked",
            LedgerReason::Release => "Paid to the neighbour who helped",
            LedgerReason::Expenses => "Expenses paid to the neighbour who helped",
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
