//! Cash handed to the community by hand, for those that take no cards.
//!
//! One admin alone records so much a day for one member, and so much for all of them; what is beyond
//! that waits until another admin approves it, and lapses when nobody does. Nobody records or
//! approves cash for themselves, and nobody approves what was asked for before they had been an
//! admin for a day.

mod approval;

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::{
    Caller, Cx, Money, Timestamp, UserId,
    allowance::day,
    audit::AuditEntry,
    idempotency::idempotency,
    newest_first,
    ports::{Accounts, People},
    text,
    validate::Checks,
};

pub(crate) use self::approval::{Decision, Requested, lapse_job};
use crate::{
    error::WalletError,
    model::cash_allowed,
    store::{self, CashInStatus, NewCashIn},
};

/// Largest amount at once: a slip of the finger should not make somebody rich.
const MAX: Money = Money::from_minor(1_000_000);
/// How long cash waits for another admin.
const WAITS: Duration = Duration::from_hours(7 * 24);

/// Cash as it was recorded, or asked for.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    pub(crate) id: String,
    pub(crate) at: Timestamp,
    /// Whether it is credited, or waits for another admin.
    pub(crate) status: CashInStatus,
}

/// The rules about cash, over the store and the ports they need.
#[derive(Clone)]
pub(crate) struct CashDesk {
    pub(crate) cx: Cx,
    pub(crate) accounts: Arc<dyn Accounts>,
    pub(crate) people: Arc<dyn People>,
    /// What one admin alone records for one member in a day.
    pub(crate) alone: Money,
    /// What one admin alone records for all members together in a day.
    pub(crate) total: Money,
}

impl CashDesk {
    /// Credits `user` with cash that the caller, an admin, has in hand, or has it wait for another
    /// admin; either is noted in the audit log.
    pub(crate) async fn record(
        &self,
        caller: &Caller,
        (user, amount, note): (&UserId, Money, &str),
        key: Option<&str>,
    ) -> Result<Recorded, WalletError> {
        cash_allowed(self.cx.site.mode)?;
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
        let (id, at) = (self.cx.ids.next(), self.cx.now());
        let hundredths = amount.minor().to_be_bytes();
        let parts = [user.as_str().as_bytes(), &hundredths, note.as_bytes()];
        let key = idempotency(caller, "record_cash_in", key, &parts, at)?;
        let cash = NewCashIn {
            admin: &caller.id,
            user,
            amount,
            note: &note,
            alone: self.alone,
            total: self.total,
            day: day(at),
            newest: newest_first(at, &id),
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
        let (id, at, status) = store::record_cash_in(&self.cx.db, cash, audit, key).await?;
        Ok(Recorded { id, at, status })
    }

    async fn check_member(&self, user: &UserId) -> Result<(), WalletError> {
        match self.accounts.find(std::slice::from_ref(user)).await?.is_empty() {
            true => Err(WalletError::MemberNotFound),
            false => Ok(()),
        }
    }
}

/// What the audit log says about an amount.
fn detail(amount: Money, note: &str) -> String {
    format!("{amount} GBP: {note}")
}
