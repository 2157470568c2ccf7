//! Registration of accounts.

use sparkyard_kernel::{
    Gender, Point, Role, UserId,
    audit::AuditEntry,
    db::DbError,
    ports::{MailMessage, NewPerson, Registration, Standing},
    text,
    validate::{Checks, is_phone},
};

use super::{AuthService, code::check_email, hashing_queue::Requester, secret::hash};
use crate::{
    error::AuthError,
    model::{
        device::Device,
        email::normalise,
        password_rules::objection,
        sign_up::{AdminForm, Registered, RegisteredAdmin, SignUpForm},
    },
    store::{NewAccount, NewSession, OutgoingMail},
};

/// Maximum length of a telephone number, in characters.
const MAX_PHONE: usize = 30;
/// Maximum length of a town's name, in characters.
const MAX_CITY: usize = 120;
const NO_PHONE: &str = "Please enter a telephone number.";

impl AuthService {
    /// Creates an account for a verified address; pending where staff approve members.
    pub(crate) async fn register(
        &self,
        form: SignUpForm,
        device: &Device,
    ) -> Result<Registered, AuthError> {
        check_email(&form.email)?;
        check_password(check_names(&form.firstname, &form.lastname), &form.password, &form.email)
            .line("phone", &form.phone, 5, MAX_PHONE)
            .check("phone", is_phone(&form.phone), NO_PHONE)
            .line("location", form.location.as_deref().unwrap_or_default(), 0, MAX_CITY)
            .check("adult", form.adult, "You need to be 18 or older to join.")
            .check("terms", form.terms, "Please accept the terms to join.")
            .finish()?;
        let place = Point::in_uk(form.lat, form.lon)?;
        // Hashing is expensive, so it comes last, after all other checks.
        let token = hash(&form.token);
        let key = self.pepper.email_key(&form.email);
        let social = self.store.may_register(&token, &key, self.cx.now()).await?;
        let social = social.ok_or(AuthError::RegistrationExpired)?;
        self.check_address_is_free(&key).await?;
        let invitation = self.join_invitation(form.referral_code.as_deref()).await?;
        let pending = self.cx.site.registration.get() == Registration::Approval;
        let (id, at) = (UserId(self.cx.ids.next()), self.cx.now());
        let profile = self.people.get()?.create(NewPerson {
            id: id.clone(),
            firstname: text::line(&form.firstname),
            lastname: text::line(&form.lastname),
            gender: form.gender,
            phone: text::line(&form.phone),
            location: form.location.map(|city| text::line(&city)),
            bio: String::new(),
            place,
            at,
            listed: !pending,
        });
        let profile = profile.await?;
        let password_hash = self.passwords.hash(form.password, &Requester::of(device)).await?;
        let mut account = self.new_account(id.clone(), &form.email, Role::Member, password_hash);
        account.referral_code = invitation;
        if pending {
            account.standing = Standing::Pending;
        }
        let consent = self.first_consent(&account, social).await?;
        let mail = pending.then(|| OutgoingMail {
            id: self.cx.ids.next(),
            message: MailMessage::new(account.email.clone(), "auth/awaiting"),
            at: account.at,
        });
        let created = self.store.register(account, profile, consent, token, mail).await;
        created.map_err(email_taken).map(|()| Registered { id, pending })
    }

    /// Creates the admin of a set-up link, and signs them in.
    pub(crate) async fn set_up_admin(
        &self,
        form: AdminForm,
        device: Device,
    ) -> Result<RegisteredAdmin, AuthError> {
        check_email(&form.email)?;
        let no_phone = form.phone.trim().is_empty();
        check_password(check_names(&form.firstname, &form.lastname), &form.password, &form.email)
            .check("phone", no_phone || is_phone(&form.phone), NO_PHONE)
            .line("phone", &form.phone, 0, MAX_PHONE)
            .finish()?;
        let (secret, email, at) = (hash(&form.secret), normalise(&form.email), self.cx.now());
        if !self.store.may_set_up_admin(&secret, &email, at).await? {
            return Err(AuthError::AdminLinkVoid);
        }
        self.check_address_is_free(&self.pepper.email_key(&email)).await?;
        let id = UserId(self.cx.ids.next());
        let profile = self.people.get()?.create(NewPerson {
            id: id.clone(),
            firstname: text::line(&form.firstname),
            lastname: text::line(&form.lastname),
            gender: Gender::PreferNotToSay,
            phone: text::line(&form.phone),
            location: None,
            bio: String::new(),
            place: None,
            at,
            listed: true,
        });
        let profile = profile.await?;
        let password_hash = self.passwords.hash(form.password, &Requester::of(&device)).await?;
        let account = self.new_account(id.clone(), &email, Role::Admin, password_hash);
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: account.at,
            actor: id.as_str(),
            action: "auth.set_up_admin",
            subject: format!("user:{id}"),
            detail: "by set-up link".to_owned(),
        };
        let created = self.store.set_up_admin(account, profile, secret, audit).await;
        created.map_err(email_taken)?;
        let account = self.account(&id).await?;
        let entered = self.open_session(&account, device, NewSession::default()).await?;
        Ok(RegisteredAdmin { account: Registered { id, pending: false }, entered })
    }

    /// Returns the invitation `code`, if there is one. Where registration is by invitation, the
    /// code must belong to a member in good standing.
    async fn join_invitation(&self, code: Option<&str>) -> Result<Option<String>, AuthError> {
        let invitation = self.known_invitation(code).await?;
        if self.cx.site.registration.get() != Registration::Invite {
            return Ok(invitation.map(|known| known.code));
        }
        let known = invitation.ok_or(AuthError::InviteRequired)?;
        let account = self.store.account(&known.inviter).await?;
        match account.is_some_and(|account| account.standing == Standing::Active) {
            true => Ok(Some(known.code)),
            false => Err(AuthError::InviteRequired),
        }
    }

    /// Refuses an address that has an account. The caller has verified the address, so may know.
    async fn check_address_is_free(&self, email_key: &str) -> Result<(), AuthError> {
        match self.store.account_by_email(email_key).await? {
            Some(_) => Err(AuthError::EmailTaken),
            None => Ok(()),
        }
    }

    pub(super) fn new_account(
        &self,
        id: UserId,
        email: &str,
        role: Role,
        password_hash: String,
    ) -> NewAccount {
        let email = normalise(email);
        NewAccount {
            id,
            email_key: self.pepper.email_key(&email),
            email,
            password_hash,
            role,
            standing: Standing::Active,
            referral_code: None,
            at: self.cx.now(),
        }
    }
}

fn check_names(firstname: &str, lastname: &str) -> Checks {
    Checks::new().name("firstname", firstname, 60).name("lastname", lastname, 60)
}

fn check_password(checks: Checks, password: &str, email: &str) -> Checks {
    let objection = objection(password, email);
    checks.check("password", objection.is_none(), objection.unwrap_or_default())
}

/// Maps a conflict to [`AuthError::EmailTaken`]: the address got an account in the meantime.
fn email_taken(error: DbError) -> AuthError {
    match error {
        DbError::AlreadyExists(_) => AuthError::EmailTaken,
        error => error.into(),
    }
}
