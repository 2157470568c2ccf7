//! Cash handed to the community by hand, for those that take no cards.

use sparkyard_kernel::{
    Caller, Cx, Money, Timestamp, UserId, audit::AuditEntry, idempotency::idempotency,
    ports::Accounts, validate::Checks,
};

use crate::{
    error::WalletError,
    model::{Account, Reason, Unit, cash_allowed},
    store::{self, Transfer},
};

/// Largest amount at once: a slip of the finger should not make somebody rich.
const MAX: Money = Money::from_minor(1_000_000);

/// Cash as it was recorded.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    pub(crate) id: String,
    pub(crate) at: Timestamp,
}

/// Credits `user` with cash that the caller, an admin, has in hand, and notes so in the audit log.
pub(crate) async fn record(
    cx: &Cx,
    accounts: &dyn Accounts,
    caller: &Caller,
    (user, amount, note): (&UserId, Money, &str),
    key: Option<&str>,
) -> Result<Recorded, WalletError> {
    cash_allowed(cx.site.mode)?;
    Checks::new()
        .check(
            "amount",
            !amount.is_zero() && amount <= MAX,
            "Enter an amount from 0.01 to 10000.00.",
        )
        .length("note", note, 1, 200)
        .finish()?;
    if accounts.find(std::slice::from_ref(user)).await?.is_empty() {
        return Err(WalletError::MemberNotFound);
    }
    let (id, at) = (cx.ids.next(), cx.now());
    let hundredths = amount.minor().to_be_bytes();
    let parts = [user.as_str().as_bytes(), &hundredths, note.as_bytes()];
    let key = idempotency(caller, "record_cash_in", key, &parts, at)?;
    let transfer = Transfer {
        key: format!("cash_in:{id}"),
        from: Account::Cash,
        to: Account::User(user, Unit::Gbp),
        unit: Unit::Gbp,
        amount: amount.minor(),
        reason: Reason::CashIn,
        reference: Some(format!("cash_in:{id}")),
        at,
    };
    let audit = AuditEntry {
        id: cx.ids.next(),
        at,
        actor: caller.id.as_str(),
        action: "wallet.cash_in",
        subject: format!("user:{user}"),
        detail: format!("{amount} GBP: {}", note.trim()),
    };
    let (id, at) = store::record_cash_in(&cx.db, id, transfer, audit, key).await?;
    Ok(Recorded { id, at })
}
