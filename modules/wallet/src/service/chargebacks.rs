//! Chargebacks: payments by card that are disputed at the cardholder's bank; and refunds that do
//! not reach the card. What a disputed payment has paid for is set aside until the bank decides.

use sparkyard_kernel::{
    BookingId, IntentId, Page, PageQuery, Timestamp, UserId,
    db::Fragment,
    events::payments::RefundFailed,
    newest_first,
    ports::{
        BouncedRefund, CARD_BOOKING, CardPayment, Chargeback, ChargebackEffects, ChargebackState,
        DisputedPayment, PersonInfo,
    },
};

use super::WalletService;
use crate::{
    error::WalletError,
    model::{
        BookingCard,
        chargeback::{Disputed, FailedRefund, Named, PaidByCard, StoredChargeback},
    },
    store,
};

impl WalletService {
    /// Checks whether a chargeback is stored as the provider shows it now.
    pub(crate) async fn is_followed(&self, shown: &Chargeback) -> Result<bool, WalletError> {
        Ok(self.store.chargeback(&shown.id).await?.is_some_and(|known| known.is_as(shown)))
    }

    /// Returns the effects of a chargeback as the provider shows it now.
    pub(crate) async fn chargeback_changed(
        &self,
        provider: &'static str,
        shown: &Chargeback,
        payment: &DisputedPayment,
        at: Timestamp,
    ) -> Result<Option<ChargebackEffects>, WalletError> {
        let found = self.disputed(provider, &payment.payment).await?;
        let Some(disputed) = found else { return Ok(None) };
        let known = self.store.chargeback(&shown.id).await?;
        if known.as_ref().is_some_and(|known| known.is_as(shown)) {
            return Ok(None);
        }
        let mut effects = Vec::new();
        let mut stops_withdrawals_of = None;
        if known.is_none() {
            // The payment's own event, or the answer to its refund, may not have been handled yet.
            effects.extend(self.booked_first(provider, payment, &disputed, at).await?);
            let newest = newest_first(at, &shown.id);
            effects.push(store::open_chargeback(provider, shown, &disputed, newest, at));
            if matches!(disputed.paid, PaidByCard::TopUp(_)) {
                stops_withdrawals_of = Some(disputed.payer.clone());
            }
        }
        effects.push(store::follow_chargeback(shown, at));
        let is_new = known.is_none_or(|known| known.state != shown.state);
        let payload = is_new.then(|| disputed.changed(shown));
        Ok(Some(ChargebackEffects { effects, stops_withdrawals_of, payload }))
    }

    /// Returns the disputed payment; `None` if it is not in the ledger.
    async fn disputed(
        &self,
        provider: &str,
        payment: &CardPayment,
    ) -> Result<Option<Disputed>, WalletError> {
        let reference = payment.reference.as_deref().filter(|text| !text.is_empty());
        let Some(reference) = reference else { return Ok(None) };
        let is_its = |id: &Option<String>| id.as_ref().is_none_or(|id| *id == payment.id);
        if let Some(id) = reference.strip_prefix(CARD_BOOKING) {
            let card = self.store.card_payment(&IntentId(id.to_owned())).await?;
            let card = card.filter(|card| card.provider == provider && is_its(&card.payment));
            return Ok(card.map(|card| Disputed {
                paid: PaidByCard::Card(card.id),
                payer: card.user_id,
                booking: card.booking,
            }));
        }
        let top_up = self.store.top_up(reference).await?;
        let top_up = top_up.filter(|top_up| is_its(&top_up.payment));
        Ok(top_up.map(|top_up| Disputed {
            paid: PaidByCard::TopUp(top_up.id),
            payer: top_up.user_id,
            booking: None,
        }))
    }

    /// Returns what the provider has done and the ledger may not know: the payment of a top-up, and
    /// a refund. Nothing is refunded once a payment is disputed.
    async fn booked_first(
        &self,
        provider: &'static str,
        payment: &DisputedPayment,
        disputed: &Disputed,
        at: Timestamp,
    ) -> Result<Option<Fragment>, WalletError> {
        let PaidByCard::Card(id) = &disputed.paid else {
            return Ok(Some(store::card_payment_changed(provider, &payment.payment, at)));
        };
        let card = self.store.card_payment(id).await?;
        let made = card.filter(|card| !card.refunded && card.to_refund <= payment.refunded);
        Ok(made.map(|card| store::card_refunded(id, card.to_refund, at)))
    }

    /// Returns the effects of a refund that has failed.
    pub(crate) async fn refund_failed(
        &self,
        provider: &str,
        refund: &BouncedRefund,
        at: Timestamp,
    ) -> Result<Option<(Fragment, RefundFailed)>, WalletError> {
        let Some(id) = refund.reference.strip_prefix(CARD_BOOKING) else { return Ok(None) };
        let card = self.store.card_payment(&IntentId(id.to_owned())).await?;
        let Some(card) = card.filter(|card| card.provider == provider) else { return Ok(None) };
        let newest = newest_first(at, &refund.id);
        let payload = RefundFailed {
            refund_id: refund.id.clone(),
            user_id: card.user_id,
            booking_id: card.booking,
            amount: refund.amount,
        };
        Ok(Some((store::refund_failed(refund, &card.id, newest, at), payload)))
    }

    /// Returns the state of all chargebacks of a booking's payment taken together.
    pub(crate) async fn chargeback_of(
        &self,
        booking: BookingId,
    ) -> Result<Option<ChargebackState>, WalletError> {
        let states = self.store.chargebacks_of(booking).await?;
        let order = [ChargebackState::Open, ChargebackState::Lost, ChargebackState::Won];
        Ok(order.into_iter().find(|state| states.contains(state)))
    }

    /// Credits a refund that the provider refuses for good to the payer's cash. A part of the
    /// payment was taken back by the bank, and the provider refunds none of the rest.
    pub(super) async fn refund_to_wallet(
        &self,
        card: &BookingCard,
        at: Timestamp,
    ) -> Result<(), WalletError> {
        let payload = RefundFailed {
            refund_id: card.id.0.clone(),
            user_id: card.user_id.clone(),
            booking_id: card.booking,
            amount: card.to_refund,
        };
        Ok(self.store.refund_to_wallet(payload, at).await?)
    }

    /// Lists chargebacks in a state, newest first.
    pub(crate) async fn chargebacks(
        &self,
        state: ChargebackState,
        page: &PageQuery,
    ) -> Result<Page<Named<StoredChargeback>>, WalletError> {
        let rows = self.store.chargebacks(state, page).await?;
        self.named(Page::cut(rows, page, |row| row.newest.clone()), |row| &row.user_id).await
    }

    /// Lists refunds that have failed, newest first.
    pub(crate) async fn failed_refunds(
        &self,
        page: &PageQuery,
    ) -> Result<Page<Named<FailedRefund>>, WalletError> {
        let rows = self.store.failed_refunds(page).await?;
        self.named(Page::cut(rows, page, |row| row.newest.clone()), |row| &row.user_id).await
    }

    async fn named<T>(
        &self,
        page: Page<T>,
        member: impl Fn(&T) -> &UserId,
    ) -> Result<Page<Named<T>>, WalletError> {
        let mut members: Vec<UserId> = page.items.iter().map(|row| member(row).clone()).collect();
        members.sort_unstable();
        members.dedup();
        let people = self.people.get()?.find(&members).await?;
        Ok(page.map(|row| {
            let name = people.get(member(&row)).map(PersonInfo::name).unwrap_or_default();
            Named { row, name }
        }))
    }
}
