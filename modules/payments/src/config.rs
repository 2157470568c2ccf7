//! The `[payments]` section of the configuration.

use std::{fmt, time::Duration};

use anyhow::ensure;
use serde::Deserialize;

/// Address of Stripe's API.
const STRIPE: &str = "https://api.stripe.com";

/// Provider of card payments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    /// No card payments.
    #[default]
    None,
    /// Stripe.
    Stripe,
}

/// The `[payments]` section of the configuration.
#[derive(Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PaymentsConfig {
    /// Provider of card payments.
    pub provider: Provider,
    /// Secret key of the Stripe account.
    pub secret_key: String,
    /// Publishable key of the Stripe account, sent to browsers.
    pub publishable_key: String,
    /// Secret with which Stripe signs events.
    pub webhook_secret: String,
    /// Secret with which Stripe signs events of connected accounts; empty without them.
    pub connect_webhook_secret: String,
    /// Base URL of the API.
    pub api_url: String,
    /// Timeout of one request, in milliseconds.
    pub timeout_ms: u64,
}

impl Default for PaymentsConfig {
    fn default() -> Self {
        Self {
            provider: Provider::None,
            secret_key: String::new(),
            publishable_key: String::new(),
            webhook_secret: String::new(),
            connect_webhook_secret: String::new(),
            api_url: STRIPE.to_owned(),
            timeout_ms: 6000,
        }
    }
}

impl fmt::Debug for PaymentsConfig {
    /// Omits the secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PaymentsConfig").field("provider", &self.provider).finish_non_exhaustive()
    }
}

impl PaymentsConfig {
    /// Validates the settings; an error names the invalid one, without its value.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        ensure!(
            (100..=9_000).contains(&self.timeout_ms),
            "payments.timeout_ms must be from 100 to 9000"
        );
        if self.provider == Provider::None {
            return Ok(());
        }
        let mode = |key: &str, kinds: &[&str]| {
            let rest = kinds.iter().find_map(|kind| key.strip_prefix(kind))?;
            let (mode, rest) = rest.split_once('_')?;
            (["live", "test"].contains(&mode) && is_token(rest)).then(|| mode.to_owned())
        };
        let secret = mode(&self.secret_key, &["sk_", "rk_"]);
        ensure!(secret.is_some(), "payments.secret_key must be a Stripe key: sk_… or rk_…");
        let public = mode(&self.publishable_key, &["pk_"]);
        ensure!(public.is_some(), "payments.publishable_key must be a Stripe key: pk_…");
        ensure!(
            secret == public,
            "payments.secret_key and payments.publishable_key must both be live, or both test keys"
        );
        // With an empty secret, anybody could sign events.
        ensure!(
            is_signing_secret(&self.webhook_secret),
            "payments.webhook_secret must be the signing secret of the webhook endpoint: whsec_…"
        );
        ensure!(
            self.connect_webhook_secret.is_empty()
                || is_signing_secret(&self.connect_webhook_secret),
            "payments.connect_webhook_secret must be empty, or the signing secret of the webhook \
             endpoint of connected accounts: whsec_…"
        );
        // The secret key must not travel unencrypted.
        let local = ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"];
        ensure!(
            self.api_url.starts_with("https://")
                || local.iter().any(|local| self.api_url.starts_with(local)),
            "payments.api_url must begin with https://"
        );
        Ok(())
    }

    pub(crate) fn timeout(&self) -> Duration {
        Duration::from_millis(self.timeout_ms)
    }

    /// Returns the base URL with exactly one trailing slash.
    pub(crate) fn base_url(&self) -> String {
        format!("{}/", self.api_url.trim_end_matches('/'))
    }
}

fn is_signing_secret(text: &str) -> bool {
    text.strip_prefix("whsec_").is_some_and(|rest| rest.len() >= 16 && is_token(rest))
}

/// Checks whether `text` consists of the characters of Stripe's keys.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripe() -> PaymentsConfig {
        PaymentsConfig {
            provider: Provider::Stripe,
            secret_key: "sk_test_4eC39Hq".to_owned(),
            publishable_key: "pk_test_TYooMQa".to_owned(),
            webhook_secret: "whsec_0123456789abcdef".to_owned(),
            ..PaymentsConfig::default()
        }
    }

    #[test]
    fn complete_settings_are_accepted() {
        PaymentsConfig::default().check().unwrap();
        stripe().check().unwrap();
        PaymentsConfig { secret_key: "rk_test_1".to_owned(), ..stripe() }.check().unwrap();
        PaymentsConfig { api_url: "http://127.0.0.1:8420".to_owned(), ..stripe() }.check().unwrap();
    }

    #[test]
    fn wrong_settings_are_refused_without_their_value() {
        let wrong = |change: fn(&mut PaymentsConfig), setting: &str| {
            let mut config = stripe();
            change(&mut config);
            let error = config.check().unwrap_err().to_string();
            assert!(error.contains(setting), "{error}");
            assert!(!error.contains("4eC39Hq") && !error.contains("guess"), "{error}");
        };
        wrong(|config| config.secret_key.clear(), "payments.secret_key");
        wrong(|config| config.secret_key = "pk_test_guess".into(), "payments.secret_key");
        wrong(|config| config.secret_key = "sk_test_a b".into(), "payments.secret_key");
        wrong(|config| config.publishable_key.clear(), "payments.publishable_key");
        wrong(|config| config.publishable_key = "pk_live_1".into(), "both");
        wrong(|config| config.webhook_secret.clear(), "payments.webhook_secret");
        wrong(|config| config.webhook_secret = "whsec_".into(), "payments.webhook_secret");
        wrong(|config| config.webhook_secret = "guess".into(), "payments.webhook_secret");
        wrong(
            |config| config.connect_webhook_secret = "guess".into(),
            "payments.connect_webhook_secret",
        );
        wrong(|config| config.api_url = "http://stripe.example".into(), "payments.api_url");
        wrong(|config| config.api_url.clear(), "payments.api_url");
        wrong(|config| config.timeout_ms = 0, "payments.timeout_ms");
    }

    #[test]
    fn secrets_are_not_printed() {
        let printed = format!("{:?}", stripe());
        assert!(!printed.contains("4eC39Hq") && !printed.contains("0123456789"), "{printed}");
    }
}
