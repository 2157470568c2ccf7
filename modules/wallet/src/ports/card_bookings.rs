use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, BookingId, IntentId, Money, Timestamp, UserId,
    db::Fragment,
    ports::{CARD_BOOKING, CardBookings, ChargebackState, EscrowSplit},
};

use crate::{service::WalletService, store};

pub(crate) struct CardBookingsPort {
    pub(crate) service: WalletService,
}

#[async_trait]
impl CardBookings for CardBookingsPort {
    fn takes_cards(&self) -> bool {
        self.service.takes_cards()
    }

    async fn check_authorised(&self, payment: &IntentId, client: &UserId) -> Result<(), ApiError> {
        Ok(self.service.check_authorised(client, payment).await?)
    }

    fn use_for(
        &self,
        payment: &IntentId,
        client: &UserId,
        booking: BookingId,
        price: Money,
        at: Timestamp,
    ) -> Fragment {
        store::use_card(payment, client, booking, price, at)
    }

    async fn capture(&self, booking: BookingId, at: Timestamp) -> Result<Fragment, ApiError> {
        Ok(self.service.capture_card(booking, at).await?)
    }

    fn settle(
        &self,
        booking: BookingId,
        provider: &UserId,
        split: EscrowSplit,
        at: Timestamp,
    ) -> Fragment {
        store::settle_card(booking, provider, split, at)
    }

    async fn chargeback(&self, booking: BookingId) -> Result<Option<ChargebackState>, ApiError> {
        Ok(self.service.chargeback_of(booking).await?)
    }

    async fn follow_up(&self, booking: BookingId) {
        self.service.follow_up_booking(booking).await;
    }

    async fn follow_up_reference(&self, reference: &str) -> Result<(), ApiError> {
        match reference.strip_prefix(CARD_BOOKING).filter(|id| !id.is_empty()) {
            Some(id) => Ok(self.service.follow_up(IntentId(id.to_owned())).await?),
            None => Ok(()),
        }
    }

    async fn follow_up_due(&self, now: Timestamp) -> Result<(), ApiError> {
        Ok(self.service.follow_up_due(now).await?)
    }
}
