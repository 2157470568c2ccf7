//! Payments of bookings by card: authorised with the request, captured with its acceptance, and
//! given back to the card. In a sample community the sandbox simulates the card.

use sparkyard_kernel::{
    ApiError, BookingId, Caller, IntentId, Money, Timestamp, UserId,
    db::{Fragment, Idempotency},
    ports::{CARD_BOOKING, CardPayment, CardPaymentStatus, CardRefund, NewCardPayment},
};
use tracing::warn;

use super::{
    WalletService,
    funding::{SANDBOX, STRIPE, bound_payment, secret},
};
use crate::{
    error::WalletError,
    model::{BegunPayment, BookingCard, CardPaymentState, CardState, CardStep},
    store,
};

/// Smallest and largest amounts that a card can pay:
/// <https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts>.
const MIN_CARD: Money = Money::from_minor(30);
const MAX_CARD: Money = Money::from_minor(99_999_999);
/// Start of the secret of a simulated payment for a booking.
pub(super) const SANDBOX_BOOKING: &str = "booking-";
/// Payments read per query.
const BATCH: usize = 50;
/// Maximum number of steps for one payment: expire, cancel, refund.
const STEPS: usize = 3;

impl WalletService {
    /// Checks whether bookings can be paid by card.
    pub(crate) fn takes_cards(&self) -> bool {
        self.cx.demo || self.cards.filled().is_some()
    }

    /// Begins the payment of a booking by card. The row comes first: whatever is authorised later
    /// belongs to it, and is given up if no booking uses it.
    pub(super) async fn begin_card(
        &self,
        caller: &Caller,
        amount: Money,
        lifetime: (Timestamp, Timestamp),
        allowance: Fragment,
        key: Option<Idempotency>,
    ) -> Result<BegunPayment, WalletError> {
        let cards = self.cards.filled();
        let provider = match (self.cx.demo, cards) {
            (true, _) => SANDBOX,
            (false, Some(_)) => STRIPE,
            (false, None) => return Err(WalletError::CardUnavailable),
        };
        if !(MIN_CARD..=MAX_CARD).contains(&amount) {
            return Err(WalletError::Amount("A card can pay from 0.30 to 999,999.99."));
        }
        let id = IntentId(self.cx.ids.next());
        let paid = (amount, provider);
        let id = self.store.begin_card(&id, &caller.id, paid, lifetime, allowance, key).await?;
        let Some(cards) = cards.filter(|_| provider == STRIPE) else {
            let client_secret = secret(&self.cx.keys, &format!("{SANDBOX_BOOKING}{id}"));
            let client_secret = Some(client_secret);
            return Ok(BegunPayment { id, client_secret, publishable_key: None });
        };
        // A repetition may come after the first request has expired.
        let (now, row) = (self.cx.now(), self.store.card_payment(&id).await?);
        if row
            .is_none_or(|row| row.give_up || row.state != CardState::Open || row.expires_at <= now)
        {
            return Err(WalletError::IntentExpired);
        }
        let payment = cards.create_authorisation(&format!("{CARD_BOOKING}{id}"), amount).await?;
        let bound = self.store.set_card_payment(&id, &payment.id).await?;
        let NewCardPayment { client_secret, publishable_key, .. } =
            bound_payment(&**cards, payment, &bound).await?;
        let (client_secret, publishable_key) = (Some(client_secret), Some(publishable_key));
        Ok(BegunPayment { id, client_secret, publishable_key })
    }

    /// Returns the state of a card payment of the caller, as the provider knows it now.
    pub(crate) async fn card_payment_state(
        &self,
        caller: &UserId,
        id: &IntentId,
    ) -> Result<(CardPaymentState, Option<BookingId>), WalletError> {
        let card = self.own_card(caller, id).await?;
        if card.booking.is_some() {
            return Ok((CardPaymentState::Used, card.booking));
        }
        if card.give_up || card.state != CardState::Open || card.expires_at <= self.cx.now() {
            return Ok((CardPaymentState::Expired, None));
        }
        let state = match self.at_provider(&card).await?.map(|payment| payment.status) {
            None | Some(CardPaymentStatus::Open) => CardPaymentState::Open,
            Some(CardPaymentStatus::Processing) => CardPaymentState::Processing,
            Some(CardPaymentStatus::Authorised) => CardPaymentState::Authorised,
            Some(CardPaymentStatus::Succeeded | CardPaymentStatus::Cancelled) => {
                CardPaymentState::Expired
            }
        };
        Ok((state, None))
    }

    /// Checks with the provider that a payment of exactly its amount is authorised.
    pub(crate) async fn check_authorised(
        &self,
        client: &UserId,
        id: &IntentId,
    ) -> Result<(), WalletError> {
        let card = self.own_card(client, id).await?;
        // The write refuses what is used or expired.
        if card.booking.is_some() || card.give_up {
            return Ok(());
        }
        let ready = self.at_provider(&card).await?.is_some_and(|payment| {
            payment.status == CardPaymentStatus::Authorised && payment.capturable == card.amount
        });
        if ready { Ok(()) } else { Err(WalletError::CardNotAuthorised) }
    }

    /// Captures the payment of a booking; the result books it.
    pub(crate) async fn capture_card(
        &self,
        booking: BookingId,
        at: Timestamp,
    ) -> Result<Fragment, WalletError> {
        let card = self.store.card_of_booking(booking).await?.ok_or(WalletError::CardNotFound)?;
        // A concurrent change has given it up: the write of the booking refuses this one.
        if !card.give_up && card.state == CardState::Open {
            let payment = self.capture(&card).await.map_err(|error| match error {
                WalletError::CardUnavailable => error,
                // The provider may have captured it.
                _ => WalletError::CaptureUnknown,
            })?;
            let status = payment.as_ref().map(|payment| payment.status);
            let received = payment.map_or(Money::ZERO, |payment| payment.received);
            match status {
                Some(CardPaymentStatus::Succeeded) if received == card.amount => {}
                Some(CardPaymentStatus::Authorised | CardPaymentStatus::Processing) => {
                    return Err(WalletError::CaptureUnknown);
                }
                _ => return Err(WalletError::CardLapsed),
            }
        }
        Ok(store::card_captured(&card.id, booking, at))
    }

    async fn own_card(&self, caller: &UserId, id: &IntentId) -> Result<BookingCard, WalletError> {
        let card = self.store.card_payment(id).await?;
        card.filter(|card| card.user_id == *caller).ok_or(WalletError::CardNotFound)
    }

    /// Returns a payment as the provider knows it.
    async fn at_provider(&self, card: &BookingCard) -> Result<Option<CardPayment>, WalletError> {
        match (&card.payment, self.cards.filled()) {
            _ if card.provider == SANDBOX => Ok(Some(simulated(card, CardPaymentStatus::Open))),
            (Some(payment), Some(cards)) => Ok(cards.retrieve(payment).await?),
            (Some(_), None) => Err(WalletError::CardUnavailable),
            (None, _) => Ok(None),
        }
    }

    async fn capture(&self, card: &BookingCard) -> Result<Option<CardPayment>, WalletError> {
        match (&card.payment, self.cards.filled()) {
            _ if card.provider == SANDBOX => {
                Ok(Some(simulated(card, CardPaymentStatus::Succeeded)))
            }
            (Some(payment), Some(cards)) => Ok(cards.capture(payment).await?),
            (Some(_), None) => Err(WalletError::CardUnavailable),
            (None, _) => Ok(None),
        }
    }

    /// Does at the provider what is stored for the payment of a booking.
    pub(crate) async fn follow_up_booking(&self, booking: BookingId) {
        let followed = async {
            match self.store.card_of_booking(booking).await? {
                Some(card) => self.follow_up(card.id).await,
                None => Ok(()),
            }
        };
        if let Err(error) = followed.await {
            let error = ApiError::from(error);
            warn!(booking = booking.0, %error, "a card payment is followed up later");
        }
    }

    /// Drives a payment to what is wanted of it. Each step may be repeated and may run twice at
    /// once: the row decides which outcome is booked, and the provider does nothing twice.
    pub(crate) async fn follow_up(&self, id: IntentId) -> Result<(), WalletError> {
        for _ in 0..STEPS {
            let now = self.cx.now();
            let Some(card) = self.store.card_payment(&id).await? else { return Ok(()) };
            match card.step(now) {
                Some(CardStep::Expire) => self.store.expire_card(&id, now).await?,
                Some(CardStep::Cancel) => {
                    if !self.give_up(&card, now).await? {
                        return Ok(());
                    }
                }
                Some(CardStep::Refund) => match self.refund(&card).await? {
                    CardRefund::Made => self.store.card_refunded(&id, card.to_refund, now).await?,
                    // Disputed before it was refunded: the event of the dispute comes later.
                    CardRefund::AwaitsBank => return Ok(()),
                    CardRefund::Impossible => self.refund_to_wallet(&card, now).await?,
                },
                None => return Ok(()),
            }
        }
        Ok(())
    }

    /// Cancels an authorisation, or learns that it was captured. Returns whether it has ended.
    async fn give_up(&self, card: &BookingCard, now: Timestamp) -> Result<bool, WalletError> {
        let payment = match (&card.payment, self.cards.filled()) {
            (Some(payment), Some(cards)) => cards.cancel(payment).await?,
            (Some(_), None) => return Err(WalletError::CardUnavailable),
            // Simulated, or its secret was never handed out.
            (None, _) => None,
        };
        match payment {
            Some(CardPayment { status: CardPaymentStatus::Succeeded, received, .. }) => {
                self.store.card_captured_in_vain(&card.id, received, now).await?;
            }
            Some(CardPayment { status: CardPaymentStatus::Cancelled, .. }) | None => {
                self.store.card_cancelled(&card.id).await?;
            }
            // Tried again once the bank has answered.
            Some(_) => return Ok(false),
        }
        Ok(true)
    }

    /// Refunds a payment.
    async fn refund(&self, card: &BookingCard) -> Result<CardRefund, WalletError> {
        match (&card.payment, self.cards.filled()) {
            (Some(payment), Some(cards)) => {
                let reference = format!("{CARD_BOOKING}{}", card.id);
                Ok(cards.refund(payment, &reference, card.to_refund).await?)
            }
            (Some(_), None) => Err(WalletError::CardUnavailable),
            (None, _) => Ok(CardRefund::Made),
        }
    }

    /// Follows up all payments that are due. One failure does not delay the others.
    pub(crate) async fn follow_up_due(&self, now: Timestamp) -> Result<(), WalletError> {
        let (mut failed, mut after) = (None, Timestamp::EPOCH);
        loop {
            let due = self.store.due_cards(after, now, BATCH).await?;
            for (id, _) in &due {
                if let Err(error) = self.follow_up(id.clone()).await {
                    warn!(%id, "a card payment is followed up later: {error}");
                    failed = Some(error);
                }
            }
            match due.last() {
                Some((_, last)) if due.len() == BATCH => after = *last,
                _ => return failed.map_or(Ok(()), Err),
            }
        }
    }
}

/// Returns a payment with the simulated card, with this status if it was authorised.
fn simulated(card: &BookingCard, paid: CardPaymentStatus) -> CardPayment {
    let status = match (card.simulated, paid) {
        (false, _) => CardPaymentStatus::Open,
        (true, CardPaymentStatus::Open) => CardPaymentStatus::Authorised,
        (true, paid) => paid,
    };
    let amount_if = |is: bool| if is { card.amount } else { Money::ZERO };
    CardPayment {
        id: card.id.to_string(),
        reference: None,
        status,
        received: amount_if(status == CardPaymentStatus::Succeeded),
        capturable: amount_if(status == CardPaymentStatus::Authorised),
    }
}
