//! Time-based codes from an authenticator app (RFC 6238): six digits, every 30 seconds.

use std::time::Duration;

use async_trait::async_trait;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use sparkyard_kernel::{Cx, keys::random_bytes, seal::Seal};
use totp_rs::{Builder, Secret, Totp};

use super::Factor;
use crate::{
    error::AuthError,
    model::{
        account::Account,
        second_factor::{FactorKind, TotpEnrolment},
    },
    store::AuthStore,
};

/// Time within which a new secret must be confirmed.
const ENROLMENT: Duration = Duration::from_hours(1);
/// Number of time steps that a clock may be off, either way.
const SKEW: u16 = 1;

/// Authenticator apps as a kind of second factor.
pub(crate) struct TotpFactor {
    cx: Cx,
    store: AuthStore,
    seal: Seal,
}

impl TotpFactor {
    pub(crate) fn new(cx: &Cx, store: &AuthStore) -> anyhow::Result<Self> {
        let seal = Seal::new(&cx.keys.derive("auth.second_factor"), &STANDARD_NO_PAD)?;
        Ok(Self { cx: cx.clone(), store: store.clone(), seal })
    }

    /// Creates a secret for an app. It has no effect until a code confirms it.
    pub(crate) async fn begin(&self, account: &Account) -> Result<TotpEnrolment, AuthError> {
        let secret: [u8; 20] = random_bytes();
        let totp = self.totp(account, secret.to_vec())?;
        let uri = totp.to_url().map_err(|error| AuthError::Crypto(error.to_string()))?;
        let sealed = self.seal.close(account.id.as_str(), secret.to_vec());
        let sealed = sealed.map_err(|error| AuthError::Crypto(error.to_string()))?;
        self.store.begin_totp(&account.id, sealed, self.cx.now()).await?;
        Ok(TotpEnrolment { secret: Secret::from(secret).to_base32(), uri })
    }

    /// Returns the sealed secret and the time step of a code of the app being set up.
    pub(crate) async fn check_new(
        &self,
        account: &Account,
        code: &str,
    ) -> Result<Option<(String, i64)>, AuthError> {
        let fresh_since = self.cx.now() - ENROLMENT;
        let row = self.store.totp(&account.id).await?;
        let row = row.filter(|row| row.confirmed_at.is_none() && row.created_at > fresh_since);
        let row = row.ok_or(AuthError::NotBegun)?;
        let step = self.step(account, &row.sealed_secret, code)?;
        Ok(step.map(|step| (row.sealed_secret, step)))
    }

    /// Returns the time step of `code`, if it is from a step within the allowed skew.
    fn step(&self, account: &Account, sealed: &str, code: &str) -> Result<Option<i64>, AuthError> {
        let broken = || AuthError::Crypto(format!("the secret of {} cannot be opened", account.id));
        let secret = self.seal.open(account.id.as_str(), sealed).ok_or_else(broken)?;
        let totp = self.totp(account, secret)?;
        let digits: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        let now = u64::try_from(self.cx.now().as_seconds()).unwrap_or(0);
        Ok(totp.check(&digits, now).and_then(|step| i64::try_from(step).ok()))
    }

    fn totp(&self, account: &Account, secret: Vec<u8>) -> Result<Totp, AuthError> {
        // A colon would end the issuer in the URI that apps read.
        let issuer = self.cx.site.name().replace(':', " ");
        Builder::new()
            .with_secret(secret)
            .with_skew(SKEW)
            .with_account_name(account.email.as_str())
            .with_issuer(Some(issuer))
            .build()
            .map_err(|error| AuthError::Crypto(error.to_string()))
    }
}

#[async_trait]
impl Factor for TotpFactor {
    fn kind(&self) -> Option<FactorKind> {
        Some(FactorKind::Totp)
    }

    async fn accepts(&self, account: &Account, proof: &str) -> Result<bool, AuthError> {
        let row = self.store.totp(&account.id).await?.filter(|row| row.confirmed_at.is_some());
        let Some(row) = row else { return Ok(false) };
        let Some(step) = self.step(account, &row.sealed_secret, proof)? else { return Ok(false) };
        let fresh = self.store.use_totp(&account.id, step).await?;
        if !fresh {
            tracing::warn!(user = account.id.as_str(), "a one-time code was used again");
        }
        Ok(fresh)
    }
}
