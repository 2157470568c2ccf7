//! The second factor: what somebody has, asked for beside what they know.
//!
//! A [`Factor`] recognises a proof of one kind and uses it up. Whoever asks for a second factor
//! asks [`SecondFactors`], which knows all kinds: another kind (a passkey, whose proof is a
//! signed challenge) is one more implementation and one more line in [`SecondFactors::new`].

use std::sync::Arc;

use async_trait::async_trait;
use poem_openapi::Enum;
use sparkyard_kernel::{Cx, UserId, audit::AuditEntry, ports::MailMessage};

use crate::{
    error::AuthError,
    secret::Pepper,
    store::{AccountRow, News, Store},
    throttle::{Guess, Throttle},
};

mod recovery;
mod totp;

pub(crate) use recovery::Recovery;
pub(crate) use totp::Totps;

/// Kinds of second factor that a member can set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum FactorKind {
    /// Codes from an authenticator app.
    Totp,
}

/// One kind of proof.
#[async_trait]
pub(crate) trait Factor: Send + Sync + 'static {
    /// What members set up to have it; `None` for what comes with another.
    fn kind(&self) -> Option<FactorKind>;

    /// Whether `proof` is the member's and unused; uses it up. What has the form of another
    /// kind's proof is simply not this one's.
    async fn accepts(&self, account: &AccountRow, proof: &str) -> Result<bool, AuthError>;
}

/// Longest proof worth looking at.
const MAX_PROOF: usize = 64;

/// All kinds of second factor, and the limit on guessing at them.
#[derive(Clone)]
pub(crate) struct SecondFactors {
    cx: Cx,
    store: Store,
    throttle: Throttle,
    factors: Arc<[Arc<dyn Factor>]>,
    pub(crate) totps: Arc<Totps>,
    pub(crate) recovery: Arc<Recovery>,
}

impl SecondFactors {
    pub(crate) fn new(cx: &Cx, store: &Store, pepper: &Pepper) -> anyhow::Result<Self> {
        let totps = Arc::new(Totps::new(cx, store)?);
        let recovery = Arc::new(Recovery::new(cx, store, pepper));
        Ok(Self {
            cx: cx.clone(),
            store: store.clone(),
            throttle: Throttle::new(cx, store),
            factors: Arc::new([totps.clone(), recovery.clone()]),
            totps,
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
        account: &AccountRow,
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
        account: &AccountRow,
        code: &str,
        guess: &Guess,
    ) -> Result<Vec<String>, AuthError> {
        self.throttle.count(guess).await?;
        let right = self.totps.check_new(account, code).await?;
        let (sealed, step) = right.ok_or(AuthError::StepUpWrong)?;
        let codes = self.recovery.draw(account);
        let news = self.news(account, "auth/second_factor_on");
        self.store.confirm_totp(&account.user(), sealed, step, codes.hashes, news).await?;
        self.throttle.run(guess, self.throttle.right_after_all(guess)).await?;
        Ok(codes.shown)
    }

    /// Switches the second factor of an account off and tells its owner; with an entry in the
    /// audit log when somebody else does it.
    pub(crate) async fn remove(
        &self,
        account: &AccountRow,
        audit: Option<AuditEntry<'_>>,
    ) -> Result<(), AuthError> {
        let news = self.news(account, "auth/second_factor_off");
        Ok(self.store.drop_second_factor(&account.user(), audit, news).await?)
    }

    fn news(&self, account: &AccountRow, template: &str) -> News {
        let mail = MailMessage::new(account.email.clone(), template);
        News { id: self.cx.ids.next(), mail, at: self.cx.now() }
    }
}

/// What a member should know about their second factor.
pub(crate) struct FactorState {
    pub(crate) since: Option<sparkyard_kernel::Timestamp>,
    pub(crate) recovery_codes_left: usize,
}

impl SecondFactors {
    /// How the second factor of `user` stands.
    pub(crate) async fn state(&self, user: &UserId) -> Result<FactorState, AuthError> {
        let account = self.store.account(user).await?;
        let since = account.and_then(|account| account.second_factor_at);
        let recovery_codes_left = self.store.recovery_hashes(user).await?.len();
        Ok(FactorState { since, recovery_codes_left })
    }
}
