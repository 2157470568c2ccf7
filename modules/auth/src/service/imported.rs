//! Imported members: the account that an admin makes for them, and their invitation to use it.

use std::{collections::HashSet, time::Duration};

use sparkyard_kernel::{
    ApiError, Gender, Role, Timestamp, UserId,
    db::{DbError, Fragment},
    ports::{MailMessage, MemberDetails, NewPerson, Standing},
    validate::Checks,
};

use super::{
    AuthService,
    hashing_queue::Requester,
    reset::check_new_password,
    secret::{hash, random_secret},
};
use crate::{
    error::{AuthError, RESET_SENT},
    model::{
        account::Account,
        agreement::{Consent, Occasion},
        device::Device,
        session::SignedInDevice,
        sign_up::Acceptance,
    },
    store::{self, NewAccount, NewSession, OutgoingMail},
};

/// Validity of the link in an invitation.
pub(super) const INVITATION: Duration = Duration::from_hours(30 * 24);
/// Invitations mailed by one run of the job.
const BATCH: usize = 25;
/// Bulk mails that may wait while more are published.
const MAX_UNTRIED: usize = 200;

impl AuthService {
    /// Returns those of `emails` that have an account.
    pub(crate) async fn known_addresses(
        &self,
        emails: &[String],
    ) -> Result<HashSet<String>, AuthError> {
        let keys: Vec<String> = emails.iter().map(|email| self.pepper.email_key(email)).collect();
        let known = self.store.known_addresses(&keys).await?;
        let known = emails.iter().zip(known).filter(|(_, known)| *known);
        Ok(known.map(|(email, _)| email.clone()).collect())
    }

    /// Prepares an account of a member who is to be invited.
    pub(crate) async fn import(
        &self,
        email: &str,
        member: MemberDetails,
    ) -> Result<(UserId, Vec<Fragment>), AuthError> {
        let id = UserId(self.cx.ids.next());
        let mut account = self.new_account(id.clone(), email, Role::Member, String::new());
        account.standing = Standing::Invited;
        let profile = self.written_down(&account, member, false).await?;
        Ok((id, store::import(account, profile)))
    }

    /// Prepares the profile of a member whom an admin writes down.
    pub(super) async fn written_down(
        &self,
        account: &NewAccount,
        member: MemberDetails,
        listed: bool,
    ) -> Result<Fragment, ApiError> {
        let MemberDetails { firstname, lastname, phone, location, bio } = member;
        let profile = self.people.get()?.create(NewPerson {
            id: account.id.clone(),
            firstname,
            lastname,
            gender: Gender::PreferNotToSay,
            phone,
            location,
            bio,
            place: None,
            at: account.at,
            listed,
        });
        profile.await
    }

    /// Mails the next invitations. Stops while many mails wait, so that they leave at the speed of
    /// the mail server.
    pub(crate) async fn send_welcomes(&self, now: Timestamp) -> Result<(), AuthError> {
        if self.store.is_mail_busy(MAX_UNTRIED).await? {
            return Ok(());
        }
        let due = self.store.due_welcomes(now, BATCH).await?;
        for account in self.accounts(&due).await? {
            let secret = random_secret();
            let mail = OutgoingMail {
                id: self.cx.ids.next(),
                message: welcome(&account, &secret),
                at: now,
            };
            let until = now + INVITATION;
            match self.store.send_welcome(&account.id, hash(&secret), until, mail).await {
                // Another process was faster.
                Err(DbError::Refused(violation)) if *violation == RESET_SENT => {}
                sent => sent?,
            }
        }
        Ok(())
    }

    /// Lets an imported member use the account: sets the password, shows the profile and signs them
    /// in. They consent to the terms themselves.
    pub(crate) async fn accept_invitation(
        &self,
        form: Acceptance,
        device: Device,
    ) -> Result<SignedInDevice, AuthError> {
        let Acceptance { token, password, adult, terms } = form;
        check_new_password(&password, "")?;
        Checks::new()
            .check("adult", adult, "You need to be 18 or older to join.")
            .check("terms", terms, "Please accept the terms to join.")
            .finish()?;
        let (token_hash, now) = (hash(token.trim()), self.cx.now());
        let owner = self.store.reset_owner(&token_hash, now).await?;
        let owner = owner.ok_or(AuthError::ResetInvalid)?;
        let account = self.store.account(&owner).await?;
        let account = account.filter(Account::is_invited).ok_or(AuthError::ResetInvalid)?;
        check_new_password(&password, &account.email)?;
        let password_hash = self.passwords.hash(password, &Requester::of(&device)).await?;
        let shown = self.people.get()?.set_listed(&owner, true);
        let edition = self.edition().await?;
        let consent =
            edition.map(|edition| Consent::new(owner.clone(), edition, Occasion::Invitation, now));
        let new = (token_hash, password_hash);
        self.store.accept_invitation(&account, new, (shown, consent), now).await?;
        let account = self.account(&owner).await?;
        self.open_session(&account, device, NewSession::default()).await
    }
}

/// Builds the mail that invites an imported member, with a link that contains `secret`.
pub(super) fn welcome(account: &Account, secret: &str) -> MailMessage {
    MailMessage::new(account.email.clone(), "auth/welcome")
        .with("token", secret)
        .good_for(INVITATION)
}
