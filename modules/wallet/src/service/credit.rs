//! Sparks that members may owe.

use sparkyard_kernel::{
    Caller, Page, PageQuery, Sparks, UserId, audit::AuditEntry, events::wallet::CreditLimitChanged,
    ports::PersonInfo, text, validate::Checks,
};

use super::WalletService;
use crate::{error::WalletError, model::credit::CreditForViewer};

/// Highest limit of a member's own.
const MOST: Sparks = Sparks::from_minor(1_000_000);

impl WalletService {
    /// Lists members who have a limit of their own or owe sparks, by id.
    pub(crate) async fn on_credit(
        &self,
        page: &PageQuery,
    ) -> Result<Page<CreditForViewer>, WalletError> {
        let rows = self.store.on_credit(page).await?;
        let page = Page::cut(rows, page, |row| row.user_id.to_string());
        let ids: Vec<UserId> = page.items.iter().map(|row| row.user_id.clone()).collect();
        let people = self.people.get()?.find(&ids).await?;
        let site = self.cx.site.credit_limit.get();
        Ok(page.map(|credit| CreditForViewer {
            name: people.get(&credit.user_id).map(PersonInfo::name).unwrap_or_default(),
            limit: credit.own_limit.unwrap_or(site),
            credit,
        }))
    }

    /// Returns the spark account of a member.
    pub(crate) async fn credit_limit(&self, user: &UserId) -> Result<CreditForViewer, WalletError> {
        let people = self.people.get()?.find(std::slice::from_ref(user)).await?;
        let person = people.get(user).ok_or(WalletError::MemberNotFound)?;
        let credit = self.store.spark_account(user).await?;
        let limit = credit.own_limit.unwrap_or(self.cx.site.credit_limit.get());
        Ok(CreditForViewer { name: person.name(), limit, credit })
    }

    /// Gives a member a limit of their own, or the site's again, for a reason that the member is
    /// told. The same limit again changes nothing.
    pub(crate) async fn set_credit_limit(
        &self,
        caller: &Caller,
        user: &UserId,
        (limit, reason): (Option<Sparks>, &str),
    ) -> Result<CreditForViewer, WalletError> {
        Checks::new()
            .check("limit", limit.is_none_or(|limit| limit <= MOST), "Enter 10000.00 at most.")
            .line("reason", reason, 1, 200)
            .finish()?;
        if *user == caller.id {
            return Err(WalletError::OwnCreditLimit);
        }
        self.check_member(user).await?;
        let before = self.store.spark_account(user).await?.own_limit;
        if before != limit {
            let reason = text::line(reason);
            let [was, is] = [before, limit].map(shown);
            let audit = AuditEntry {
                id: self.cx.ids.next(),
                at: self.cx.now(),
                actor: caller.id.as_str(),
                action: "wallet.credit_limit",
                subject: format!("user:{user}"),
                detail: format!("from {was} to {is}: {reason}"),
            };
            let payload = CreditLimitChanged {
                user_id: user.clone(),
                limit: limit.unwrap_or(self.cx.site.credit_limit.get()),
                reason,
            };
            self.store.set_credit_limit((before, limit), payload, audit).await?;
        }
        self.credit_limit(user).await
    }
}

/// Returns a limit as the audit log shows it.
fn shown(limit: Option<Sparks>) -> String {
    limit.map_or_else(|| "the site's limit".to_owned(), |limit| format!("{limit} sparks"))
}
