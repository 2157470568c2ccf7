//! Cash paid in by hand, for communities without card payments.
//!
//! One admin alone may record a daily amount per member, and one for all members together. Cash
//! above that waits until another admin approves it, and lapses otherwise. Nobody records or
//! approves cash for themselves, and nobody approves what was requested before they had been an
//! admin for a day.

mod approval;

use std::time::Duration;

use sparkyard_kernel::{
    Caller, CashInId, Money, UserId, allowance::day, audit::AuditEntry, idempotency::idempotency,
    newest_first, text, validate::Checks,
};

use super::WalletService;
use crate::{
    error::WalletError,
    model::{
        cash_allowed,
        cash_in::{NewCashIn, RecordedCash},
    },
};

/// Maximum amount at once, against typing errors.
const MAX: Money = Money::from_minor(1_000_000);
/// Time for which cash waits for another admin.
const WAITS: Duration = Duration::from_hours(7 * 24);

impl WalletService {
    /// Credits `user` with cash that the caller, an admin, has received, or requests approval by
    /// another admin. Recorded in the audit log.
    pub(crate) async fn record_cash_in(
        &self,
        caller: &Caller,
        (user, amount, note): (&UserId, Money, &str),
        key: Option<&str>,
    ) -> Result<RecordedCash, WalletError> {
        cash_allowed(self.cx.site.mode())?;
        Checks::new()
            .check(
                "amount",
                !amount.is_zero() && amount <= MAX,
                "Enter an amount from 0.01 to 10000.00.",
            )
            .line("note", note, 1, 200)
            .finish()?;
        let note = text::line(note);
        if *user == caller.id {
            return Err(WalletError::OwnCashIn);
        }
        self.check_member(user).await?;
        let (id, at) = (CashInId(self.cx.ids.next()), self.cx.now());
        let hundredths = amount.minor().to_be_bytes();
        let parts = [user.as_str().as_bytes(), &hundredths, note.as_bytes()];
        let key = idempotency(caller, "record_cash_in", key, &parts, at)?;
        let cash = NewCashIn {
            admin: &caller.id,
            user,
            amount,
            note: &note,
            alone: self.config.cash_in_alone,
            total: self.config.cash_in_alone_total,
            day: day(at),
            newest: newest_first(at, id.as_str()),
            at,
            lapses_at: at + WAITS,
            id,
        };
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at,
            actor: caller.id.as_str(),
            action: "wallet.cash_in",
            subject: format!("user:{user}"),
            detail: detail(amount, &note),
        };
        let (id, at, status) = self.store.record_cash_in(cash, audit, key).await?;
        Ok(RecordedCash { id, at, status })
    }

    pub(super) async fn check_member(&self, user: &UserId) -> Result<(), WalletError> {
        match self.accounts.get()?.find(std::slice::from_ref(user)).await?.is_empty() {
            true => Err(WalletError::MemberNotFound),
            false => Ok(()),
        }
    }
}

/// Returns the text about an amount for the audit log.
fn detail(amount: Money, note: &str) -> String {
    format!("{amount} GBP: {note}")
}
