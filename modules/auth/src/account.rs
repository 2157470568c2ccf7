//! Accounts: signing up, signing in, and what other modules may ask.

use std::sync::Arc;

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Cx, Page, PageQuery, Role, UserId,
    audit::AuditEntry,
    db::DbError,
    ports::{AccountInfo, Accounts, NewAdmin, NewPerson, People},
    validate::Checks,
};

use crate::{
    admin::AdminLinks,
    code::check_email,
    error::AuthError,
    password::{MAX_LENGTH, MIN_LENGTH, Passwords},
    secret::{Pepper, hash, normalise},
    session::{Sessions, TokenPair},
    store::{NewAccount, Store},
};

/// What somebody says when they sign up.
pub(crate) struct Registration {
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

/// Makes accounts and lets their owners in.
pub(crate) struct Members {
    pub(crate) cx: Cx,
    pub(crate) store: Store,
    pub(crate) pepper: Pepper,
    pub(crate) passwords: Passwords,
    pub(crate) people: Arc<dyn People>,
    pub(crate) sessions: Arc<Sessions>,
}

impl Members {
    /// Makes an account for a proven address.
    pub(crate) async fn register(&self, form: Registration) -> Result<UserId, AuthError> {
        check_email(&form.email)?;
        names(&form.firstname, &form.lastname)
            .length("phone", &form.phone, 5, 30)
            .check("phone", is_phone(&form.phone), "Please enter a telephone number.")
            .check("password", long_enough(&form.password), PASSWORD_RULE)
            .check("adult", form.adult, "You need to be 18 or older to join.")
            .check("terms", form.terms, "Please accept the terms to join.")
            .finish()?;
        let account = self.account(&form.email, Role::Member, form.password).await?;
        let id = account.id.clone();
        let profile = self.people.create(NewPerson {
            id: id.clone(),
            firstname: form.firstname,
            lastname: form.lastname,
            gender: form.gender,
            phone: form.phone,
            location: form.location.filter(|city| !city.trim().is_empty()),
            at: account.at,
        })?;
        let created =
            self.store.register(account, profile, hash(&form.token), form.referral_code).await;
        created.map_err(taken).map(|()| id)
    }

    /// Makes the admin that a set-up link was meant for.
    pub(crate) async fn set_up_admin(&self, form: AdminSetUp) -> Result<UserId, AuthError> {
        check_email(&form.email)?;
        names(&form.firstname, &form.lastname)
            .check("password", long_enough(&form.password), PASSWORD_RULE)
            .finish()?;
        let account = self.account(&form.email, Role::Admin, form.password).await?;
        let id = account.id.clone();
        let profile = self.people.create(NewPerson {
            id: id.clone(),
            firstname: form.firstname,
            lastname: form.lastname,
            gender: "other".to_owned(),
            phone: form.phone,
            location: None,
            at: account.at,
        })?;
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: account.at,
            actor: id.as_str(),
            action: "auth.set_up_admin",
            subject: format!("user:{id}"),
            detail: "by set-up link".to_owned(),
        };
        let created = self.store.set_up_admin(account, profile, hash(&form.secret), audit).await;
        created.map_err(taken).map(|()| id)
    }

    /// Lets the owner of an account in. An unknown address takes as long as a wrong password
    /// and gets the same answer.
    pub(crate) async fn log_in(
        &self,
        email: &str,
        password: String,
        device: &str,
        address: &str,
    ) -> Result<TokenPair, AuthError> {
        if password.len() > MAX_LENGTH * 4 {
            return Err(AuthError::InvalidCredentials);
        }
        let account = self.store.account_by_email(&self.pepper.email_key(email)).await?;
        let stored = account.as_ref().map(|account| account.password_hash.clone());
        let right = self.passwords.verify(password, stored).await?;
        match account.filter(|account| right && !account.suspended) {
            Some(account) => self.sessions.open(account, device, address).await,
            None => Err(AuthError::InvalidCredentials),
        }
    }

    async fn account(
        &self,
        email: &str,
        role: Role,
        password: String,
    ) -> Result<NewAccount, AuthError> {
        let email = normalise(email);
        Ok(NewAccount {
            id: UserId(self.cx.ids.next()),
            email_key: self.pepper.email_key(&email),
            email,
            password_hash: self.passwords.hash(password).await?,
            role,
            at: self.cx.now(),
        })
    }
}

const PASSWORD_RULE: &str = "Password must be at least 8 characters long";

fn long_enough(password: &str) -> bool {
    (MIN_LENGTH..=MAX_LENGTH).contains(&password.chars().count())
}

fn names(firstname: &str, lastname: &str) -> Checks {
    Checks::new().length("firstname", firstname, 1, 60).length("lastname", lastname, 1, 60)
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

/// What other modules may ask about accounts.
pub(crate) struct AccountsPort {
    cx: Cx,
    store: Store,
    pepper: Pepper,
    links: AdminLinks,
}

impl AccountsPort {
    pub(crate) fn new(cx: &Cx, store: &Store, pepper: &Pepper) -> Self {
        let links = AdminLinks::new(cx, store);
        Self { cx: cx.clone(), store: store.clone(), pepper: pepper.clone(), links }
    }

    async fn change_role(
        &self,
        actor: &str,
        user: &UserId,
        role: Role,
    ) -> Result<AccountInfo, ApiError> {
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor,
            action: "auth.set_role",
            subject: format!("user:{user}"),
            detail: role.to_string(),
        };
        self.store.set_role(user, role, audit).await?;
        let account = self.store.accounts(std::slice::from_ref(user)).await?.into_iter().next();
        account.map(Into::into).ok_or_else(|| ApiError::internal("the account is gone"))
    }
}

#[async_trait]
impl Accounts for AccountsPort {
    async fn find(&self, ids: &[UserId]) -> Result<Vec<AccountInfo>, ApiError> {
        Ok(self.store.accounts(ids).await?.into_iter().map(Into::into).collect())
    }

    async fn list(
        &self,
        search: Option<&str>,
        page: &PageQuery,
    ) -> Result<Page<AccountInfo>, ApiError> {
        let search = search.map(normalise).filter(|text| !text.is_empty());
        Ok(self.store.list(search.as_deref(), page).await?.map(Into::into))
    }

    async fn set_role(
        &self,
        actor: &UserId,
        user: &UserId,
        role: Role,
    ) -> Result<AccountInfo, ApiError> {
        self.change_role(actor.as_str(), user, role).await
    }

    async fn count(&self) -> Result<u64, ApiError> {
        Ok(self.store.count().await?)
    }

    async fn add_admin(&self, email: &str) -> Result<NewAdmin, ApiError> {
        check_email(email)?;
        match self.store.account_by_email(&self.pepper.email_key(email)).await? {
            Some(account) => {
                let account =
                    self.change_role("operator", &UserId(account.id), Role::Admin).await?;
                Ok(NewAdmin::Promoted(account))
            }
            None => Ok(NewAdmin::Link(self.links.issue(Some(normalise(email))).await?)),
        }
    }

    async fn first_admin_link(&self) -> Result<Option<String>, ApiError> {
        match self.store.has_admin().await? {
            true => Ok(None),
            false => self.links.issue(None).await.map(Some),
        }
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
