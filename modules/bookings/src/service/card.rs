//! Bookings paid by card: the card is authorised with the request, charged when it is accepted, and
//! refunded by the changes that give money back.

use sparkyard_kernel::{
    IntentId, Money, PaymentMethod, Price, Timestamp, UserId,
    db::Fragment,
    ports::{CardBookings, EscrowSplit},
};

use super::BookingService;
use crate::{error::BookingError, model::Booking};

impl BookingService {
    pub(super) fn cards(&self) -> Result<&dyn CardBookings, BookingError> {
        self.cards.as_deref().ok_or(BookingError::NoLedger)
    }

    /// Checks that the card of a request is authorised, before anything is written.
    pub(super) async fn check_card(
        &self,
        method: PaymentMethod,
        intent: Option<&IntentId>,
        client: &UserId,
    ) -> Result<(), BookingError> {
        match intent.filter(|_| method == PaymentMethod::Card) {
            Some(intent) => Ok(self.cards()?.check_authorised(intent, client).await?),
            None => Ok(()),
        }
    }

    /// Takes the price of a new booking from its payment.
    pub(super) fn escrow(
        &self,
        booking: &Booking,
        intent: Option<&IntentId>,
        now: Timestamp,
    ) -> Result<Option<Fragment>, BookingError> {
        let Some(intent) = intent else { return Ok(None) };
        let (client, id) = (&booking.client, booking.id);
        if let Some(price) = card_price(booking) {
            return Ok(Some(self.cards()?.use_for(intent, client, id, price, now)));
        }
        Ok(Some(self.ledger()?.escrow(intent, client, id, booking.price(), now)))
    }

    /// Charges the card of a booking that is about to be accepted; the result books the money.
    /// `None` if it is not paid by card.
    pub(super) async fn charge(
        &self,
        booking: &Booking,
        now: Timestamp,
    ) -> Result<Option<Fragment>, BookingError> {
        match card_price(booking) {
            Some(_) => Ok(Some(self.cards()?.capture(booking.id, now).await?)),
            None => Ok(None),
        }
    }

    /// Divides the money of a booking.
    pub(super) fn settle(
        &self,
        booking: &Booking,
        split: EscrowSplit,
        now: Timestamp,
    ) -> Result<Fragment, BookingError> {
        let (client, provider) = (&booking.client, &booking.provider);
        if card_price(booking).is_some() {
            return Ok(self.cards()?.settle(booking.id, provider, split, now));
        }
        Ok(self.ledger()?.settle(booking.id, client, provider, booking.price(), split, now))
    }

    /// Does at the card provider what a change of the booking asks for, such as a refund. Also after
    /// a change that was refused: its charge must not stay if another change was first.
    pub(super) async fn follow_up_card(&self, booking: &Booking) {
        if card_price(booking).is_some()
            && let Some(cards) = &self.cards
        {
            cards.follow_up(booking.id).await;
        }
    }

    /// Checks whether requests can be paid by card.
    pub(super) fn takes_cards(&self) -> bool {
        self.cards.as_ref().is_some_and(|cards| cards.takes_cards())
    }
}

/// Returns the price of a booking that is paid by card.
fn card_price(booking: &Booking) -> Option<Money> {
    match (booking.method, booking.price()) {
        (PaymentMethod::Card, Price::Cash(price)) => Some(price),
        _ => None,
    }
}
