//! Request and response bodies, as their viewer sees them.

mod availability;
mod booking;
mod calendar;
mod case;
mod dispute;
mod expenses;
mod proposal;
mod review;
mod together;
mod waiting;

use poem_openapi::{Enum, Object};
use sparkyard_kernel::{CancellationPolicy, DateTime, UserId, ports::EscrowSplit};

use crate::model::{people::Directory, pricing::Quote};

pub(crate) use availability::{
    AskRefusal, AvailabilityChange, AvailabilityView, BookingPermission, FreeTimeView,
};
pub(crate) use booking::{BookingForm, BookingView, Confirmation, ConfirmedStatus};
pub(crate) use calendar::CalendarAddressView;
pub(crate) use case::{CaseMessage, CaseView};
pub(crate) use dispute::{DecisionBody, DisputeForm, DisputeView, StatementForm, StatementView};
pub(crate) use expenses::{
    ConfirmedExpensesBody, DeclinedExpensesBody, ExpensesView, NewExpensesBody,
};
pub(crate) use proposal::{AnswerBody, DeclinedTimeBody, NewTimeBody, SeenTimeBody};
pub(crate) use review::{ReviewBody, ReviewRemovalBody, ReviewReplyBody, ReviewView};
pub(crate) use together::BookingTogether;
pub(crate) use waiting::{IncomingPayment, WaitingBookings};

/// A party to a booking.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct Party {
    /// Member id.
    id: UserId,
    /// First name.
    firstname: String,
    /// Last name.
    lastname: String,
    /// Root-relative path of the picture.
    photourl: Option<String>,
    /// Telephone number, from acceptance until 30 days after the booking closed; only until it
    /// closed if either party blocks the other.
    phone: Option<String>,
    /// Email address, shared like the telephone number.
    email: Option<String>,
    /// City; may be empty.
    location: String,
    /// Whether they have left, so that there is no profile.
    left: bool,
}

/// Division of a booking's money, actual or hypothetical; in pounds, or in tokens if it is paid in
/// tokens.
#[derive(Debug, Object)]
#[oai(rename = "Settlement")]
pub(crate) struct SettlementView {
    /// Amount refunded to the client.
    to_client: f64,
    /// Amount paid to the provider.
    to_provider: f64,
}

impl From<EscrowSplit> for SettlementView {
    fn from(split: EscrowSplit) -> Self {
        let EscrowSplit { to_client, to_provider } = split;
        Self { to_client: number(to_client), to_provider: number(to_provider) }
    }
}

/// A client's loss when cancelling an accepted booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(remote = "CancellationPolicy", rename_all = "snake_case")]
pub(crate) enum BookingPolicy {
    /// Nothing.
    Flexible,
    /// Half within 24 hours of the date.
    Moderate,
    /// Half within 72 hours of the date.
    Strict,
}

/// A price that has not been paid.
#[derive(Debug, Object)]
#[oai(rename = "Quote", skip_serializing_if_is_none)]
pub(crate) struct QuoteView {
    /// Price in pounds.
    price: f64,
    /// Price in tokens, if paid in tokens.
    spark_token: f64,
    /// Length of the booking in hours.
    hours: u32,
    /// Cancellation policy after acceptance.
    cancellation_policy: BookingPolicy,
    /// Deadline for the provider's answer to a request for `booking_date`, RFC 3339.
    answer_until: Option<DateTime>,
    /// Deadline for the answer if the request is paid by card, whose authorisation ends sooner;
    /// RFC 3339.
    card_answer_until: Option<DateTime>,
    /// Deadline for cancelling an accepted booking on `booking_date` free of charge, RFC 3339;
    /// before acceptance cancelling is always free.
    full_refund_until: Option<DateTime>,
    /// The reason, if you may not ask this provider.
    refusal: Option<AskRefusal>,
}

impl From<Quote> for QuoteView {
    fn from(quote: Quote) -> Self {
        Self {
            price: number(quote.price.minor()),
            spark_token: number(quote.price.in_sparks().minor()),
            hours: quote.hours,
            cancellation_policy: quote.policy.into(),
            answer_until: quote.terms.map(|terms| terms.answer_until.into()),
            card_answer_until: quote.terms.map(|terms| terms.answer_by_card.into()),
            full_refund_until: quote.terms.map(|terms| terms.full_refund_until.into()),
            refusal: quote.refused_by.map(AskRefusal::from),
        }
    }
}

impl Party {
    fn new(user: &UserId, directory: &Directory, contact: bool) -> Self {
        let person = directory.person(user);
        let account = directory.account(user).filter(|_| contact);
        let (firstname, lastname) = name(user, directory);
        let phone = person.filter(|_| contact).map(|person| person.phone.clone());
        Self {
            id: user.clone(),
            firstname,
            lastname,
            photourl: person.and_then(|person| person.photourl.clone()),
            phone: phone.filter(|phone| !phone.is_empty()),
            email: account.and_then(|account| account.address()).map(str::to_owned),
            location: person.map_or_else(String::new, |person| person.location.clone()),
            left: person.is_none(),
        }
    }
}

/// Returns the first and last name; former members keep no name.
fn name(user: &UserId, directory: &Directory) -> (String, String) {
    match directory.person(user) {
        Some(person) => (person.firstname.clone(), person.lastname.clone()),
        None => ("Former".to_owned(), "member".to_owned()),
    }
}

/// Returns the first and last name in one.
fn whole_name(user: &UserId, directory: &Directory) -> String {
    let (firstname, lastname) = name(user, directory);
    format!("{firstname} {lastname}").trim().to_owned()
}

/// Converts hundredths to whole units.
fn number(minor: i64) -> f64 {
    // Below 2^53 hundredths, the nearest f64 prints as the same two decimals.
    #[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^53")]
    let whole = minor as f64;
    whole / 100.0
}
