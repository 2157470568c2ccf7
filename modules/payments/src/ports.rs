//! The ports that the module offers: stored cards, card payments, and transfers to members.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Money, Timestamp, UserId,
    ports::{
        BillingMethods, CardForm, CardPayment, CardRefund, CardSync, Cards, NewCardPayment,
        OutgoingTransfer, Payee, Reconciled, TransferOutcome, Transfers,
    },
};

use crate::service::{BillingService, StripeService};

pub(crate) struct BillingMethodsPort(pub(crate) BillingService);

pub(crate) struct CardsPort(pub(crate) StripeService);

pub(crate) struct TransfersPort(pub(crate) StripeService);

/// Pages with Stripe's card form, and the origins that its documentation requires for them:
/// <https://docs.stripe.com/security/guide#content-security-policy>.
const CARD_FORM: CardForm = CardForm {
    pages: &["/fund", "/pay-by-card", "/add-bills"],
    scripts: &["https://js.stripe.com", "https://*.js.stripe.com"],
    frames: &["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
    connections: &["https://api.stripe.com"],
};

#[async_trait]
impl BillingMethods for BillingMethodsPort {
    async fn has_any(&self, user: &UserId) -> Result<bool, ApiError> {
        Ok(self.0.has_card(user).await?)
    }
}

#[async_trait]
impl Cards for CardsPort {
    async fn create(&self, reference: &str, amount: Money) -> Result<NewCardPayment, ApiError> {
        Ok(self.0.create(reference, amount).await?)
    }

    async fn create_authorisation(
        &self,
        reference: &str,
        amount: Money,
    ) -> Result<NewCardPayment, ApiError> {
        Ok(self.0.create_authorisation(reference, amount).await?)
    }

    async fn capture(&self, id: &str) -> Result<Option<CardPayment>, ApiError> {
        Ok(self.0.capture(id).await?)
    }

    async fn refund(
        &self,
        id: &str,
        reference: &str,
        total: Money,
    ) -> Result<CardRefund, ApiError> {
        Ok(self.0.refund(id, reference, total).await?)
    }

    async fn resume(&self, id: &str) -> Result<Option<NewCardPayment>, ApiError> {
        Ok(self.0.resume(id).await?)
    }

    async fn retrieve(&self, id: &str) -> Result<Option<CardPayment>, ApiError> {
        Ok(self.0.retrieve(id).await?)
    }

    async fn cancel(&self, id: &str) -> Result<Option<CardPayment>, ApiError> {
        Ok(self.0.cancel(id).await?)
    }

    async fn sync(&self) -> Result<CardSync, ApiError> {
        Ok(self.0.sync_now().await?)
    }

    async fn reconcile(&self, since: Timestamp, until: Timestamp) -> Result<Reconciled, ApiError> {
        Ok(self.0.reconcile(since, until).await?)
    }

    fn form(&self) -> CardForm {
        CARD_FORM
    }
}

#[async_trait]
impl Transfers for TransfersPort {
    async fn payee(&self, user: &UserId) -> Result<Option<Payee>, ApiError> {
        Ok(self.0.payee(user).await?)
    }

    async fn send(&self, transfer: &OutgoingTransfer) -> TransferOutcome {
        self.0.send(transfer).await
    }

    async fn find(&self, transfer: &OutgoingTransfer) -> Result<Option<String>, ApiError> {
        Ok(self.0.find(transfer).await?)
    }
}
