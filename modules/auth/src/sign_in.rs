//! Signing in: a password, the account's standing, the second factor, a session.

use std::sync::Arc;

use sparkyard_kernel::{db::DbError, ports::Standing};

use crate::{
    error::{ACCOUNT_CHANGED, AuthError},
    password::Passwords,
    password_rules::MAX_LENGTH,
    proof::given,
    second_factor::SecondFactors,
    secret::Pepper,
    session::{Device, Sessions, TokenPair},
    store::{AccountRow, Store},
    throttle::{Guess, Throttle},
};

/// Lets the owners of accounts in.
#[derive(Clone)]
pub(crate) struct SignIn {
    pub(crate) store: Store,
    pub(crate) pepper: Pepper,
    pub(crate) passwords: Passwords,
    pub(crate) throttle: Throttle,
    pub(crate) factors: SecondFactors,
    pub(crate) sessions: Arc<Sessions>,
}

impl SignIn {
    /// Lets in whoever knows the password of an account. An unknown address takes as long as a
    /// wrong password, gets the same answer, and runs out of guesses like any other.
    pub(crate) async fn with_password(
        &self,
        email: &str,
        password: String,
        code: Option<&str>,
        device: Device,
    ) -> Result<TokenPair, AuthError> {
        let key = self.pepper.email_key(email);
        let guess = Guess::sign_in(&key);
        self.throttle.check(&guess).await?;
        let account = self.store.account_by_email(&key).await?;
        let stored = account.as_ref().map(|account| account.password_hash.clone());
        let plausible = password.chars().count() <= MAX_LENGTH;
        let right = plausible && self.passwords.verify(password, stored).await?;
        let Some(account) = account.filter(|_| right) else {
            self.throttle.count(&guess).await?;
            return Err(AuthError::InvalidCredentials);
        };
        self.finish(&account, code, device, &guess).await
    }

    /// Lets in the proven owner of `account`, once its standing and second factor allow it.
    /// Wrong codes count as wrong guesses at `guess`; being let in forgives those.
    pub(crate) async fn finish(
        &self,
        account: &AccountRow,
        code: Option<&str>,
        device: Device,
        guess: &Guess,
    ) -> Result<TokenPair, AuthError> {
        // Too many wrong guesses may have come in since; then nothing is told of a right one.
        self.throttle.check(guess).await?;
        match account.standing {
            Standing::Active => {}
            Standing::Pending => return Err(AuthError::AwaitingApproval),
            Standing::Suspended => return Err(AuthError::Suspended),
        }
        let forgiven = if account.second_factor_at.is_none() {
            self.throttle.right(guess)
        } else {
            let code = given(code).ok_or(AuthError::SecondFactorMissing)?;
            if !self.factors.accept(account, code, guess).await? {
                return Err(AuthError::SecondFactorWrong);
            }
            self.throttle.right_after_all(guess)
        };
        match self.sessions.open(account, device, forgiven).await {
            // The password was changed, or the account suspended, while we were checking.
            Err(AuthError::Db(DbError::Refused(refusal))) if refusal.code == ACCOUNT_CHANGED => {
                Err(AuthError::InvalidCredentials)
            }
            Err(AuthError::Db(error)) => self.throttle.answer(guess, Err(error)).await,
            opened => opened,
        }
    }
}
