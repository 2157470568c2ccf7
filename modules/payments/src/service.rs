//! Business logic of the module.

mod client;
mod events;
mod reconcile;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Money,
    ports::{CardPayment, Ledger, NewCardPayment, PortHandle},
};

use self::client::StripeClient;
use crate::{config::PaymentsConfig, error::PaymentsError, store::PaymentsStore};

/// Payments at Stripe, and its events. Cheap to clone.
#[derive(Clone)]
pub(crate) struct StripeService {
    cx: Cx,
    store: PaymentsStore,
    client: Arc<StripeClient>,
    publishable_key: String,
    webhook_secret: Arc<str>,
    ledger: PortHandle<dyn Ledger>,
}

impl StripeService {
    /// Creates the service; makes no request.
    pub(crate) fn new(cx: &Cx, config: &PaymentsConfig) -> anyhow::Result<Self> {
        Ok(Self {
            cx: cx.clone(),
            store: PaymentsStore::new(cx.db.clone()),
            client: Arc::new(StripeClient::new(config)?),
            publishable_key: config.publishable_key.clone(),
            webhook_secret: config.webhook_secret.as_str().into(),
            ledger: PortHandle::default(),
        })
    }

    /// Connects the ledger.
    pub(crate) fn connect(&self, ledger: &Arc<dyn Ledger>) {
        self.ledger.fill(ledger);
    }

    /// Creates a payment of `amount` for `reference`. The same call again returns the same payment.
    pub(crate) async fn create(
        &self,
        reference: &str,
        amount: Money,
    ) -> Result<NewCardPayment, PaymentsError> {
        let (id, client_secret) = self.client.create(reference, amount).await?;
        Ok(NewCardPayment { id, client_secret, publishable_key: self.publishable_key.clone() })
    }

    /// Returns a payment; `None` if Stripe does not know it.
    pub(crate) async fn retrieve(&self, id: &str) -> Result<Option<CardPayment>, PaymentsError> {
        self.client.retrieve(id).await
    }

    /// Cancels a payment unless it has succeeded, and returns it; `None` if Stripe does not know it.
    pub(crate) async fn cancel(&self, id: &str) -> Result<Option<CardPayment>, PaymentsError> {
        self.client.cancel(id).await
    }
}
