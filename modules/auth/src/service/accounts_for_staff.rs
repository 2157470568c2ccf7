//! Changes to accounts by staff, each in one transaction with its audit entry.

use sparkyard_kernel::{
    Months, Page, PageQuery, Role, UserId,
    audit::AuditEntry,
    db::Fragment,
    ports::{AppealableDecision, MemberDecision, NewAdmin, SanctionKind, Standing},
    zone,
};

use super::{AuthService, code::check_email, mail_to};
use crate::{
    error::AuthError,
    model::{account::Account, email::normalise},
    store::{self, OutgoingMail},
};

/// Actor in the audit log for changes made at the command line.
const OPERATOR: &str = "operator";

impl AuthService {
    /// Returns the account of `user`.
    pub(crate) async fn account(&self, user: &UserId) -> Result<Account, AuthError> {
        let account = self.store.account(user).await?;
        account.ok_or(AuthError::AccountNotFound)
    }

    /// Returns the account of an address, if there is one.
    pub(crate) async fn account_of_address(
        &self,
        email: &str,
    ) -> Result<Option<Account>, AuthError> {
        Ok(self.store.account_by_email(&self.pepper.email_key(email)).await?)
    }

    /// Returns the existing accounts among `users`.
    pub(crate) async fn accounts(&self, users: &[UserId]) -> Result<Vec<Account>, AuthError> {
        Ok(self.store.accounts(users).await?)
    }

    /// Returns a page of accounts, newest first, filtered by standing and by prefix of the address.
    pub(crate) async fn list_accounts(
        &self,
        search: Option<&str>,
        standing: Option<Standing>,
        page: &PageQuery,
    ) -> Result<Page<Account>, AuthError> {
        let search = search.map(normalise).filter(|text| !text.is_empty());
        Ok(self.store.list(search.as_deref(), standing, page).await?)
    }

    /// Returns the admins who can sign in.
    pub(crate) async fn admins(&self) -> Result<Vec<Account>, AuthError> {
        Ok(self.store.admins().await?)
    }

    /// Returns the moderators and admins who can sign in.
    pub(crate) async fn staff(&self) -> Result<Vec<Account>, AuthError> {
        Ok(self.store.staff().await?)
    }

    /// Returns the number of accounts.
    pub(crate) async fn count_accounts(&self) -> Result<u64, AuthError> {
        Ok(self.store.count().await?)
    }

    /// Returns the number of active accounts.
    pub(crate) async fn count_active(&self) -> Result<u64, AuthError> {
        Ok(self.store.count_active().await?)
    }

    /// Returns the number of accounts at the end of each of `months`, of those that exist today.
    pub(crate) async fn accounts_by_month(&self, months: &Months) -> Result<Vec<u64>, AuthError> {
        let mut left = self.store.count().await?;
        let joined = self.store.joined_in(months).await?;
        let mut counts: Vec<u64> = Vec::with_capacity(months.count());
        for later in joined.iter().skip(1).rev() {
            left = left.saturating_sub(*later);
            counts.push(left);
        }
        counts.reverse();
        Ok(counts)
    }

    /// Returns the number of accounts that wait for approval, up to a maximum.
    pub(crate) async fn count_waiting(&self) -> Result<u64, AuthError> {
        Ok(self.store.count_waiting().await?)
    }

    /// Makes the owner of `email` an admin; without an account, creates a set-up link.
    pub(crate) async fn add_admin(&self, email: &str) -> Result<NewAdmin, AuthError> {
        check_email(email)?;
        match self.store.account_by_email(&self.pepper.email_key(email)).await? {
            Some(account) => {
                self.set_role(OPERATOR, &account.id, Role::Admin).await?;
                Ok(NewAdmin::Promoted(self.account(&account.id).await?.into()))
            }
            None => Ok(NewAdmin::Link(self.admin_link(Some(normalise(email))).await?)),
        }
    }

    pub(crate) async fn set_role(
        &self,
        actor: &str,
        user: &UserId,
        role: Role,
    ) -> Result<(), AuthError> {
        let audit = self.audit(actor, "auth.set_role", user, String::new());
        Ok(self.store.set_role(user, role, audit).await?)
    }

    pub(crate) async fn approve(&self, actor: &UserId, user: &UserId) -> Result<(), AuthError> {
        let account = self.account(user).await?;
        let audit = self.audit(actor.as_str(), "auth.approve", user, String::new());
        let shown = self.people.get()?.set_listed(user, true);
        let mail = mail_to(&self.cx, &account, "auth/approved");
        Ok(self.store.approve(&account, shown, audit, mail).await?)
    }

    /// Declines an applicant. The reason is kept in the audit log and mailed to them, with the page
    /// on which they can appeal.
    pub(crate) async fn decline(
        &self,
        actor: &UserId,
        user: &UserId,
        reason: &str,
    ) -> Result<(), AuthError> {
        let account = self.account(user).await?;
        let audit = self.audit(actor.as_str(), "auth.decline", user, reason.to_owned());
        let mut also = vec![self.people.get()?.remove(user)];
        let mail = mail_to(&self.cx, &account, "auth/declined");
        let (mail, record) = self.with_appeal(mail, SanctionKind::Application, actor, &audit, user);
        also.extend(record);
        Ok(self.store.decline(user, also, audit, mail).await?)
    }

    /// Suspends another member. The reason is kept in the audit log and sent to the member, with
    /// the page on which they can appeal.
    pub(crate) async fn suspend(
        &self,
        actor: &UserId,
        user: &UserId,
        reason: &str,
    ) -> Result<(), AuthError> {
        if actor == user {
            return Err(AuthError::OwnAccount);
        }
        let account = self.account(user).await?;
        let audit = self.audit(actor.as_str(), "auth.suspend", user, reason.to_owned());
        let mut also = vec![self.people.get()?.set_listed(user, false)];
        let mail = mail_to(&self.cx, &account, "auth/suspended");
        let (mail, record) = self.with_appeal(mail, SanctionKind::Suspension, actor, &audit, user);
        also.extend(record);
        Ok(self.store.suspend(user, also, audit, mail).await?)
    }

    /// Adds to the mail about a decision its reason and, with the module of appeals, the page on
    /// which
    /// `user` can appeal. Returns the mail, and the fragment that stores the decision.
    fn with_appeal(
        &self,
        mail: OutgoingMail,
        kind: SanctionKind,
        actor: &UserId,
        audit: &AuditEntry<'_>,
        user: &UserId,
    ) -> (OutgoingMail, Option<Fragment>) {
        let reason = &audit.detail;
        let message = mail.message.with("reason", reason);
        let Some(appeals) = self.appeals.filled() else {
            return (OutgoingMail { message, ..mail }, None);
        };
        let AppealableDecision { record, link, until } = appeals.decided(MemberDecision {
            kind,
            about: user.to_string(),
            title: String::new(),
            user: user.clone(),
            by: actor.clone(),
            reason: reason.clone(),
            at: audit.at,
        });
        let message = message.with("appeal", link).with("appeal_until", zone::day_in_words(until));
        (OutgoingMail { message, ..mail }, Some(record))
    }

    pub(crate) async fn reinstate(&self, actor: &UserId, user: &UserId) -> Result<(), AuthError> {
        let mail = mail_to(&self.cx, &self.account(user).await?, "auth/reinstated");
        let mut effects = self.reinstating(actor, user).await?;
        effects.extend(self.appeals.filled().map(|appeals| appeals.reinstated(user)));
        Ok(self.store.reinstate(user, effects, mail).await?)
    }

    /// Returns the parts of a write that reinstates a suspended member.
    pub(crate) async fn reinstating(
        &self,
        actor: &UserId,
        user: &UserId,
    ) -> Result<Vec<Fragment>, AuthError> {
        let account = self.account(user).await?;
        let audit = self.audit(actor.as_str(), "auth.reinstate", user, String::new());
        let shown = self.people.get()?.set_listed(user, true);
        Ok(vec![store::reinstating(&account), shown, audit.fragment()])
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

    pub(crate) async fn sign_out_everywhere(
        &self,
        actor: &UserId,
        user: &UserId,
    ) -> Result<(), AuthError> {
        self.account(user).await?;
        let audit = self.audit(actor.as_str(), "auth.sign_out", user, String::new());
        let (revoked, now) = (self.cx.ids.next(), self.cx.now());
        Ok(self.store.end_all_sessions(user, audit, revoked, now).await?)
    }

    pub(super) fn audit<'a>(
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
