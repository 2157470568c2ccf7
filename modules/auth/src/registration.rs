//! Making accounts.

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Role, UserId,
    audit::AuditEntry,
    db::DbError,
    ports::{MailMessage, NewPerson, People, Registration, Standing},
    text,
    validate::Checks,
};

use crate::{
    code::check_email,
    error::AuthError,
    invitation,
    password::Passwords,
    password_rules::objection,
    queue::Share,
    secret::{Pepper, hash, normalise},
    store::{NewAccount, News, Store},
};

/// Longest telephone number, in characters.
const MAX_PHONE: usize = 30;
/// Longest name of a town, in characters.
const MAX_CITY: usize = 120;
const NO_PHONE: &str = "Please enter a telephone number.";

/// What somebody says when they sign up.
pub(crate) struct Application {
    pub(crate) token: String,
    pub(crate) email: String,
    pub(crate) phone: String,
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) gender: String,
    pub(crate) password: String,
    pub(crate) adult: bool,
    pub(crate) terms: bool,
    pub(crate) location: Option<String>,
    pub(crate) referral_code: Option<String>,
}

/// What the host's first admin says.
pub(crate) struct AdminSetUp {
    pub(crate) secret: String,
    pub(crate) email: String,
    pub(crate) phone: String,
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) password: String,
}

/// An account that was made.
pub(crate) struct Registered {
    pub(crate) id: UserId,
    /// Whether it waits for approval.
    pub(crate) pending: bool,
}

/// Makes accounts.
pub(crate) struct Members {
    pub(crate) cx: Cx,
    pub(crate) store: Store,
    pub(crate) pepper: Pepper,
    pub(crate) passwords: Passwords,
    pub(crate) people: Arc<dyn People>,
    pub(crate) mode: Registration,
}

impl Members {
    /// Makes an account for a proven address; in a community that approves its members, one
    /// that waits.
    pub(crate) async fn register(
        &self,
        form: Application,
        who: &Share,
    ) -> Result<Registered, AuthError> {
        check_email(&form.email)?;
        password(names(&form.firstname, &form.lastname), &form.password, &form.email)
            .line("phone", &form.phone, 5, MAX_PHONE)
            .check("phone", is_phone(&form.phone), NO_PHONE)
            .line("location", form.location.as_deref().unwrap_or_default(), 0, MAX_CITY)
            .check("adult", form.adult, "You need to be 18 or older to join.")
            .check("terms", form.terms, "Please accept the terms to join.")
            .finish()?;
        // A password costs a lot to hash: that is done last, for those who will have an account.
        let token = hash(&form.token);
        let key = self.pepper.email_key(&form.email);
        if !self.store.may_register(&token, &key, self.cx.now()).await? {
            return Err(AuthError::RegistrationExpired);
        }
        self.check_free(&key).await?;
        let invitation = self.invitation(form.referral_code.as_deref()).await?;
        let pending = self.mode == Registration::Approval;
        let (id, at) = (UserId(self.cx.ids.next()), self.cx.now());
        let profile = self.people.create(NewPerson {
            id: id.clone(),
            firstname: text::line(&form.firstname),
            lastname: text::line(&form.lastname),
            gender: form.gender,
            phone: text::line(&form.phone),
            location: form.location.map(|city| text::line(&city)).filter(|city| !city.is_empty()),
            place: None,
            at,
            listed: !pending,
        })?;
        let password_hash = self.passwords.hash(form.password, who).await?;
        let mut account = self.account(id.clone(), &form.email, Role::Member, password_hash);
        account.referral_code = invitation;
        if pending {
            account.standing = Standing::Pending;
        }
        let news = pending.then(|| News {
            id: self.cx.ids.next(),
            mail: MailMessage::new(account.email.clone(), "auth/awaiting"),
            at: account.at,
        });
        let created = self.store.register(account, profile, token, news).await;
        created.map_err(taken).map(|()| Registered { id, pending })
    }

    /// Makes the admin that a set-up link was meant for.
    pub(crate) async fn set_up_admin(
        &self,
        form: AdminSetUp,
        who: &Share,
    ) -> Result<Registered, AuthError> {
        check_email(&form.email)?;
        let no_phone = form.phone.trim().is_empty();
        password(names(&form.firstname, &form.lastname), &form.password, &form.email)
            .check("phone", no_phone || is_phone(&form.phone), NO_PHONE)
            .line("phone", &form.phone, 0, MAX_PHONE)
            .finish()?;
        let (secret, email, at) = (hash(&form.secret), normalise(&form.email), self.cx.now());
        if !self.store.may_set_up_admin(&secret, &email, at).await? {
            return Err(AuthError::AdminLinkVoid);
        }
        self.check_free(&self.pepper.email_key(&email)).await?;
        let id = UserId(self.cx.ids.next());
        let profile = self.people.create(NewPerson {
            id: id.clone(),
            firstname: text::line(&form.firstname),
            lastname: text::line(&form.lastname),
            gender: "other".to_owned(),
            phone: text::line(&form.phone),
            location: None,
            place: None,
            at,
            listed: true,
        })?;
        let password_hash = self.passwords.hash(form.password, who).await?;
        let account = self.account(id.clone(), &email, Role::Admin, password_hash);
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: account.at,
            actor: id.as_str(),
            action: "auth.set_up_admin",
            subject: format!("user:{id}"),
            detail: "by set-up link".to_owned(),
        };
        let created = self.store.set_up_admin(account, profile, secret, audit).await;
        created.map_err(taken).map(|()| Registered { id, pending: false })
    }

    /// The invitation that `code` is, if it is one. Where one joins by invitation, it must be
    /// that of a member in good standing.
    async fn invitation(&self, code: Option<&str>) -> Result<Option<String>, AuthError> {
        let invitation = invitation::known(&*self.people, code).await?;
        if self.mode != Registration::Invite {
            return Ok(invitation.map(|known| known.code));
        }
        let known = invitation.ok_or(AuthError::InviteRequired)?;
        let account = self.store.account(&known.inviter).await?;
        match account.is_some_and(|account| account.standing == Standing::Active) {
            true => Ok(Some(known.code)),
            false => Err(AuthError::InviteRequired),
        }
    }

    /// Refuses an address that has an account: whoever asks has proved that it is theirs.
    async fn check_free(&self, email_key: &str) -> Result<(), AuthError> {
        match self.store.account_by_email(email_key).await? {
            Some(_) => Err(AuthError::EmailTaken),
            None => Ok(()),
        }
    }

    fn account(&self, id: UserId, email: &str, role: Role, password_hash: String) -> NewAccount {
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

fn names(firstname: &str, lastname: &str) -> Checks {
    Checks::new().line("firstname", firstname, 1, 60).line("lastname", lastname, 1, 60)
}

fn password(checks: Checks, password: &str, email: &str) -> Checks {
    let objection = objection(password, email);
    checks.check("password", objection.is_none(), objection.unwrap_or_default())
}

fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (5..=15).contains(&digits) && text.chars().all(|c| c.is_ascii_digit() || " +-().".contains(c))
}

/// The address got its account in the meantime.
fn taken(error: DbError) -> AuthError {
    match error {
        DbError::AlreadyExists(_) => AuthError::EmailTaken,
        error => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telephone_numbers() {
        for good in ["07700 900123", "+44 (0)20 7946 0000", "999 12"] {
            assert!(is_phone(good), "{good}");
        }
        for bad in ["", "phone", "12", "<script>07700900123", "07700 900123 07700 900123"] {
            assert!(!is_phone(bad), "{bad}");
        }
    }
}
