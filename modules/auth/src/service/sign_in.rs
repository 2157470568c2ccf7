//! Signing in: password, standing of the account, second factor, session.

use sparkyard_kernel::{db::DbError, ports::Standing};

use super::{AuthService, hashing_queue::Requester, reauthentication::given, throttle::Guess};
use crate::{
    error::{ACCOUNT_CHANGED, AuthError},
    model::{
        account::Account, device::Device, password_rules::MAX_LENGTH, session::SignedInDevice,
    },
    store::{NewLink, NewSession},
};

impl AuthService {
    /// Signs in with a password. An unknown address takes as long as a wrong password, gets the
    /// same answer, and is limited like any other.
    pub(crate) async fn sign_in(
        &self,
        email: &str,
        password: String,
        code: Option<&str>,
        device: Device,
    ) -> Result<SignedInDevice, AuthError> {
        let key = self.pepper.email_key(email);
        let account = self.store.account_by_email(&key).await?;
        let mark = match &account {
            Some(account) => self.known_devices.recognise(account, &device.marks).await?,
            None => None,
        };
        let (guess, requester) = match mark {
            Some(mark) => (Guess::known(&mark), Requester::Known(mark.id)),
            None => (Guess::sign_in(&self.pepper, &key, &device), Requester::of(&device)),
        };
        self.throttle.check(&guess).await?;
        let stored = account.as_ref().and_then(|account| account.password_hash.clone());
        let plausible = password.chars().count() <= MAX_LENGTH;
        let right = plausible && self.passwords.verify(password, stored, &requester).await?;
        let Some(account) = account.filter(|_| right) else {
            self.throttle.count(&guess).await?;
            return Err(AuthError::InvalidCredentials);
        };
        self.finish_sign_in(&account, code, device, &guess, None).await
    }

    /// Returns the refusal of a suspended member, with the page on which they can appeal.
    async fn refuse_suspended(&self, account: &Account) -> Result<AuthError, AuthError> {
        let link = match self.appeals.filled() {
            Some(appeals) => appeals.link(&account.id).await?,
            None => None,
        };
        Ok(AuthError::Suspended(link))
    }

    /// Opens a session for the verified owner of `account`, if its standing and second factor allow
    /// it, and adds `link` in the same transaction. Wrong codes count as wrong guesses at `guess`;
    /// a success forgives them.
    pub(super) async fn finish_sign_in(
        &self,
        account: &Account,
        code: Option<&str>,
        device: Device,
        guess: &Guess,
        link: Option<NewLink>,
    ) -> Result<SignedInDevice, AuthError> {
        // Once the limit is reached, the caller must not learn that the guess was right.
        self.throttle.check(guess).await?;
        match account.standing {
            Standing::Active => {}
            Standing::Pending => return Err(AuthError::AwaitingApproval),
            Standing::Suspended => return Err(self.refuse_suspended(account).await?),
            Standing::Invited => return Err(AuthError::InvitationOpen),
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
        let new = NewSession { forgiven, link, ..NewSession::default() };
        match self.open_session(account, device, new).await {
            // The password was changed or the account suspended during the check.
            Err(AuthError::Db(DbError::Refused(violation))) if *violation == ACCOUNT_CHANGED => {
                Err(AuthError::InvalidCredentials)
            }
            Err(AuthError::Db(error)) => self.throttle.answer(guess, Err(error)).await,
            opened => opened,
        }
    }
}
