//! Withdrawals as their members see them.

use std::sync::Arc;

use sparkyard_kernel::{
    ApiError, Caller, ItemId, Money, Page, PageQuery,
    allowance::day,
    idempotency::idempotency,
    newest_first,
    ports::{KycStatus, Ledger, MailMessage, Payee},
};
use tracing::warn;

use super::PayoutsService;
use crate::{
    error::PayoutsError,
    model::{
        cash_allowed,
        withdrawal::{Destination, Withdrawal, WithdrawalStatus, check_cooled_off},
    },
    store::{Closing, NewWithdrawal},
};

/// A request to withdraw. Has no `Debug`, so that the password cannot be logged.
pub(crate) struct WithdrawalRequest {
    pub(crate) amount: Money,
    /// Bank account; without it, the money goes to the account at Stripe.
    pub(crate) method: Option<ItemId>,
    pub(crate) password: String,
    /// Code of the second factor, where one is set up.
    pub(crate) code: Option<String>,
}

impl PayoutsService {
    /// Sets cash of the caller aside for a payment into one of their bank accounts, or pays it into
    /// their account at Stripe.
    pub(crate) async fn withdraw(
        &self,
        caller: &Caller,
        request: WithdrawalRequest,
        key: Option<&str>,
    ) -> Result<Withdrawal, PayoutsError> {
        cash_allowed(self.cx.site.mode())?;
        let WithdrawalRequest { amount, method, password, code } = request;
        let now = self.cx.now();
        let named = method.as_ref().map_or("", |method| method.0.as_str());
        let parts = [&amount.minor().to_be_bytes()[..], named.as_bytes()];
        let key = idempotency(caller, "request_withdrawal", key, &parts, now)?;
        self.accounts.confirm(caller, password, code.as_deref()).await?;
        self.check_identity(caller).await?;
        let destination = self.destination(caller, method.as_ref()).await?;
        let known = self.accounts.find(std::slice::from_ref(&caller.id)).await?;
        let account = known.first().ok_or(PayoutsError::NoWithdrawal)?;
        check_cooled_off(account, &destination, now)?;
        let id = ItemId(self.cx.ids.next());
        let (method, account, bank_name, number) = match destination {
            Destination::Bank(method) => {
                let number = method.account.masked_number();
                (Some(method.id), None, method.bank_name, number)
            }
            Destination::Stripe(Payee { account, .. }) => {
                let number = account.get(account.len().saturating_sub(4)..).unwrap_or_default();
                let number = format!("****{number}");
                (None, Some(account), "Stripe".to_owned(), number)
            }
        };
        let status = match account {
            Some(_) => WithdrawalStatus::Sending,
            None => WithdrawalStatus::Requested,
        };
        // A transfer is reported as soon as it is made.
        let mail = (status == WithdrawalStatus::Requested).then(|| {
            let mail = mail_about(amount, caller.email.clone(), "payouts/withdrawal_requested");
            (self.cx.ids.next(), mail.with("account", &number))
        });
        let new = NewWithdrawal {
            money: self.ledger()?.withdraw(&id, &caller.id, amount, now),
            mail,
            daily: self.daily,
            key,
            row: Withdrawal {
                user_id: caller.id.clone(),
                method,
                account,
                transfer: None,
                failures: 0,
                returned: Money::ZERO,
                bank_name,
                account_number: number,
                amount,
                status,
                note: None,
                created_at: now,
                closed_at: None,
                day: day(now),
                newest: newest_first(now, &id.0),
                place: id.0.clone(),
                id,
            },
        };
        let created = new.row.id.clone();
        let id = self.store.request(new).await?;
        let withdrawal = self.stored(&id).await?;
        // A repeated request must not send: only the job looks for a transfer before.
        if withdrawal.status != WithdrawalStatus::Sending || id != created {
            return Ok(withdrawal);
        }
        // The withdrawal is stored, so an error here is not the request's: the job tries again.
        if let Err(error) = self.send(&withdrawal).await {
            warn!(%id, "a transfer waits for the next attempt: {error}");
        }
        self.stored(&id).await
    }

    async fn destination(
        &self,
        caller: &Caller,
        method: Option<&ItemId>,
    ) -> Result<Destination, PayoutsError> {
        if let Some(method) = method {
            let row = self.store.method(&caller.id, method).await?.ok_or(PayoutsError::NotFound)?;
            return Ok(Destination::Bank(self.opened(row)?));
        }
        let transfers = self.transfers.as_ref().ok_or_else(|| {
            ApiError::invalid("withdrawal_method_id", "Choose one of your bank accounts.")
        })?;
        let payee = transfers.payee(&caller.id).await?.ok_or(PayoutsError::AccountNotReady)?;
        Ok(Destination::Stripe(payee))
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
        if withdrawal.status == WithdrawalStatus::Sending {
            return Err(PayoutsError::Sending);
        }
        let now = self.cx.now();
        let closing = Closing {
            from: WithdrawalStatus::Requested,
            transfer: None,
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
