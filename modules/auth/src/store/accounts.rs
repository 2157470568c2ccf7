//! Creation of accounts, changes of standing, and removal.

use sparkyard_kernel::{
    Role, Timestamp, UserId,
    audit::AuditEntry,
    db::{DbError, Fragment, Write},
    events::{
        auth::{
            APPLICATION_DECIDED, APPLIED, Applied, REGISTERED, REINSTATED, Registered, Reinstated,
            SUSPENDED, Suspended,
        },
        core::MAIL,
    },
    newest_first,
    ports::{AlsoWrite, MailMessage, Standing},
};

use super::{AuthStore, agreements::with_consent, invitations::invited};
use crate::{
    error::VIOLATIONS,
    model::{account::Account, agreement::Consent},
};

/// A new account to be stored.
#[derive(Clone)]
pub(crate) struct NewAccount {
    pub(crate) id: UserId,
    pub(crate) email: String,
    pub(crate) email_key: String,
    pub(crate) password_hash: String,
    pub(crate) role: Role,
    pub(crate) standing: Standing,
    pub(crate) referral_code: Option<String>,
    pub(crate) at: Timestamp,
}

/// A mail sent with a change; the id deduplicates it.
pub(crate) struct OutgoingMail {
    pub(crate) id: String,
    pub(crate) message: MailMessage,
    pub(crate) at: Timestamp,
}

impl AuthStore {
    /// Creates an account with its profile and consent, using up the registration token.
    pub(crate) async fn register(
        &self,
        account: NewAccount,
        profile: Fragment,
        consent: Option<Consent>,
        token_hash: String,
        mail: Option<OutgoingMail>,
    ) -> Result<(), DbError> {
        let leave = Fragment::new("fn::auth::use_registration", VIOLATIONS)
            .arg(token_hash)
            .arg(account.email_key.clone())
            .arg(account.at);
        let write = self.db.write("auth.register").call_as("by_code", leave);
        with_consent(create(with_mail(write, mail), account, profile), consent).run().await
    }

    /// Creates an account that nobody can sign in to, with its profile and consent.
    pub(crate) async fn open_without_address(
        &self,
        account: NewAccount,
        profile: Fragment,
        consent: Option<Consent>,
        audit: AuditEntry<'_>,
        also: AlsoWrite,
    ) -> Result<(), DbError> {
        let write = self.db.write("auth.open_without_address").bind("by_code", false);
        let write = create(write.call(audit.fragment()), account, profile);
        also(with_consent(write, consent)).run().await
    }

    /// Checks whether a token allows registration of an address; returns whether social sign-in has
    /// verified it.
    pub(crate) async fn may_register(
        &self,
        token_hash: &str,
        email_key: &str,
        at: Timestamp,
    ) -> Result<Option<bool>, DbError> {
        let leave = self
            .db
            .query(
                "SELECT VALUE social FROM type::record('registration', $id) \
                 WHERE email_key = $key AND expires_at > $at",
            )
            .bind("id", token_hash.to_owned())
            .bind("key", email_key.to_owned())
            .bind("at", at);
        leave.fetch_optional::<bool>().await
    }

    /// Checks whether a set-up link allows creating an admin with this address.
    pub(crate) async fn may_set_up_admin(
        &self,
        secret_hash: &str,
        email: &str,
        at: Timestamp,
    ) -> Result<bool, DbError> {
        let first = self
            .db
            .query(
                "SELECT VALUE first FROM type::record('admin_link', $id) \
                 WHERE expires_at > $at AND (email = NONE OR email = $email)",
            )
            .bind("id", secret_hash.to_owned())
            .bind("email", email.to_owned())
            .bind("at", at);
        match first.fetch_optional::<bool>().await? {
            Some(true) => Ok(!self.has_admin().await?),
            Some(false) => Ok(true),
            None => Ok(false),
        }
    }

    /// Creates an admin with their profile, using up a set-up link.
    pub(crate) async fn set_up_admin(
        &self,
        account: NewAccount,
        profile: Fragment,
        secret_hash: String,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        let link = Fragment::new("fn::auth::use_admin_link", VIOLATIONS)
            .arg(secret_hash)
            .arg(account.email.clone())
            .arg(account.at);
        let write = self.db.write("auth.set_up_admin").call(link).call(audit.fragment());
        // The operator gave the link to a chosen person, so the address counts as verified.
        let write = write.bind("by_code", false);
        create(write, account, profile).run().await
    }

    /// Gives a member a role. The detail of `audit` is written with it: the roles before and after.
    pub(crate) async fn set_role(
        &self,
        user: &UserId,
        role: Role,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        let change = Fragment::new("fn::auth::set_role", VIOLATIONS).arg(user.clone()).arg(role);
        self.db
            .write("auth.set_role")
            .bind("whose", user.clone())
            .bind("role", role)
            .bind("since", audit.at)
            .bind("audit", audit.id)
            .bind("actor", audit.actor.to_owned())
            .bind("action", audit.action)
            .bind("subject", audit.subject)
            .step("LET $was = (SELECT VALUE role FROM ONLY type::record('account', $whose))")
            .step(
                "UPDATE type::record('account', $whose) SET role_since = $since \
                 WHERE role != $role RETURN NONE",
            )
            .call(change)
            .step(
                "fn::core::audit($audit, $since, $actor, $action, $subject, \
                 'from ' + $was + ' to ' + $role)",
            )
            .run()
            .await
    }

    /// Approves a waiting account; `shown` lists the profile.
    pub(crate) async fn approve(
        &self,
        account: &Account,
        shown: Fragment,
        audit: AuditEntry<'_>,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let at = audit.at;
        let change = set_standing(account, Standing::Pending, Standing::Active, "auth.not_pending");
        let write = self.db.write("auth.approve").call(change).call(shown).call(audit.fragment());
        let (id, email_key) = (account.id.clone(), account.email_key.clone());
        let write = application_decided(write, &account.id, at);
        let write = join(write, id, email_key, account.referral_code.clone(), at);
        with_mail(write, Some(mail)).run().await
    }

    /// Deletes a waiting account; `also` deletes the profile, and records the decision.
    pub(crate) async fn decline(
        &self,
        user: &UserId,
        also: Vec<Fragment>,
        audit: AuditEntry<'_>,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let change = Fragment::new("fn::auth::decline", VIOLATIONS).arg(user.clone());
        let write = self
            .db
            .write("auth.decline")
            .bind("declined", user.clone())
            .step("DELETE consent WHERE user_id = $declined")
            .call(change)
            .calls(also);
        let write = application_decided(write, user, audit.at);
        with_mail(write.call(audit.fragment()), Some(mail)).run().await
    }

    /// Suspends a member; `also` removes the profile from all lists, and records the decision.
    pub(crate) async fn suspend(
        &self,
        user: &UserId,
        also: Vec<Fragment>,
        audit: AuditEntry<'_>,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let change = Fragment::new("fn::auth::suspend", VIOLATIONS).arg(user.clone()).arg(audit.at);
        let suspended = Suspended { user_id: user.clone(), reason: audit.detail.clone() };
        let (event, at) = (format!("{}:{}", SUSPENDED.name(), audit.id), audit.at);
        let write = self.db.write("auth.suspend").call(change).calls(also).call(audit.fragment());
        with_mail(write.publish(SUSPENDED, event, at, suspended), Some(mail)).run().await
    }

    /// Reinstates a suspended member by [`reinstating`] and the other `effects`.
    pub(crate) async fn reinstate(
        &self,
        user: &UserId,
        effects: Vec<Fragment>,
        mail: OutgoingMail,
    ) -> Result<(), DbError> {
        let reinstated = Reinstated { user_id: user.clone() };
        let (event, at) = (format!("{}:{}", REINSTATED.name(), mail.id), mail.at);
        let write = self.db.write("auth.reinstate").calls(effects);
        with_mail(write.publish(REINSTATED, event, at, reinstated), Some(mail)).run().await
    }

    /// Stores a set-up link, replacing earlier links for the same address.
    pub(crate) async fn put_admin_link(
        &self,
        secret_hash: String,
        email: Option<String>,
        expires_at: Timestamp,
    ) -> Result<(), DbError> {
        self.db
            .write("auth.put_admin_link")
            .bind("id", secret_hash)
            .bind("first", email.is_none())
            .bind("email", email)
            .bind("until", expires_at)
            .step("DELETE admin_link WHERE email = $email")
            .step(
                "CREATE type::record('admin_link', $id) \
                 SET email = $email, first = $first, expires_at = $until",
            )
            .run()
            .await
    }
}

/// Creates an account in a write that binds `$by_code`.
fn create(write: Write<'_>, account: NewAccount, profile: Fragment) -> Write<'_> {
    let write = write
        .call(create_account(account.clone()))
        .bind("made", account.id.clone())
        .step("UPDATE type::record('account', $made) SET proved_by_code = $by_code")
        .call(profile);
    match account.standing {
        Standing::Active => {
            join(write, account.id, account.email_key, account.referral_code, account.at)
        }
        Standing::Pending => {
            let event = format!("{}:{}", APPLIED.name(), account.id);
            write.publish(APPLIED, event, account.at, Applied { user_id: account.id })
        }
        Standing::Suspended | Standing::Invited => write,
    }
}

/// Returns a fragment that creates an account.
pub(super) fn create_account(account: NewAccount) -> Fragment {
    Fragment::new("fn::auth::create_account", VIOLATIONS)
        .arg(account.id.clone())
        .arg(newest_first(account.at, account.id.as_str()))
        .arg(account.email)
        .arg(account.email_key)
        .arg(account.password_hash)
        .arg(account.role)
        .arg(account.standing)
        .arg(account.referral_code)
        .arg(account.at)
}

/// Publishes the event that an application was decided.
fn application_decided<'a>(write: Write<'a>, user: &UserId, at: Timestamp) -> Write<'a> {
    let event = format!("{}:{user}", APPLICATION_DECIDED.name());
    write.publish(APPLICATION_DECIDED, event, at, Applied { user_id: user.clone() })
}

/// Publishes the event that somebody has become a member.
pub(super) fn join(
    write: Write<'_>,
    user_id: UserId,
    email_key: String,
    referral_code: Option<String>,
    at: Timestamp,
) -> Write<'_> {
    let event = format!("{}:{user_id}", REGISTERED.name());
    let invited = referral_code.clone().map(|code| invited(code, email_key.clone(), true, at));
    let write = write.calls(invited);
    write.publish(REGISTERED, event, at, Registered { user_id, email_key, referral_code })
}

/// Adds a mail to a write.
pub(super) fn with_mail(write: Write<'_>, mail: Option<OutgoingMail>) -> Write<'_> {
    match mail {
        Some(OutgoingMail { id, message, at }) => write.publish(MAIL, id, at, message),
        None => write,
    }
}

/// Returns the part of a write that makes a suspended account active. Fails with
/// `auth.not_suspended`.
pub(crate) fn reinstating(account: &Account) -> Fragment {
    set_standing(account, Standing::Suspended, Standing::Active, "auth.not_suspended")
}

pub(super) fn set_standing(
    account: &Account,
    from: Standing,
    to: Standing,
    violation: &'static str,
) -> Fragment {
    Fragment::new("fn::auth::set_standing", VIOLATIONS)
        .arg(account.id.clone())
        .arg(from)
        .arg(to)
        .arg(violation.to_owned())
}
