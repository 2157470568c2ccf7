//! Business logic, with the store, the key and the ports used.

mod payment;
mod transfers;
mod withdrawals;

pub(crate) use payment::Payment;
pub(crate) use withdrawals::WithdrawalRequest;

use std::{sync::Arc, time::Duration};

use base64::engine::general_purpose::STANDARD_NO_PAD;
use sparkyard_kernel::{
    Caller, Cx, ItemId, Money, Ports, UserId, allowance, newest_first,
    ports::{Accounts, Kyc, Ledger, MailMessage, People, Transfers},
    seal::Seal,
};

use crate::{
    config::PayoutsConfig,
    error::{ADDED_A_DAY, ADDED_TODAY, PayoutsError},
    model::{BankAccount, Method, NewMethod, cash_allowed},
    store::{Addition, MethodRow, PayoutsStore},
};

/// Longest time for which the attempt of a request to make a transfer can be under way.
const ATTEMPT: Duration = Duration::from_mins(2);

/// State shared by all operations.
pub(crate) struct PayoutsService {
    cx: Cx,
    store: PayoutsStore,
    seal: Seal,
    people: Arc<dyn People>,
    accounts: Arc<dyn Accounts>,
    /// Without it there is no cash.
    ledger: Option<Arc<dyn Ledger>>,
    /// Without it admins pay all withdrawals.
    transfers: Option<Arc<dyn Transfers>>,
    /// Without it nobody's identity is proven.
    kyc: Option<Arc<dyn Kyc>>,
    /// Amount that a member may withdraw per day.
    daily: Money,
}

impl PayoutsService {
    /// Resolves the ports. Fails if a required port is missing; the error names it.
    pub(crate) fn new(cx: Cx, config: &PayoutsConfig, ports: &Ports) -> anyhow::Result<Self> {
        Ok(Self {
            store: PayoutsStore::new(cx.db.clone()),
            seal: bank_seal(&cx)?,
            people: ports.require("payouts")?,
            accounts: ports.require("payouts")?,
            ledger: ports.optional(),
            transfers: ports.optional(),
            kyc: ports.optional(),
            daily: Money::from_minor(i64::from(config.withdraw_a_day) * 100),
            cx,
        })
    }

    /// Returns the bank accounts of a member, newest first.
    pub(crate) async fn methods(&self, user: &UserId) -> Result<Vec<Method>, PayoutsError> {
        let rows = self.store.of_user(user).await?;
        rows.into_iter().map(|row| self.opened(row)).collect()
    }

    /// Adds a bank account of the caller, and mails them about it.
    pub(crate) async fn add(
        &self,
        caller: &Caller,
        new: NewMethod,
    ) -> Result<Method, PayoutsError> {
        cash_allowed(self.cx.site.mode())?;
        let NewMethod { bank_name, account_name, account } = new;
        let (id, now) = (self.cx.ids.next(), self.cx.now());
        let sealed = self.seal.close(&id, account.to_bytes());
        let sealed = sealed.map_err(|error| PayoutsError::Sealed(error.to_string()))?;
        let people = self.people.find(std::slice::from_ref(&caller.id)).await?;
        let firstname = people.get(&caller.id).map(|person| person.firstname.clone());
        let mail = MailMessage::new(caller.email.clone(), "payouts/method_added")
            .with_some("name", firstname)
            .with("bank", &bank_name)
            .with("account", account.masked_number());
        let daily = self.cx.limits.daily("payouts.methods", ADDED_A_DAY);
        let addition = Addition {
            row: MethodRow {
                user_id: caller.id.clone(),
                newest: newest_first(now, &id),
                id: ItemId(id),
                bank_name,
                account_name,
                sealed,
                created_at: now,
                open: 0,
            },
            spent: daily.use_up(caller.id.as_str(), 1, now, &ADDED_TODAY),
            mail: (self.cx.ids.next(), mail),
        };
        let row = addition.row.clone();
        let added = self.store.add(addition).await;
        added.map_err(|error| allowance::explain::<PayoutsError>(error, &[&ADDED_TODAY], now))?;
        self.opened(row)
    }

    /// Deletes a bank account of the caller.
    pub(crate) async fn remove(&self, user: &UserId, id: &ItemId) -> Result<(), PayoutsError> {
        Ok(self.store.remove(user, id).await?)
    }

    fn opened(&self, row: MethodRow) -> Result<Method, PayoutsError> {
        opened(&self.seal, row)
    }
}

/// Returns the seal of bank accounts.
pub(crate) fn bank_seal(cx: &Cx) -> anyhow::Result<Seal> {
    Seal::new(&cx.keys.derive("payouts.bank_account"), &STANDARD_NO_PAD)
}

/// Decrypts a bank account.
pub(crate) fn opened(seal: &Seal, row: MethodRow) -> Result<Method, PayoutsError> {
    let opened = seal.open(row.id.0.as_str(), &row.sealed);
    let account = opened
        .and_then(BankAccount::from_bytes)
        .ok_or_else(|| PayoutsError::Sealed(format!("bank account {} cannot be opened", row.id)))?;
    Ok(Method {
        id: row.id,
        bank_name: row.bank_name,
        account_name: row.account_name,
        account,
        created_at: row.created_at,
    })
}
