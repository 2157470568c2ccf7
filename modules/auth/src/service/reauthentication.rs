//! Renewed proof by a signed-in caller that the account is theirs.

use sparkyard_kernel::{Caller, UserId, auth::unauthorised};

use super::{AuthService, hashing_queue::Requester, throttle::Guess};
use crate::{error::AuthError, model::account::Account};

impl AuthService {
    /// Returns the account of `caller`, if `password` is correct.
    pub(crate) async fn prove_password(
        &self,
        caller: &Caller,
        password: String,
    ) -> Result<Account, AuthError> {
        let guess = Guess::proof(&caller.session);
        self.throttle.check(&guess).await?;
        let account = self.own_account(&caller.id).await?;
        let stored = account.password_hash.clone().ok_or(AuthError::NoPassword)?;
        if !self.passwords.verify(password, Some(stored), &Requester::member(&caller.id)).await? {
            self.throttle.count(&guess).await?;
            return Err(AuthError::WrongPassword);
        }
        match account.second_factor_at {
            None => self.throttle.run(&guess, self.throttle.right(&guess)).await?,
            // Only half of the proof: forgiving guesses now would allow unlimited guesses at codes.
            Some(_) => self.throttle.check(&guess).await?,
        }
        Ok(account)
    }

    /// Succeeds for accounts without a second factor, and if `code` is correct.
    pub(crate) async fn prove_second_factor(
        &self,
        caller: &Caller,
        account: &Account,
        code: Option<&str>,
    ) -> Result<(), AuthError> {
        if account.second_factor_at.is_none() {
            return Ok(());
        }
        let code = given(code).ok_or(AuthError::StepUpRequired)?;
        let guess = Guess::proof(&caller.session);
        if !self.factors.accept(account, code, &guess).await? {
            return Err(AuthError::StepUpWrong);
        }
        self.throttle.run(&guess, self.throttle.right_after_all(&guess)).await
    }

    /// Returns the account of a signed-in member.
    pub(crate) async fn own_account(&self, user: &UserId) -> Result<Account, AuthError> {
        Ok(self.store.account(user).await?.ok_or_else(unauthorised)?)
    }
}

/// Returns the code, unless the field was left empty.
pub(super) fn given(code: Option<&str>) -> Option<&str> {
    code.map(str::trim).filter(|code| !code.is_empty())
}
