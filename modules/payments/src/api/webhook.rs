use poem::Body;
use poem_openapi::{OpenApi, param::Header};
use sparkyard_kernel::{
    Reply, done,
    envelope::{INPUT, NOT_FOUND, TOO_LARGE},
};

use super::Tag;
use crate::{error::PaymentsError, service::StripeService};

/// Path at which Stripe reports events.
pub(crate) const WEBHOOK: &str = "/api/payments/stripe/webhook";
/// Maximum size of an event, in bytes; those of payments have about 4 kB.
const MAX_EVENT: usize = 256 * 1024;

/// Operation that Stripe calls.
pub struct WebhookApi {
    stripe: Option<StripeService>,
}

impl WebhookApi {
    pub(crate) fn new(stripe: Option<StripeService>) -> Self {
        Self { stripe }
    }
}

#[OpenApi(tag = "Tag::Payments")]
impl WebhookApi {
    /// Receives an event from Stripe, as JSON, and handles it once.
    ///
    /// 400 `payments.bad_signature` unless it was signed with the endpoint's secret in the last five
    /// minutes, 404 `payments.off` without Stripe, 503 if it cannot be handled now; Stripe then
    /// sends it again.
    #[oai(
        path = "/api/payments/stripe/webhook",
        method = "post",
        operation_id = "receive_stripe_event"
    )]
    async fn receive_stripe_event(
        &self,
        /// Time and signatures of the event.
        #[oai(name = "Stripe-Signature", validator(max_length = 4096))]
        signature: Header<Option<String>>,
        body: Body,
    ) -> Reply<Option<bool>, { INPUT | NOT_FOUND | TOO_LARGE }> {
        let stripe = self.stripe.as_ref().ok_or(PaymentsError::Off)?;
        let signature = signature.0.ok_or(PaymentsError::Signature)?;
        let event = body.into_bytes_limit(MAX_EVENT).await;
        let event = event.map_err(|_| PaymentsError::TooLarge)?;
        stripe.receive(&event, &signature).await?;
        done("Received.", None)
    }
}
