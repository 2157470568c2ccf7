//! Check that the provider of addresses answers.

use std::sync::Arc;

use async_trait::async_trait;
use sparkyard_kernel::probe::{Finding, Probe};

use super::PlaceService;

/// Searches for a large town.
pub(crate) struct ProviderProbe(pub(crate) Arc<PlaceService>);

#[async_trait]
impl Probe for ProviderProbe {
    fn name(&self) -> &'static str {
        "places"
    }

    async fn check(&self) -> Finding {
        const REMEDY: &str = "Check places.url and places.key. Until it answers, addresses come \
                              from the embedded and imported data.";
        let Some(provider) = &self.0.provider else {
            return Finding::ok("Addresses come from the embedded and imported data.");
        };
        match provider.try_out().await {
            Ok(0) => Finding::warning(
                "The address service answers, but finds no London.",
                "Check that its data covers the United Kingdom.",
            ),
            Ok(_) => Finding::ok("The address service answers."),
            Err(cause) => Finding::warning(format!("The address service fails: {cause}."), REMEDY),
        }
    }
}
