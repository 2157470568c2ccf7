//! HTTP operations of the module.

mod billing;
mod connect;
mod dto;
mod webhook;

use poem_openapi::Tags;

pub(crate) use billing::BillingApi;
pub(crate) use connect::ConnectApi;
pub(crate) use webhook::{WEBHOOK, WebhookApi};

#[derive(Tags)]
enum Tag {
    /// Cards that members keep, their accounts at Stripe, and events of the card provider.
    #[oai(rename = "payments")]
    Payments,
}
