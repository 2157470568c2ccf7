//! VAPID identity of the site (RFC 8292). Each message is signed with the key that the browser was
//! given on registration, so that nobody else can use the subscription.

use std::time::Duration;

use anyhow::Context;
use p256::{
    SecretKey,
    ecdsa::{Signature, SigningKey, signature::Signer},
};
use serde_json::json;
use sparkyard_kernel::{Timestamp, keys::MasterKey};

use super::encryption::to_base64;

/// Validity of a signature; no service accepts more than a day.
const GOOD_FOR: Duration = Duration::from_hours(12);

/// Signing key of the site, and its contact for push services.
pub(super) struct Identity {
    key: SigningKey,
    public: String,
    contact: String,
}

impl Identity {
    /// Derives the key, which is the same on every start with this master key.
    pub(super) fn new(keys: &MasterKey, contact: &str) -> anyhow::Result<Self> {
        let secret = SecretKey::from_slice(&keys.derive("notifications.push.identity"));
        let secret = secret.context("this master key makes no key for push services")?;
        let public = to_base64(secret.public_key().to_sec1_bytes());
        let contact = format!("mailto:{contact}");
        Ok(Self { key: SigningKey::from(&secret), public, contact })
    }

    /// Returns the public key, in base64url.
    pub(super) fn public_key(&self) -> &str {
        &self.public
    }

    /// Returns the `Authorization` header for the service at `origin`.
    pub(super) fn sign(&self, origin: &str, now: Timestamp) -> String {
        let until = (now + GOOD_FOR).as_seconds();
        let head = json!({ "typ": "JWT", "alg": "ES256" });
        let claims = json!({ "aud": origin, "exp": until, "sub": self.contact });
        let text = [head, claims].map(|part| to_base64(part.to_string())).join(".");
        let signature: Signature = self.key.sign(text.as_bytes());
        format!("vapid t={text}.{}, k={}", to_base64(signature.to_bytes()), self.public)
    }
}
