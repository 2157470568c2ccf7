//! Payments of bookings by card.

use poem_openapi::Enum;
use sparkyard_kernel::{BookingId, IntentId, Money, Timestamp, UserId};
use surrealdb::types::SurrealValue;

/// Known state of a card payment at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum CardState {
    /// Not paid yet, or authorised.
    Open,
    /// The money was captured.
    Captured,
    /// The authorisation was given up.
    Cancelled,
    /// Like [`Cancelled`](Self::Cancelled), and no booking has used it.
    Expired,
}

/// A payment of a booking by card.
#[derive(Clone, Debug)]
pub(crate) struct BookingCard {
    pub(crate) id: IntentId,
    pub(crate) user_id: UserId,
    pub(crate) amount: Money,
    /// Name of the provider, as in the ledger.
    pub(crate) provider: String,
    /// Id at the provider.
    pub(crate) payment: Option<String>,
    /// Whether the simulated card was authorised.
    pub(crate) simulated: bool,
    pub(crate) booking: Option<BookingId>,
    /// Whether the authorisation is to be given up.
    pub(crate) give_up: bool,
    pub(crate) state: CardState,
    /// Amount to go back to the card.
    pub(crate) to_refund: Money,
    pub(crate) refunded: bool,
    /// Number of open chargebacks; with one, the money moves nowhere.
    pub(crate) chargebacks: i64,
    pub(crate) expires_at: Timestamp,
}

/// Next step at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CardStep {
    /// Give up a payment that no booking has used in time.
    Expire,
    /// Cancel the authorisation.
    Cancel,
    /// Refund to the card.
    Refund,
}

impl BookingCard {
    /// Returns what is to be done at the provider now, if anything.
    pub(crate) fn step(&self, now: Timestamp) -> Option<CardStep> {
        match self.state {
            CardState::Open if self.give_up => Some(CardStep::Cancel),
            CardState::Open if self.booking.is_none() && self.expires_at <= now => {
                Some(CardStep::Expire)
            }
            CardState::Captured
                if !self.to_refund.is_zero() && !self.refunded && self.chargebacks == 0 =>
            {
                Some(CardStep::Refund)
            }
            _ => None,
        }
    }
}

/// State of a card payment for its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum CardPaymentState {
    /// Not authorised yet; a declined card may be followed by another.
    Open,
    /// The bank has not answered yet.
    Processing,
    /// Authorised: the booking can be made.
    Authorised,
    /// A booking uses it.
    Used,
    /// Not used in time: nothing was taken, or it goes back to the card.
    Expired,
}

/// A payment that was begun, and what the card form needs.
pub(crate) struct BegunPayment {
    pub(crate) id: IntentId,
    /// Only for cards.
    pub(crate) client_secret: Option<String>,
    /// Only for real cards.
    pub(crate) publishable_key: Option<String>,
}

/// A payment with the simulated card of a sample community, by its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SimulatedPayment {
    TopUp(String),
    Booking(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_follows_from_what_is_wanted_and_known() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let (before, after) = (at("2026-03-02T10:14:59Z"), at("2026-03-02T10:15:00Z"));
        let card = BookingCard {
            id: IntentId("1".to_owned()),
            user_id: UserId::from("ana"),
            amount: Money::from_minor(900),
            provider: "stripe".to_owned(),
            payment: None,
            simulated: false,
            booking: None,
            give_up: false,
            state: CardState::Open,
            to_refund: Money::ZERO,
            refunded: false,
            chargebacks: 0,
            expires_at: after,
        };
        assert_eq!(card.step(before), None);
        assert_eq!(card.step(after), Some(CardStep::Expire));
        let used = BookingCard { booking: Some(BookingId(1)), ..card };
        assert_eq!(used.step(after), None);
        let given_up = BookingCard { give_up: true, ..used };
        assert_eq!(given_up.step(before), Some(CardStep::Cancel));
        let captured = BookingCard { state: CardState::Captured, ..given_up };
        assert_eq!(captured.step(after), None);
        let owed = BookingCard { to_refund: Money::from_minor(1), ..captured };
        assert_eq!(owed.step(after), Some(CardStep::Refund));
        let disputed = BookingCard { chargebacks: 1, ..owed.clone() };
        assert_eq!(disputed.step(after), None);
        assert_eq!(BookingCard { refunded: true, ..owed }.step(after), None);
    }
}
