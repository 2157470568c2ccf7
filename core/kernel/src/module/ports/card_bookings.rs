use async_trait::async_trait;
use sparkyard_db::{Fragment, Timestamp};

use super::{ChargebackState, EscrowSplit};
use crate::{ApiError, BookingId, IntentId, Money, UserId};

/// Start of the references of card payments for bookings at the provider; the id of the payment
/// follows.
pub const CARD_BOOKING: &str = "booking-card:";

/// Payments of bookings by card: authorised with the request, captured when it is accepted. Offered
/// by wallet.
///
/// Money that is only authorised is not in the ledger.
#[async_trait]
pub trait CardBookings: Send + Sync + 'static {
    /// Checks whether bookings can be paid by card; in a sample community the card is simulated.
    fn takes_cards(&self) -> bool;

    /// Checks with the provider that the payment of `client` is authorised. A payment that a booking
    /// uses already is not checked again. 409 `wallet.card_not_authorised`.
    async fn check_authorised(&self, payment: &IntentId, client: &UserId) -> Result<(), ApiError>;

    /// Uses a payment for a booking. Throws as [`Ledger::escrow`](super::Ledger::escrow) does.
    fn use_for(
        &self,
        payment: &IntentId,
        client: &UserId,
        booking: BookingId,
        price: Money,
        at: Timestamp,
    ) -> Fragment;

    /// Captures the payment of a booking that is about to be accepted. The result moves the money
    /// into the booking's escrow. 409 `bookings.card_lapsed` if the authorisation has ended. After a
    /// 503 the outcome is unknown, and the call may be repeated.
    async fn capture(&self, booking: BookingId, at: Timestamp) -> Result<Fragment, ApiError>;

    /// Settles a booking: gives the authorisation up if nothing was captured; otherwise empties the
    /// escrow, with the client's part going back to the card. What has to be done at the provider
    /// is stored; [`follow_up`](Self::follow_up) does it.
    fn settle(
        &self,
        booking: BookingId,
        provider: &UserId,
        split: EscrowSplit,
        at: Timestamp,
    ) -> Fragment;

    /// Returns the state of all disputes of a booking's payment at the bank taken together: open
    /// while one is open, then lost if one is lost. `None` if there is none.
    async fn chargeback(&self, booking: BookingId) -> Result<Option<ChargebackState>, ApiError>;

    /// Does at the provider what is stored for the payment of a booking. A failure is logged, and
    /// tried again by a job.
    async fn follow_up(&self, booking: BookingId);

    /// Does what is stored for a payment, by its reference at the provider.
    async fn follow_up_reference(&self, reference: &str) -> Result<(), ApiError>;

    /// Does all that is stored.
    async fn follow_up_due(&self, now: Timestamp) -> Result<(), ApiError>;
}
