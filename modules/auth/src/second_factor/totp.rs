//! Codes from an authenticator app (RFC 6238): six digits, thirty seconds.

use std::time::Duration;

use async_trait::async_trait;
use sparkyard_kernel::Cx;
use totp_rs::{Builder, Secret, Totp};

use super::{Factor, FactorKind};
use crate::{
    error::AuthError,
    seal::Seal,
    secret::random_bytes,
    store::{AccountRow, Store},
};

/// How long a secret waits for its first code.
const ENROLMENT: Duration = Duration::from_hours(1);
/// Steps that a clock may be off, either way.
const SKEW: u16 = 1;

/// What an app is set up with.
pub(crate) struct Enrolment {
    /// In base 32, to type in.
    pub(crate) secret: String,
    /// `otpauth://…`, to scan.
    pub(crate) uri: String,
}

/// Authenticator apps of members.
pub(crate) struct Totps {
    cx: Cx,
    store: Store,
    seal: Seal,
}

impl Totps {
    pub(crate) fn new(cx: &Cx, store: &Store) -> anyhow::Result<Self> {
        let seal = Seal::new(&cx.keys.derive("auth.second_factor"))?;
        Ok(Self { cx: cx.clone(), store: store.clone(), seal })
    }

    /// A new secret for an app. It counts for nothing until a code of it was shown.
    pub(crate) async fn begin(&self, account: &AccountRow) -> Result<Enrolment, AuthError> {
        let secret: [u8; 20] = random_bytes();
        let totp = self.totp(account, secret.to_vec())?;
        let uri = totp.to_url().map_err(|error| AuthError::Crypto(error.to_string()))?;
        let sealed = self.seal.close(&account.id, &secret)?;
        self.store.begin_totp(&account.user(), sealed, self.cx.now()).await?;
        Ok(Enrolment { secret: Secret::from(secret).to_base32(), uri })
    }

    /// The sealed secret and the step of a code, if that is one of the app being set up.
    pub(crate) async fn check_new(
        &self,
        account: &AccountRow,
        code: &str,
    ) -> Result<Option<(String, i64)>, AuthError> {
        let fresh_since = self.cx.now() - ENROLMENT;
        let row = self.store.totp(&account.user()).await?;
        let row = row.filter(|row| row.confirmed_at.is_none() && row.created_at > fresh_since);
        let row = row.ok_or(AuthError::NotBegun)?;
        let step = self.step(account, &row.sealed_secret, code)?;
        Ok(step.map(|step| (row.sealed_secret, step)))
    }

    /// The step whose code this is, if it is that of any step at hand.
    fn step(
        &self,
        account: &AccountRow,
        sealed: &str,
        code: &str,
    ) -> Result<Option<i64>, AuthError> {
        let totp = self.totp(account, self.seal.open(&account.id, sealed)?)?;
        let digits: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        let now = u64::try_from(self.cx.now().as_seconds()).unwrap_or(0);
        Ok(totp.check(&digits, now).and_then(|step| i64::try_from(step).ok()))
    }

    fn totp(&self, account: &AccountRow, secret: Vec<u8>) -> Result<Totp, AuthError> {
        // A colon would end the issuer in the address that apps read.
        let issuer = self.cx.site.name.replace(':', " ");
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
impl Factor for Totps {
    fn kind(&self) -> Option<FactorKind> {
        Some(FactorKind::Totp)
    }

    async fn accepts(&self, account: &AccountRow, proof: &str) -> Result<bool, AuthError> {
        let user = account.user();
        let row = self.store.totp(&user).await?.filter(|row| row.confirmed_at.is_some());
        let Some(row) = row else { return Ok(false) };
        let Some(step) = self.step(account, &row.sealed_secret, proof)? else { return Ok(false) };
        let fresh = self.store.use_totp(&user, step).await?;
        if !fresh {
            tracing::warn!(user = account.id, "a code that was used before was shown again");
        }
        Ok(fresh)
    }
}
