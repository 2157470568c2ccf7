//! Changing the password or address of a signed-in member.

use std::time::Duration;

use sparkyard_kernel::{
    Caller,
    db::DbError,
    ports::{MailMessage, SignInChange},
    validate::Checks,
};

use super::{
    AuthService,
    code::check_email,
    hashing_queue::Requester,
    mail_allowance::{explain_change_refusal, use_up_change},
    mail_to,
    reset::check_new_password,
    secret::random_code,
    throttle::{Guess, seconds_until},
};
use crate::{
    error::{AuthError, TOO_MANY_CODES},
    model::{account::Account, email::normalise},
    store::{CodeAttempt, CodeLimits, NewEmail, OutgoingMail, PasswordChange},
};

const LIMITS: CodeLimits = CodeLimits { life: Duration::from_mins(10), tries: 5 };

impl AuthService {
    /// Applies changes for which the caller proves to own the account.
    pub(crate) async fn change_sign_in(
        &self,
        caller: &Caller,
        change: SignInChange,
    ) -> Result<(), AuthError> {
        let SignInChange { current_password, code, password, email } = change;
        if let Some(password) = &password {
            check_new_password(password, &caller.email)?;
        }
        if let Some(email) = &email {
            check_email(email)?;
            let other = normalise(email) != normalise(&caller.email);
            Checks::new().check("email", other, "This is your address already.").finish()?;
        }
        let is_new = password.as_ref() != Some(&current_password);
        let account = self.prove_password(caller, current_password).await?;
        // Only a caller who knows the password learns that the new one equals it.
        Checks::new().check("newPassword", is_new, "This is your password already.").finish()?;
        self.prove_second_factor(caller, &account, code.as_deref()).await?;
        if let Some(email) = email {
            self.ask_for_email(&account, &email).await?;
        }
        if let Some(password) = password {
            self.set_password(caller, &account, password).await?;
        }
        Ok(())
    }

    /// Checks the code of a new address and returns that address.
    pub(crate) async fn verify_new_email(
        &self,
        caller: &Caller,
        code: &str,
    ) -> Result<String, AuthError> {
        let (given, now) =
            (self.new_email_code_hash(caller.id.as_str(), code.trim()), self.cx.now());
        let wanted = self.store.wanted_email(&caller.id, now).await?.ok_or(AuthError::WrongCode)?;
        let guess = Guess::new_email(&caller.id, &wanted);
        let attempt = CodeAttempt { code_hash: given.clone(), at: now, budgets: guess.budgets() };
        let tried = self.store.try_email_change(&caller.id, attempt).await;
        let email = self.throttle.answer(&guess, tried).await?;
        let email = email.ok_or(AuthError::WrongCode)?;
        let message = MailMessage::new(caller.email.clone(), "auth/email_changed");
        let mail = OutgoingMail { id: self.cx.ids.next(), message, at: now };
        match self.store.change_email(&caller.id, given, mail).await {
            Ok(()) => Ok(email),
            Err(DbError::AlreadyExists(_)) => Err(AuthError::EmailTaken),
            Err(DbError::Refused(_)) => Err(AuthError::WrongCode),
            Err(error) => Err(error.into()),
        }
    }

    async fn set_password(
        &self,
        caller: &Caller,
        account: &Account,
        password: String,
    ) -> Result<(), AuthError> {
        let password_hash = self.passwords.hash(password, &Requester::member(&caller.id)).await?;
        let mail = mail_to(&self.cx, account, "auth/password_changed");
        let change = PasswordChange {
            stamp: account.stamp,
            password_hash,
            except: &caller.session,
            revoked: self.cx.ids.next(),
            allowance: use_up_change(&self.cx, &caller.id),
        };
        let changed = self.store.change_password(&caller.id, change, mail).await;
        changed.map_err(|error| explain_change_refusal(&self.cx, error))
    }

    /// Sends a code to the new address. The result does not reveal whether the address has an
    /// account; its owner gets a hint instead, and no code is valid.
    async fn ask_for_email(&self, account: &Account, email: &str) -> Result<(), AuthError> {
        let email = normalise(email);
        let email_key = self.pepper.email_key(&email);
        // A code that may not be tried is not sent.
        self.throttle.check(&Guess::new_email(&account.id, &email_key)).await?;
        let known = self.store.account_by_email(&email_key).await?.is_some();
        let code = random_code();
        let message = match known {
            true => MailMessage::new(email.clone(), "auth/known"),
            false => MailMessage::new(email.clone(), "auth/new_email").with("code", &code),
        };
        let message = message.good_for(LIMITS.life);
        let code_hash = self.new_email_code_hash(account.id.as_str(), &code);
        let (user, mailbox) = (account.id.clone(), self.pepper.mailbox_key(&email));
        let now = self.cx.now();
        let wanted =
            NewEmail { user: user.clone(), email, email_key, mailbox: mailbox.clone(), code_hash };
        let mail = OutgoingMail { id: self.cx.ids.next(), message, at: now };
        let allowance = self.use_up_mail_to_stranger();
        match self.store.ask_for_email(wanted, &LIMITS, allowance, mail).await {
            Err(DbError::Refused(violation)) if *violation == TOO_MANY_CODES => {
                let next = self.store.next_new_email_at(&user, &mailbox, now).await?;
                Err(AuthError::TooManyCodes(seconds_until(next.unwrap_or(now), now)))
            }
            asked => asked.map_err(|error| self.explain_mail_refusal(error)),
        }
    }

    fn new_email_code_hash(&self, user: &str, code: &str) -> String {
        self.pepper.hash(&["new-email", user, code])
    }
}
