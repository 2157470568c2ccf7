//! Payments of bookings by card.

use std::collections::HashMap;

use sparkyard_kernel::{
    BookingId, IntentId, Money, Timestamp, UserId,
    db::{DbError, Fragment, Idempotency},
    ports::EscrowSplit,
};
use surrealdb::types::SurrealValue;

use super::WalletStore;
use crate::{
    error::{ESCROW, HOLD, SETTLE},
    model::{BookingCard, CardState},
};

/// Payments for which something is to be done. The lower bound excludes those without a date.
pub(super) const DUE: &str = "SELECT record::id(id) AS id, due_at FROM card_payment \
     WHERE due_at > $after AND due_at <= $now LIMIT $limit";
pub(super) const OF_BOOKING: &str =
    "SELECT VALUE record::id(id) FROM card_payment WHERE booking = $booking LIMIT 1";

#[derive(SurrealValue)]
struct CardRow {
    user_id: UserId,
    amount: Money,
    provider: String,
    payment: Option<String>,
    simulated: Option<String>,
    booking: Option<BookingId>,
    give_up: bool,
    state: CardState,
    to_refund: Money,
    refunded: bool,
    chargebacks: Option<i64>,
    expires_at: Timestamp,
}

impl CardRow {
    fn into_model(self, id: IntentId) -> BookingCard {
        BookingCard {
            id,
            user_id: self.user_id,
            amount: self.amount,
            provider: self.provider,
            payment: self.payment,
            simulated: self.simulated.as_deref() == Some("authorised"),
            booking: self.booking,
            give_up: self.give_up,
            state: self.state,
            to_refund: self.to_refund,
            refunded: self.refunded,
            chargebacks: self.chargebacks.unwrap_or_default(),
            expires_at: self.expires_at,
        }
    }
}

/// Uses a card payment for a booking.
pub(crate) fn use_card(
    id: &IntentId,
    client: &UserId,
    booking: BookingId,
    price: Money,
    at: Timestamp,
) -> Fragment {
    Fragment::new("fn::wallet::use_card", ESCROW)
        .arg(id.clone())
        .arg(client.clone())
        .arg(booking)
        .arg(price)
        .arg(at)
}

/// Books the captured payment of a booking into its escrow.
pub(crate) fn card_captured(id: &IntentId, booking: BookingId, at: Timestamp) -> Fragment {
    Fragment::new("fn::wallet::card_captured", ESCROW).arg(id.clone()).arg(booking).arg(at)
}

/// Books that the provider has refunded `amount`, if that is what is still to be refunded.
pub(crate) fn card_refunded(id: &IntentId, amount: Money, at: Timestamp) -> Fragment {
    Fragment::new("fn::wallet::card_refunded", &[]).arg(id.clone()).arg(amount).arg(at)
}

/// Settles a booking that was paid by card.
pub(crate) fn settle_card(
    booking: BookingId,
    provider: &UserId,
    split: EscrowSplit,
    at: Timestamp,
) -> Fragment {
    Fragment::new("fn::wallet::settle_card", SETTLE)
        .arg(booking)
        .arg(provider.clone())
        .arg(split.to_client)
        .arg(split.to_provider)
        .arg(at)
}

impl WalletStore {
    /// Stores that `user` is about to pay `amount` to `provider`; returns the id of the payment. A
    /// repeated `key` returns the first id.
    pub(crate) async fn begin_card(
        &self,
        id: &IntentId,
        user: &UserId,
        (amount, provider): (Money, &'static str),
        (at, expires_at): (Timestamp, Timestamp),
        allowance: Fragment,
        key: Option<Idempotency>,
    ) -> Result<IntentId, DbError> {
        let begin = Fragment::new("fn::wallet::begin_card", HOLD)
            .arg(id.clone())
            .arg(user.clone())
            .arg(provider.to_owned())
            .arg(amount)
            .arg(at)
            .arg(expires_at);
        self.db
            .write("wallet.begin_card")
            .bind("intent", id.clone())
            .call(allowance)
            .call(begin)
            .idempotent(key)
            .returning("$intent")
            .run()
            .await
    }

    /// Stores the provider's id of a payment, unless it has one; returns the id that it then has.
    pub(crate) async fn set_card_payment(
        &self,
        id: &IntentId,
        payment: &str,
    ) -> Result<String, DbError> {
        self.db
            .write("wallet.set_card_payment")
            .bind("id", id.clone())
            .bind("payment", payment.to_owned())
            .step(
                "UPDATE type::record('card_payment', $id) SET payment = $payment \
                 WHERE payment = NONE RETURN NONE",
            )
            .returning("type::record('card_payment', $id).payment")
            .run()
            .await
    }

    /// Returns a card payment.
    pub(crate) async fn card_payment(&self, id: &IntentId) -> Result<Option<BookingCard>, DbError> {
        if id.as_str().is_empty() {
            return Ok(None);
        }
        let row: Option<CardRow> = self.db.get("card_payment", id.to_string()).await?;
        Ok(row.map(|row| row.into_model(id.clone())))
    }

    /// Returns the ids of the card payments of these bookings, by booking.
    pub(crate) async fn cards_of_bookings(
        &self,
        bookings: &[i64],
    ) -> Result<HashMap<i64, String>, DbError> {
        #[derive(SurrealValue)]
        struct UseRow {
            id: String,
            booking: i64,
        }
        if bookings.is_empty() {
            return Ok(HashMap::new());
        }
        let query = "SELECT record::id(id) AS id, booking FROM card_payment \
             WHERE booking IN $bookings";
        let rows: Vec<UseRow> =
            self.db.query(query).bind("bookings", bookings.to_vec()).fetch().await?;
        Ok(rows.into_iter().map(|row| (row.booking, row.id)).collect())
    }

    /// Returns the card payment of a booking.
    pub(crate) async fn card_of_booking(
        &self,
        booking: BookingId,
    ) -> Result<Option<BookingCard>, DbError> {
        let query = self.db.query(OF_BOOKING).bind("booking", booking);
        match query.fetch_optional::<IntentId>().await? {
            Some(id) => self.card_payment(&id).await,
            None => Ok(None),
        }
    }

    /// Returns payments that became due after `after`, and when.
    pub(crate) async fn due_cards(
        &self,
        after: Timestamp,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<(IntentId, Timestamp)>, DbError> {
        #[derive(SurrealValue)]
        struct DueRow {
            id: IntentId,
            due_at: Timestamp,
        }
        let query = self.db.query(DUE).bind("after", after).bind("now", now);
        let rows = query.bind("limit", limit).fetch::<DueRow>().await?;
        Ok(rows.into_iter().map(|row| (row.id, row.due_at)).collect())
    }

    /// Gives up a payment that no booking has used until `now`.
    pub(crate) async fn expire_card(&self, id: &IntentId, now: Timestamp) -> Result<(), DbError> {
        let expire = Fragment::new("fn::wallet::expire_card", &[]).arg(id.clone()).arg(now);
        self.db.write("wallet.expire_card").call(expire).run().await
    }

    /// Stores that an authorisation has ended at the provider.
    pub(crate) async fn card_cancelled(&self, id: &IntentId) -> Result<(), DbError> {
        let cancelled = Fragment::new("fn::wallet::card_cancelled", &[]).arg(id.clone());
        self.db.write("wallet.card_cancelled").call(cancelled).run().await
    }

    /// Stores that a payment to be given up was captured, so that it is refunded.
    pub(crate) async fn card_captured_in_vain(
        &self,
        id: &IntentId,
        received: Money,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let captured = Fragment::new("fn::wallet::card_captured_in_vain", &[]);
        let captured = captured.arg(id.clone()).arg(received).arg(at);
        self.db.write("wallet.card_captured_in_vain").call(captured).run().await
    }

    /// Stores that the provider has refunded `amount`, if that is what is still to be refunded.
    pub(crate) async fn card_refunded(
        &self,
        id: &IntentId,
        amount: Money,
        at: Timestamp,
    ) -> Result<(), DbError> {
        self.db.write("wallet.card_refunded").call(card_refunded(id, amount, at)).run().await
    }
}
