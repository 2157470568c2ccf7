//! Signing in: a password, the account's standing, the second factor, a session.

use std::sync::Arc;

use sparkyard_kernel::{db::DbError, ports::Standing};

use crate::{
    error::{ACCOUNT_CHANGED, AuthError},
    known::KnownDevices,
    password::Passwords,
    password_rules::MAX_LENGTH,
    proof::given,
    queue::Share,
    second_factor::SecondFactors,
    secret::Pepper,
    session::{Device, Sessions, SignedInDevice},
    store::{AccountRow, Entry, NewLink, Store},
    throttle::{Guess, Throttle},
};

/// Lets the owners of accounts in.
#[derive(Clone)]
pub(crate) struct SignIn {
    pub(crate) store: Store,
    pub(crate) known: KnownDevices,
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
    ) -> Result<SignedInDevice, AuthError> {
        let key = self.pepper.email_key(email);
        let account = self.store.account_by_email(&key).await?;
        let mark = match &account {
            Some(account) => self.known.recognise(account, &device.marks).await?,
            None => None,
        };
        let (guess, who) = match mark {
            Some(mark) => (Guess::known(&mark), Share::Known(mark.id)),
            None => (Guess::sign_in(&self.pepper, &key, &device), device.share()),
        };
        self.throttle.check(&guess).await?;
        let stored = account.as_ref().and_then(AccountRow::password_hash);
        let plausible = password.chars().count() <= MAX_LENGTH;
        let right = plausible && self.passwords.verify(password, stored, &who).await?;
        let Some(account) = account.filter(|_| right) else {
            self.throttle.count(&guess).await?;
            return Err(AuthError::InvalidCredentials);
        };
        self.finish(&account, code, device, &guess, None).await
    }

    /// Lets in the proven owner of `account`, once its standing and second factor allow it, and
    /// links it with `link` in the same write. Wrong codes count as wrong guesses at `guess`;
    /// being let in forgives those.
    pub(crate) async fn finish(
        &self,
        account: &AccountRow,
        code: Option<&str>,
        device: Device,
        guess: &Guess,
        link: Option<NewLink>,
    ) -> Result<SignedInDevice, AuthError> {
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
        let entry = Entry { forgiven, link, ..Entry::default() };
        match self.sessions.open(account, device, entry).await {
            // The password was changed, or the account suspended, while we were checking.
            Err(AuthError::Db(DbError::Refused(refusal))) if refusal.code == ACCOUNT_CHANGED => {
                Err(AuthError::InvalidCredentials)
            }
            Err(AuthError::Db(error)) => self.throttle.answer(guess, Err(error)).await,
            opened => opened,
        }
    }
}
