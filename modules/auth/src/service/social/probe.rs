//! Check that the provider of social sign-in answers.

use std::sync::Arc;

use async_trait::async_trait;
use sparkyard_kernel::probe::{Finding, Probe};

use crate::service::AuthService;

/// Reads the discovery document of the provider.
pub(crate) struct ProviderProbe(pub(crate) Arc<AuthService>);

#[async_trait]
impl Probe for ProviderProbe {
    fn name(&self) -> &'static str {
        "openid"
    }

    fn url(&self) -> Option<String> {
        self.0.provider.as_ref().map(|provider| provider.issuer().to_owned())
    }

    async fn check(&self) -> Finding {
        let Some(provider) = &self.0.provider else {
            return Finding::ok("Social sign-in is off.");
        };
        match provider.discover().await {
            Ok(_) => Finding::ok(format!("{} answers for social sign-in.", provider.label())),
            Err(cause) => Finding::failure(
                format!("{} does not answer for social sign-in: {cause}.", provider.label()),
                "Check that this machine can connect to it and, without a preset, auth.social.issuer.",
            ),
        }
    }
}
