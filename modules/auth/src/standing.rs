//! What staff do to accounts. Each is one write with its entry in the audit log.

use std::sync::Arc;

use sparkyard_kernel::{
    ApiError, Cx, Role, UserId,
    audit::AuditEntry,
    ports::{MailMessage, People, PortHandle},
};

use crate::{
    error::AuthError,
    second_factor::SecondFactors,
    store::{AccountRow, News, Store},
};

/// Changes roles and standings.
pub(crate) struct Standings {
    pub(crate) cx: Cx,
    pub(crate) store: Store,
    pub(crate) factors: SecondFactors,
    /// Known once all ports are.
    pub(crate) people: PortHandle<dyn People>,
}

impl Standings {
    /// The account of `user`.
    pub(crate) async fn account(&self, user: &UserId) -> Result<AccountRow, AuthError> {
        let account = self.store.account(user).await?;
        let missing = || ApiError::not_found("auth.account_not_found", "There is no such account.");
        Ok(account.ok_or_else(missing)?)
    }

    pub(crate) async fn set_role(
        &self,
        actor: &str,
        user: &UserId,
        role: Role,
    ) -> Result<(), AuthError> {
        let audit = self.audit(actor, "auth.set_role", user, role.to_string());
        Ok(self.store.set_role(user, role, audit).await?)
    }

    pub(crate) async fn approve(&self, actor: &UserId, user: &UserId) -> Result<(), AuthError> {
        let account = self.account(user).await?;
        let audit = self.audit(actor.as_str(), "auth.approve", user, String::new());
        let shown = self.people()?.set_listed(user, true);
        let news = self.news(&account, "auth/approved");
        Ok(self.store.approve(&account, shown, audit, news).await?)
    }

    pub(crate) async fn decline(&self, actor: &UserId, user: &UserId) -> Result<(), AuthError> {
        let account = self.account(user).await?;
        let audit = self.audit(actor.as_str(), "auth.decline", user, String::new());
        let removed = self.people()?.remove(user);
        let news = self.news(&account, "auth/declined");
        Ok(self.store.decline(user, removed, audit, news).await?)
    }

    /// Suspends somebody else, for a reason that stands in the audit log.
    pub(crate) async fn suspend(
        &self,
        actor: &UserId,
        user: &UserId,
        reason: &str,
    ) -> Result<(), AuthError> {
        if actor == user {
            return Err(AuthError::OwnAccount);
        }
        let audit = self.audit(actor.as_str(), "auth.suspend", user, reason.to_owned());
        let hidden = self.people()?.set_listed(user, false);
        Ok(self.store.suspend(user, hidden, audit).await?)
    }

    pub(crate) async fn reinstate(&self, actor: &UserId, user: &UserId) -> Result<(), AuthError> {
        let account = self.account(user).await?;
        let audit = self.audit(actor.as_str(), "auth.reinstate", user, String::new());
        let shown = self.people()?.set_listed(user, true);
        Ok(self.store.reinstate(&account, shown, audit).await?)
    }

    pub(crate) async fn reset_second_factor(
        &self,
        actor: &UserId,
        user: &UserId,
    ) -> Result<(), AuthError> {
        let account = self.account(user).await?;
        let audit = self.audit(actor.as_str(), "auth.reset_second_factor", user, String::new());
        self.factors.remove(&account, Some(audit)).await
    }

    fn people(&self) -> Result<&Arc<dyn People>, AuthError> {
        Ok(self.people.get()?)
    }

    fn news(&self, account: &AccountRow, template: &str) -> News {
        let mail = MailMessage::new(account.email.clone(), template);
        News { id: self.cx.ids.next(), mail, at: self.cx.now() }
    }

    fn audit<'a>(
        &self,
        actor: &'a str,
        action: &'static str,
        user: &UserId,
        detail: String,
    ) -> AuditEntry<'a> {
        AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor,
            action,
            subject: format!("user:{user}"),
            detail,
        }
    }
}
