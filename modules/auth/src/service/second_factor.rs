//! The second factor: proof of possession, in addition to the password.
//!
//! A [`Factor`] recognises and uses up one kind of proof. Callers use [`SecondFactors`], which
//! knows all kinds. Another kind, such as a passkey, whose proof is a signed challenge, needs one
//! more implementation and one more line in [`SecondFactors::new`].

use std::sync::Arc;

use async_trait::async_trait;
use sparkyard_kernel::{Caller, Cx, Role, audit::AuditEntry};

use self::{recovery::RecoveryFactor, totp::TotpFactor};
use super::{
    AuthService,
    mail_allowance::{explain_change_refusal, use_up_change},
    mail_to,
    secret::Pepper,
    throttle::{Guess, Throttle},
};
use crate::{
    error::AuthError,
    model::{
        account::Account,
        second_factor::{FactorKind, SecondFactorState, TotpEnrolment},
    },
    store::AuthStore,
};

mod recovery;
mod totp;

/// A kind of second-factor proof.
#[async_trait]
pub(crate) trait Factor: Send + Sync + 'static {
    /// Returns the kind that members set up; `None` if it comes with another kind.
    fn kind(&self) -> Option<FactorKind>;

    /// Uses up `proof` and returns true if it is the member's and unused. A proof in another kind's
    /// format returns false.
    async fn accepts(&self, account: &Account, proof: &str) -> Result<bool, AuthError>;
}

/// Maximum length of a proof.
const MAX_PROOF: usize = 64;

/// All kinds of second factor, and the limit on guesses.
#[derive(Clone)]
pub(crate) struct SecondFactors {
    cx: Cx,
    store: AuthStore,
    throttle: Throttle,
    factors: Arc<[Arc<dyn Factor>]>,
    totp: Arc<TotpFactor>,
    recovery: Arc<RecoveryFactor>,
}

impl SecondFactors {
    pub(crate) fn new(cx: &Cx, store: &AuthStore, pepper: &Pepper) -> anyhow::Result<Self> {
        let totp = Arc::new(TotpFactor::new(cx, store)?);
        let recovery = Arc::new(RecoveryFactor::new(cx, store, pepper));
        Ok(Self {
            cx: cx.clone(),
            store: store.clone(),
            throttle: Throttle::new(cx, store),
            factors: Arc::new([totp.clone(), recovery.clone()]),
            totp,
            recovery,
        })
    }

    /// Returns the kinds that members can set up.
    pub(crate) fn kinds(&self) -> Vec<FactorKind> {
        self.factors.iter().filter_map(|factor| factor.kind()).collect()
    }

    /// Uses up `proof` and returns whether it is correct. Counts as a guess before it is checked,
    /// so that concurrent guesses cannot exceed the limit; after a correct one, the caller forgives
    /// the guess with [`Throttle::right_after_all`].
    pub(crate) async fn accept(
        &self,
        account: &Account,
        proof: &str,
        guess: &Guess,
    ) -> Result<bool, AuthError> {
        self.throttle.count(guess).await?;
        if proof.len() > MAX_PROOF {
            return Ok(false);
        }
        for factor in self.factors.iter() {
            if factor.accepts(account, proof).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Switches the second factor on with a code of the new app. Returns the recovery codes, which
    /// are shown only once.
    pub(crate) async fn confirm(
        &self,
        account: &Account,
        code: &str,
        guess: &Guess,
    ) -> Result<Vec<String>, AuthError> {
        self.throttle.count(guess).await?;
        let right = self.totp.check_new(account, code).await?;
        let (sealed, step) = right.ok_or(AuthError::StepUpWrong)?;
        let codes = self.recovery.draw(account);
        let mail = mail_to(&self.cx, account, "auth/second_factor_on");
        let allowance = use_up_change(&self.cx, &account.id);
        let on =
            self.store.confirm_totp(&account.id, (sealed, step), codes.hashes, allowance, mail);
        on.await.map_err(|error| explain_change_refusal(&self.cx, error))?;
        self.throttle.run(guess, self.throttle.right_after_all(guess)).await?;
        Ok(codes.shown)
    }

    /// Switches the second factor off and notifies the owner. Writes an audit entry if somebody
    /// else does it.
    pub(crate) async fn remove(
        &self,
        account: &Account,
        audit: Option<AuditEntry<'_>>,
    ) -> Result<(), AuthError> {
        let mail = mail_to(&self.cx, account, "auth/second_factor_off");
        Ok(self.store.drop_second_factor(&account.id, audit, mail).await?)
    }
}

impl AuthService {
    /// Returns the state of the caller's second factor.
    pub(crate) async fn second_factor(
        &self,
        caller: &Caller,
    ) -> Result<SecondFactorState, AuthError> {
        let account = self.store.account(&caller.id).await?;
        Ok(SecondFactorState {
            since: account.and_then(|account| account.second_factor_at),
            recovery_codes_left: self.store.recovery_hashes(&caller.id).await?.len(),
            required: self.admins_need_second_factor && caller.role == Role::Admin,
            kinds: self.factors.kinds(),
        })
    }

    /// Starts setting up an authenticator app; requires the caller's password.
    pub(crate) async fn begin_totp(
        &self,
        caller: &Caller,
        password: String,
    ) -> Result<TotpEnrolment, AuthError> {
        let account = self.prove_password(caller, password).await?;
        self.factors.totp.begin(&account).await
    }

    /// Switches the second factor on with the app's first code, and returns the recovery codes.
    pub(crate) async fn confirm_totp(
        &self,
        caller: &Caller,
        code: &str,
    ) -> Result<Vec<String>, AuthError> {
        let account = self.own_account(&caller.id).await?;
        self.factors.confirm(&account, code, &Guess::proof(&caller.session)).await
    }

    /// Replaces all recovery codes of the caller; requires a code.
    pub(crate) async fn renew_recovery_codes(
        &self,
        caller: &Caller,
        code: &str,
    ) -> Result<Vec<String>, AuthError> {
        let account = self.own_account(&caller.id).await?;
        self.prove_second_factor(caller, &account, Some(code)).await?;
        self.factors.recovery.renew(&account).await
    }

    /// Switches the caller's second factor off; requires the password and a code.
    pub(crate) async fn remove_second_factor(
        &self,
        caller: &Caller,
        password: String,
        code: Option<&str>,
    ) -> Result<(), AuthError> {
        let account = self.prove_password(caller, password).await?;
        self.prove_second_factor(caller, &account, code).await?;
        self.factors.remove(&account, None).await
    }
}
