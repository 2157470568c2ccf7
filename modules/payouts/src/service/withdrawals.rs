//! Withdrawals as their members see them.

use std::sync::Arc;

use sparkyard_kernel::{
    Caller, ItemId, Money, Page, PageQuery,
    allowance::day,
    idempotency::idempotency,
    newest_first,
    ports::{KycStatus, Ledger, MailMessage},
};

use super::PayoutsService;
use crate::{
    error::PayoutsError,
    model::{
        cash_allowed,
        withdrawal::{Withdrawal, WithdrawalStatus, check_cooled_off},
    },
    store::{Closing, NewWithdrawal},
};

/// A request to withdraw. Has no `Debug`, so that the password cannot be logged.
pub(crate) struct WithdrawalRequest {
    pub(crate) amount: Money,
    pub(crate) method: ItemId,
    pub(crate) password: String,
    /// Code of the second factor, where one is set up.
    pub(crate) code: Option<String>,
}

impl PayoutsService {
    /// Sets cash of the caller aside for a payment into one of their bank accounts.
    pub(crate) async fn withdraw(
        &self,
        caller: &Caller,
        request: WithdrawalRequest,
        key: Option<&str>,
    ) -> Result<Withdrawal, PayoutsError> {
        cash_allowed(self.cx.site.mode())?;
        let WithdrawalRequest { amount, method, password, code } = request;
        let now = self.cx.now();
        let parts = [&amount.minor().to_be_bytes()[..], method.0.as_bytes()];
        let key = idempotency(caller, "request_withdrawal", key, &parts, now)?;
        self.accounts.confirm(caller, password, code.as_deref()).await?;
        self.check_identity(caller).await?;
        let method = self.store.method(&caller.id, &method).await?.ok_or(PayoutsError::NotFound)?;
        let known = self.accounts.find(std::slice::from_ref(&caller.id)).await?;
        let account = known.first().ok_or(PayoutsError::NoWithdrawal)?;
        check_cooled_off(account, method.created_at, now)?;
        let method = self.opened(method)?;
        let (id, number) = (ItemId(self.cx.ids.next()), method.account.masked_number());
        let mail = mail_about(amount, caller.email.clone(), "payouts/withdrawal_requested");
        let new = NewWithdrawal {
            money: self.ledger()?.withdraw(&id, &caller.id, amount, now),
            mail: (self.cx.ids.next(), mail.with("account", &number)),
            daily: self.daily,
            key,
            row: Withdrawal {
                user_id: caller.id.clone(),
                method: method.id,
                bank_name: method.bank_name,
                account_number: number,
                amount,
                status: WithdrawalStatus::Requested,
                note: None,
                created_at: now,
                closed_at: None,
                day: day(now),
                newest: newest_first(now, &id.0),
                place: id.0.clone(),
                id,
            },
        };
        let id = self.store.request(new).await?;
        self.stored(&id).await
    }

    /// Returns the withdrawals of the caller, newest first.
    pub(crate) async fn withdrawals(
        &self,
        caller: &Caller,
        page: &PageQuery,
    ) -> Result<Page<Withdrawal>, PayoutsError> {
        let rows = self.store.withdrawals_of(&caller.id, page).await?;
        Ok(Page::cut(rows, page, |row| row.newest.clone()))
    }

    /// Cancels a requested withdrawal of the caller; the money goes back.
    pub(crate) async fn cancel(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<Withdrawal, PayoutsError> {
        let withdrawal = self.stored(id).await?;
        if withdrawal.user_id != caller.id {
            return Err(PayoutsError::NoWithdrawal);
        }
        let now = self.cx.now();
        let closing = Closing {
            status: WithdrawalStatus::Cancelled,
            note: None,
            at: now,
            place: newest_first(now, &id.0),
            money: self.ledger()?.return_withdrawal(id, &caller.id, withdrawal.amount, now),
            audit: None,
            mail: None,
            withdrawal: &withdrawal,
        };
        self.store.close(closing).await?;
        self.stored(id).await
    }

    pub(super) async fn stored(&self, id: &ItemId) -> Result<Withdrawal, PayoutsError> {
        self.store.withdrawal(id).await?.ok_or(PayoutsError::NoWithdrawal)
    }

    pub(super) fn ledger(&self) -> Result<&Arc<dyn Ledger>, PayoutsError> {
        self.ledger.as_ref().ok_or(PayoutsError::CashOff)
    }

    async fn check_identity(&self, caller: &Caller) -> Result<(), PayoutsError> {
        let status = match &self.kyc {
            Some(kyc) => kyc.status(&caller.id).await?,
            None => KycStatus::None,
        };
        if status == KycStatus::Verified { Ok(()) } else { Err(PayoutsError::NotVerified) }
    }
}

/// Returns a mail about an amount.
pub(super) fn mail_about(amount: Money, to: String, template: &'static str) -> MailMessage {
    MailMessage::new(to, template).with("sum", format!("£{amount}"))
}
