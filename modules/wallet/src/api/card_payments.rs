use poem_openapi::{Object, OpenApi, param::Path};
use sparkyard_kernel::{
    BookingId, IntentId, Reply, SignedIn,
    envelope::{INPUT, NOT_FOUND, UNAUTHORISED},
    ok,
};

use super::Tag;
use crate::{model::CardPaymentState, service::WalletService};

/// Operations on payments of bookings by card.
pub struct CardPaymentsApi {
    service: WalletService,
}

impl CardPaymentsApi {
    pub(crate) fn new(service: WalletService) -> Self {
        Self { service }
    }
}

/// A payment of a booking by card.
#[derive(Debug, Object)]
#[oai(rename = "CardPayment")]
pub(crate) struct CardPaymentView {
    /// State of the payment.
    pub(crate) state: CardPaymentState,
    /// Booking that uses it.
    pub(crate) booking_id: Option<BookingId>,
}

#[OpenApi(tag = "Tag::Wallet")]
impl CardPaymentsApi {
    /// Returns one of your card payments for a booking, after asking the card provider about it.
    ///
    /// 404 `wallet.intent_not_found` if it is not yours, 503 `payments.unreachable` if the provider
    /// does not answer.
    #[oai(
        path = "/api/wallet/card-payments/:id",
        method = "get",
        operation_id = "get_card_payment"
    )]
    async fn get_card_payment(
        &self,
        SignedIn(caller): SignedIn,
        /// Id of the payment, as given when it was begun.
        id: Path<IntentId>,
    ) -> Reply<CardPaymentView, { UNAUTHORISED | INPUT | NOT_FOUND }> {
        let (state, booking_id) = self.service.card_payment_state(&caller.id, &id.0).await?;
        ok(CardPaymentView { state, booking_id })
    }
}
