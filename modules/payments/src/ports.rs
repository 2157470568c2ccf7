//! The port for card payments.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Money, Timestamp,
    ports::{CardForm, CardPayment, CardSync, Cards, NewCardPayment, Reconciled},
};

use crate::service::StripeService;

pub(crate) struct CardsPort(pub(crate) StripeService);

/// Origins that Stripe's documentation requires for a page with its card form:
/// <https://docs.stripe.com/security/guide#content-security-policy>.
const FORM: CardForm = CardForm {
    pages: &["/fund"],
    scripts: &["https://js.stripe.com", "https://*.js.stripe.com"],
    frames: &["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
    connections: &["https://api.stripe.com"],
};

#[async_trait]
impl Cards for CardsPort {
    async fn create(&self, reference: &str, amount: Money) -> Result<NewCardPayment, ApiError> {
        Ok(self.0.create(reference, amount).await?)
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
        FORM
    }
}
