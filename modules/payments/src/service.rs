//! Business logic of the module.

mod authorisations;
mod billing;
mod client;
mod connect;
mod disputes;
mod events;
mod probe;
mod reconcile;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Money, Ports,
    ports::{
        Accounts, CardBookings, CardPayment, Chargebacks, Ledger, NewCardPayment, Payouts,
        PortHandle,
    },
};

pub(crate) use self::{
    billing::{BillingService, CardSetup},
    connect::ConnectService,
    probe::StripeProbe,
};

use self::client::StripeClient;
use crate::{config::PaymentsConfig, error::PaymentsError, store::PaymentsStore};

/// Creates and follows payments at Stripe, and handles its webhook events. Cheap to clone.
#[derive(Clone)]
pub(crate) struct StripeService {
    cx: Cx,
    store: PaymentsStore,
    client: Arc<StripeClient>,
    publishable_key: String,
    api_url: String,
    /// Secrets of the endpoints for our own events, and for those of connected accounts.
    webhook_secrets: Arc<[String]>,
    ledger: PortHandle<dyn Ledger>,
    card_bookings: PortHandle<dyn CardBookings>,
    accounts: PortHandle<dyn Accounts>,
    chargebacks: PortHandle<dyn Chargebacks>,
    /// Unset if the module `payouts` is off.
    payouts: PortHandle<dyn Payouts>,
}

impl StripeService {
    /// Creates the service; makes no request.
    pub(crate) fn new(cx: &Cx, config: &PaymentsConfig) -> anyhow::Result<Self> {
        Ok(Self {
            cx: cx.clone(),
            store: PaymentsStore::new(cx.db.clone()),
            client: Arc::new(StripeClient::new(config)?),
            publishable_key: config.publishable_key.clone(),
            api_url: config.base_url(),
            webhook_secrets: [&config.webhook_secret, &config.connect_webhook_secret]
                .into_iter()
                // With an empty secret, anybody could sign events.
                .filter(|secret| !secret.is_empty())
                .cloned()
                .collect(),
            ledger: PortHandle::default(),
            card_bookings: PortHandle::default(),
            accounts: PortHandle::default(),
            chargebacks: PortHandle::default(),
            payouts: PortHandle::default(),
        })
    }

    /// Fills the handles of ports; fails with the name of a missing one.
    pub(crate) fn fill_ports(&self, ports: &Ports) -> anyhow::Result<()> {
        const NAME: &str = "payments";
        self.ledger.fill(&ports.require(NAME)?);
        self.card_bookings.fill(&ports.require(NAME)?);
        self.accounts.fill(&ports.require(NAME)?);
        self.chargebacks.fill(&ports.require(NAME)?);
        if let Some(payouts) = ports.optional() {
            self.payouts.fill(&payouts);
        }
        Ok(())
    }

    /// Creates a payment of `amount`. Idempotent per `reference`, from which Stripe's idempotency
    /// key follows.
    pub(crate) async fn create(
        &self,
        reference: &str,
        amount: Money,
    ) -> Result<NewCardPayment, PaymentsError> {
        Ok(self.for_card_form(self.client.create(reference, amount).await?))
    }

    /// Returns what the card form needs to pay a payment created before; `None` if Stripe does not
    /// know it.
    pub(crate) async fn resume(&self, id: &str) -> Result<Option<NewCardPayment>, PaymentsError> {
        Ok(self.client.secret_of(id).await?.map(|payment| self.for_card_form(payment)))
    }

    fn for_card_form(&self, (id, client_secret): (String, String)) -> NewCardPayment {
        NewCardPayment { id, client_secret, publishable_key: self.publishable_key.clone() }
    }

    /// Returns a payment; `None` if Stripe does not know it.
    pub(crate) async fn retrieve(&self, id: &str) -> Result<Option<CardPayment>, PaymentsError> {
        self.client.retrieve(id).await
    }

    /// Cancels a payment unless it has succeeded or is cancelled already, and returns it; `None` if
    /// Stripe does not know it.
    pub(crate) async fn cancel(&self, id: &str) -> Result<Option<CardPayment>, PaymentsError> {
        self.client.cancel(id, self.cx.now()).await
    }
}
