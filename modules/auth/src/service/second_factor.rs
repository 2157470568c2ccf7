//! The second factor: what somebody has, asked for beside what they know.
//!
//! A [`Factor`] recognises a proof of one kind and uses it up. Whoever asks for a second factor
//! asks [`SecondFactors`], which knows all kinds: another kind (a passkey, whose proof is a
//! signed challenge) is one more implementation and one more line in [`SecondFactors::new`].

use std::sync::Arc;

use async_trait::async_trait;
use sparkyard_kernel::{Caller, Cx, Role, audit::AuditEntry, ports::MailMessage};

use self::{recovery::RecoveryFactor, totp::TotpFactor};
use super::{
    AuthService,
    mail_allowance::{explain_change_refusal, use_up_change},
    secret::Pepper,
    throttle::{Guess, Throttle},
};
use crate::{
    error::AuthError,
    model::{
        account::Account,
        second_factor::{FactorKind, SecondFactorState, TotpEnrolment},
    },
    store::{AuthStore, OutgoingMail},
};

mod recovery;
mod totp;

/// One kind of proof.
#[async_trait]
pub(crate) trait Factor: Send + Sync + 'static {
    /// What members set up to have it; `None` for what comes with another.
    fn kind(&self) -> Option<FactorKind>;

    /// Whether `proof` is the member's and unused; uses it up. What has the form of another
    /// kind's proof is simply not this one's.
    async fn accepts(&self, account: &Account, proof: &str) -> Result<bool, AuthError>;
}

/// Longest proof worth looking at.
const MAX_PROOF: usize = 64;

/// All kinds of second factor, and the limit on guessing at them.
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

    /// What members can set up.
    pub(crate) fn kinds(&self) -> Vec<FactorKind> {
        self.factors.iter().filter_map(|factor| factor.kind()).collect()
    }

    /// Whether `proof` is good; uses it up. Counts as a guess before it is looked at, so that
    /// many at once do not get more than their number; a right one is for the caller to forgive
    /// with [`Throttle::right_after_all`].
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

    /// Switches the second factor of an account on with a code of its new app; the recovery
    /// codes, which are shown this once.
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
        let mail = self.mail_to(account, "auth/second_factor_on");
        let allowance = use_up_change(&self.cx, &account.id);
        let on =
            self.store.confirm_totp(&account.id, (sealed, step), codes.hashes, allowance, mail);
        on.await.map_err(|error| explain_change_refusal(&self.cx, error))?;
        self.throttle.run(guess, self.throttle.right_after_all(guess)).await?;
        Ok(codes.shown)
    }

    /// Switches the second factor of an account off and tells its owner; with an entry in the
    /// audit log when somebody else does it.
    pub(crate) async fn remove(
        &self,
        account: &Account,
        audit: Option<AuditEntry<'_>>,
    ) -> Result<(), AuthError> {
        let mail = self.mail_to(account, "auth/second_factor_off");
        Ok(self.store.drop_second_factor(&account.id, audit, mail).await?)
    }

    fn mail_to(&self, account: &Account, template: &str) -> OutgoingMail {
        let message = MailMessage::new(account.email.clone(), template);
        OutgoingMail { id: self.cx.ids.next(), message, at: self.cx.now() }
    }
}

impl AuthService {
    /// How the second factor of the caller stands.
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

    /// Begins to set up an authenticator app of the caller, who knows the password.
    pub(crate) async fn begin_totp(
        &self,
        caller: &Caller,
        password: String,
    ) -> Result<TotpEnrolment, AuthError> {
        let account = self.prove_password(caller, password).await?;
        self.factors.totp.begin(&account).await
    }

    /// Switches the caller's second factor on with the first code of the app; the recovery codes.
    pub(crate) async fn confirm_totp(
        &self,
        caller: &Caller,
        code: &str,
    ) -> Result<Vec<String>, AuthError> {
        let account = self.own_account(&caller.id).await?;
        self.factors.confirm(&account, code, &Guess::proof(&caller.session)).await
    }

    /// Replaces all recovery codes of the caller, who shows a code.
    pub(crate) async fn renew_recovery_codes(
        &self,
        caller: &Caller,
        code: &str,
    ) -> Result<Vec<String>, AuthError> {
        let account = self.own_account(&caller.id).await?;
        self.prove_second_factor(caller, &account, Some(code)).await?;
        self.factors.recovery.renew(&account).await
    }

    /// Switches the second factor of the caller off, who proves to be its owner.
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
