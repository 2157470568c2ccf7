//! Proving again, once signed in, that one is the owner of the account.

use async_trait::async_trait;
use sparkyard_kernel::{ApiError, Caller, UserId, auth::unauthorised, ports::StepUp};

use crate::{
    error::AuthError,
    password::Passwords,
    queue::Share,
    second_factor::SecondFactors,
    store::{AccountRow, Store},
    throttle::{Guess, Throttle},
};

/// Checks passwords and second factors of signed-in members.
#[derive(Clone)]
pub(crate) struct Prover {
    pub(crate) store: Store,
    pub(crate) passwords: Passwords,
    pub(crate) factors: SecondFactors,
    pub(crate) throttle: Throttle,
}

impl Prover {
    /// The account of `caller`, if `password` is its.
    pub(crate) async fn password(
        &self,
        caller: &Caller,
        password: String,
    ) -> Result<AccountRow, AuthError> {
        let guess = Guess::proof(&caller.session);
        self.throttle.check(&guess).await?;
        let account = self.account(&caller.id).await?;
        let stored = account.password_hash().ok_or(AuthError::NoPassword)?;
        if !self.passwords.verify(password, Some(stored), &member(&caller.id)).await? {
            self.throttle.count(&guess).await?;
            return Err(AuthError::WrongPassword);
        }
        match account.second_factor_at {
            None => self.throttle.run(&guess, self.throttle.right(&guess)).await?,
            // Half a proof: whoever knows the password must not begin again to guess at codes.
            Some(_) => self.throttle.check(&guess).await?,
        }
        Ok(account)
    }

    /// Passes accounts without a second factor, and those whose `code` is right.
    pub(crate) async fn second_factor(
        &self,
        caller: &Caller,
        account: &AccountRow,
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

    /// The account of a signed-in member.
    pub(crate) async fn account(&self, user: &UserId) -> Result<AccountRow, AuthError> {
        Ok(self.store.account(user).await?.ok_or_else(unauthorised)?)
    }
}

/// As whom a signed-in member waits for a password to be hashed.
pub(crate) fn member(user: &UserId) -> Share {
    Share::Known(user.to_string())
}

/// A code, unless the field was left empty.
pub(crate) fn given(code: Option<&str>) -> Option<&str> {
    code.map(str::trim).filter(|code| !code.is_empty())
}

#[async_trait]
impl StepUp for Prover {
    async fn confirm(&self, caller: &Caller, code: Option<&str>) -> Result<(), ApiError> {
        let account = self.account(&caller.id).await?;
        Ok(self.second_factor(caller, &account, code).await?)
    }
}
