//! HTTP operations of card payments.

mod webhook;

use poem_openapi::Tags;

pub(crate) use webhook::{WEBHOOK, WebhookApi};

#[derive(Tags)]
enum Tag {
    /// Events of the card provider.
    #[oai(rename = "payments")]
    Payments,
}
