//! Withdrawals as admins see them, who pay or refuse them.

use sparkyard_kernel::{
    Caller, ItemId, Page, PageQuery, UserId,
    audit::{AuditEntry, Reading},
    newest_first,
    ports::{AccountInfo, PersonInfo},
    text,
    validate::Checks,
};

use super::{PayoutsService, withdrawals::mail_about};
use crate::{
    error::PayoutsError,
    model::withdrawal::{
        MAX_NOTE, NamedWithdrawal, Withdrawal, WithdrawalDetails, WithdrawalStatus,
    },
    store::Closing,
};

/// Decision of an admin on a withdrawal.
pub(crate) enum Payment {
    /// Paid it; holds the reference of the bank transfer.
    Pay(String),
    /// Refused it; holds the reason, which the member reads.
    Refuse(String),
}

impl PayoutsService {
    /// Returns withdrawals with a status: requested ones oldest first, others by newest end.
    pub(crate) async fn withdrawal_queue(
        &self,
        status: WithdrawalStatus,
        page: &PageQuery,
    ) -> Result<Page<NamedWithdrawal>, PayoutsError> {
        let rows = self.store.withdrawal_queue(status, page).await?;
        let page = Page::cut(rows, page, |row| row.place.clone());
        let mut ids: Vec<UserId> = page.items.iter().map(|row| row.user_id.clone()).collect();
        ids.sort_unstable();
        ids.dedup();
        let people = self.people.find(&ids).await?;
        Ok(page.map(|withdrawal| {
            let name = people.get(&withdrawal.user_id).map(PersonInfo::name).unwrap_or_default();
            NamedWithdrawal { withdrawal, name }
        }))
    }

    /// Returns a withdrawal, with the whole bank account while it has to be paid. Each access to
    /// the account is in the audit log.
    pub(crate) async fn details(
        &self,
        admin: &Caller,
        id: &ItemId,
    ) -> Result<WithdrawalDetails, PayoutsError> {
        let withdrawal = self.stored(id).await?;
        let is_open = withdrawal.status == WithdrawalStatus::Requested;
        let method = match withdrawal.method.as_ref().filter(|_| is_open) {
            Some(method) => self.store.method(&withdrawal.user_id, method).await?,
            None => None,
        };
        let method = method.map(|row| self.opened(row)).transpose()?;
        if method.is_some() {
            let reading = Reading {
                at: self.cx.now(),
                actor: admin.id.as_str(),
                action: "payouts.account_read",
                subject: format!("user:{}", withdrawal.user_id),
                detail: format!("withdrawal {id}"),
            };
            reading.record(&self.cx.db).await?;
        }
        Ok(WithdrawalDetails { named: self.named(withdrawal).await?, method })
    }

    /// Pays or refuses a requested withdrawal, and tells the member.
    pub(crate) async fn decide(
        &self,
        admin: &Caller,
        id: &ItemId,
        payment: Payment,
    ) -> Result<NamedWithdrawal, PayoutsError> {
        let (field, note) = match &payment {
            Payment::Pay(note) => ("reference", note),
            Payment::Refuse(note) => ("reason", note),
        };
        Checks::new().line(field, note, 1, MAX_NOTE).finish()?;
        let note = text::line(note);
        let withdrawal = self.stored(id).await?;
        if withdrawal.status == WithdrawalStatus::Sending {
            return Err(PayoutsError::Sending);
        }
        if withdrawal.user_id == admin.id {
            return Err(PayoutsError::OwnWithdrawal);
        }
        let known = self.accounts.find(std::slice::from_ref(&withdrawal.user_id)).await?;
        let is_active = known.first().is_some_and(AccountInfo::is_active);
        if matches!(payment, Payment::Pay(_)) && !is_active {
            return Err(PayoutsError::Suspended);
        }
        let (user, amount, now) = (&withdrawal.user_id, withdrawal.amount, self.cx.now());
        let ledger = self.ledger()?;
        let (status, action, money, template) = match payment {
            Payment::Pay(_) => (
                WithdrawalStatus::Paid,
                "payouts.paid",
                ledger.pay_withdrawal(id, amount, now),
                "payouts/withdrawal_paid",
            ),
            Payment::Refuse(_) => (
                WithdrawalStatus::Refused,
                "payouts.refused",
                ledger.return_withdrawal(id, user, amount, now),
                "payouts/withdrawal_refused",
            ),
        };
        let mail = known.into_iter().next().map(|account| {
            let mail = mail_about(amount, account.email, template).with("note", &note);
            (self.cx.ids.next(), mail.with("account", &withdrawal.account_number))
        });
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: now,
            actor: admin.id.as_str(),
            action,
            subject: format!("user:{user}"),
            detail: format!("withdrawal {id}, {amount}"),
        };
        let closing = Closing {
            from: WithdrawalStatus::Requested,
            status,
            note: Some(note),
            transfer: None,
            at: now,
            place: newest_first(now, &id.0),
            money,
            audit: Some(audit.fragment()),
            mail,
            withdrawal: &withdrawal,
        };
        self.store.close(closing).await?;
        let withdrawal = self.stored(id).await?;
        self.named(withdrawal).await
    }

    async fn named(&self, withdrawal: Withdrawal) -> Result<NamedWithdrawal, PayoutsError> {
        let people = self.people.find(std::slice::from_ref(&withdrawal.user_id)).await?;
        let name = people.get(&withdrawal.user_id).map(PersonInfo::name).unwrap_or_default();
        Ok(NamedWithdrawal { withdrawal, name })
    }
}
