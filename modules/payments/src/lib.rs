//! Card payments through Stripe: creates payments, and follows their state by signed events or by
//! asking. Keeps the cards of members, of which only brand, last digits and expiry are
//! stored, and pays members by transfer to their own accounts at Stripe.
//!
//! The wallet decides what a payment is for, through the [`Ledger`] port.

mod api;
mod config;
mod error;
mod events;
mod jobs;
mod model;
mod ports;
mod service;
mod store;

use std::sync::Arc;

use anyhow::ensure;
use sparkyard_kernel::{
    Cx, Finished, Module, Ports, RateClass, RatedPath,
    db::Migration,
    leaving::Leaving,
    migrations,
    ports::{BillingMethods, Cards, Transfers},
};

pub use crate::config::{PaymentsConfig, Provider};
use crate::{
    api::{BillingApi, ConnectApi, WebhookApi},
    events::PaymentsEvents,
    ports::{BillingMethodsPort, CardsPort, TransfersPort},
    service::{BillingService, ConnectService, StripeProbe, StripeService},
};

/// The payments module.
pub struct Payments {
    cx: Cx,
    /// Absent without a provider.
    stripe: Option<StripeService>,
}

impl Module for Payments {
    const NAME: &'static str = "payments";
    const MIGRATIONS: &'static [Migration] =
        migrations!["0001_payments", "0002_billing", "0003_connected", "0004_under_way"];
    const RATES: &'static [RatedPath] = &[RatedPath::new(api::WEBHOOK, RateClass::Webhook)];
    const LISTENS_TO: &'static [&'static str] = PaymentsEvents::NAMES;
    const LEAVING: Leaving = store::LEAVING;
    type Config = PaymentsConfig;
    type Api = (WebhookApi, BillingApi, ConnectApi);

    fn new(cx: &Cx, config: PaymentsConfig) -> anyhow::Result<Self> {
        config.check()?;
        let stripe = match config.provider {
            Provider::None => None,
            Provider::Stripe => {
                ensure!(
                    !cx.demo,
                    "payments.provider is \"stripe\", but a sample community takes no real cards"
                );
                Some(StripeService::new(cx, &config)?)
            }
        };
        Ok(Self { cx: cx.clone(), stripe })
    }

    fn provide(&self, ports: &mut Ports) {
        // A sample community keeps simulated cards.
        if self.cx.demo || self.stripe.is_some() {
            let billing = BillingService::new(&self.cx, self.stripe.clone());
            let port = Arc::new(BillingMethodsPort(billing));
            ports.offer::<dyn BillingMethods>(Self::NAME, port);
        }
        if let Some(stripe) = &self.stripe {
            ports.offer::<dyn Cards>(Self::NAME, Arc::new(CardsPort(stripe.clone())));
            ports.offer::<dyn Transfers>(Self::NAME, Arc::new(TransfersPort(stripe.clone())));
        }
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let Self { cx, stripe } = self;
        let service = BillingService::new(&cx, stripe.clone());
        let events = Arc::new(PaymentsEvents(service.clone()));
        let billing = BillingApi(service);
        let connect = ConnectApi(ConnectService::new(&cx, stripe.clone()));
        let api = (WebhookApi::new(stripe.clone()), billing, connect);
        let finished = Finished::api(api).on_event(events);
        let finished = finished.own(store::own()).purge(store::forget());
        let Some(stripe) = stripe else { return Ok(finished) };
        stripe.fill_ports(ports)?;
        let finished = finished.probe(Arc::new(StripeProbe(stripe.clone())));
        Ok(finished.job(jobs::sync(&stripe)).job(jobs::follow_accounts(&stripe)))
    }
}

impl std::fmt::Debug for Payments {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Payments").finish_non_exhaustive()
    }
}
