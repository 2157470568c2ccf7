//! Check that Stripe accepts our key.

use async_trait::async_trait;
use sparkyard_kernel::probe::{Finding, Probe};

use super::StripeService;
use crate::error::PaymentsError;

/// Asks Stripe for the newest events, as the hourly synchronisation does.
pub(crate) struct StripeProbe(pub(crate) StripeService);

#[async_trait]
impl Probe for StripeProbe {
    fn name(&self) -> &'static str {
        "stripe"
    }

    fn url(&self) -> Option<String> {
        Some(self.0.api_url.clone())
    }

    async fn check(&self) -> Finding {
        let StripeService { cx, client, .. } = &self.0;
        match client.events(cx.now().as_seconds(), None).await {
            Ok(_) if self.0.webhook_secrets.is_empty() => Finding::failure(
                "Stripe accepts the secret key, but no signing secret of its webhook is set.",
                "Create the webhook endpoint in Stripe's dashboard and set \
                 payments.webhook_secret to its signing secret.",
            ),
            Ok(_) => Finding::ok(
                "Stripe accepts the secret key, and the signing secret of the webhook is set.",
            ),
            Err(PaymentsError::Refused) => Finding::failure(
                "Stripe refuses requests with the secret key.",
                "Copy the secret key again from Stripe's dashboard to payments.secret_key; a \
                 restricted key must be allowed to read events.",
            ),
            Err(_) => Finding::failure(
                "Stripe cannot be reached.",
                "Check that this machine may connect to payments.api_url, and the status page of \
                 Stripe.",
            ),
        }
    }
}
