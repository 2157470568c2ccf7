//! Accounts and transfers.

use sparkyard_kernel::{
    Money, Sparks, UserId,
    db::{DbError, Fragment, Write},
    ports::{Balances, OPENING, TokenAccount, TokenTransfer},
};
use surrealdb::types::SurrealValue;

use super::WalletStore;
use crate::{
    error::{GRANT, TRANSFER},
    model::{Account, Transfer, Unit},
};

/// Returns a fragment that makes a transfer.
pub(super) fn transfer(transfer: Transfer<'_>) -> Fragment {
    Fragment::new("fn::wallet::transfer", TRANSFER)
        .arg(transfer.key)
        .arg(transfer.from.to_string())
        .arg(transfer.to.to_string())
        .arg(transfer.unit)
        .arg(transfer.amount)
        .arg(transfer.reason)
        .arg(transfer.reference)
        .arg(transfer.at)
}

/// Returns a fragment that moves tokens outside of bookings.
pub(crate) fn transfer_tokens(moved: &TokenTransfer) -> Fragment {
    fn account(account: &TokenAccount) -> Account<'_> {
        match account {
            TokenAccount::Member(user) => Account::User(user, Unit::Spark),
            TokenAccount::Pot => Account::Pot,
            TokenAccount::Community => Account::Community,
        }
    }
    transfer(Transfer {
        key: moved.key.clone(),
        from: account(&moved.from),
        to: account(&moved.to),
        unit: Unit::Spark,
        amount: moved.amount.minor(),
        reason: moved.reason.into(),
        reference: Some(moved.reference.clone()),
        at: moved.at,
    })
}

#[derive(SurrealValue)]
pub(crate) struct BalancesRow {
    cash: Money,
    withdrawable: Money,
    tokens: Sparks,
    credit_limit: Sparks,
}

impl From<BalancesRow> for Balances {
    fn from(row: BalancesRow) -> Self {
        let BalancesRow { cash, withdrawable, tokens, credit_limit } = row;
        Self { cash, withdrawable, tokens, credit_limit }
    }
}

const BALANCES: &str = "{ cash: fn::wallet::balance($cash), \
     withdrawable: (SELECT VALUE withdrawable FROM ONLY type::record('ledger_account', $cash)) ?? 0, \
     tokens: fn::wallet::balance($tokens), \
     credit_limit: (SELECT VALUE credit_limit FROM ONLY type::record('ledger_account', $tokens)) \
     ?? fn::wallet::credit_limit() }";

impl WalletStore {
    /// Makes a transfer; fails if one with the same key and other parties exists.
    pub(crate) async fn grant(&self, grant: Transfer<'_>) -> Result<(), DbError> {
        self.db.write("wallet.welcome").call(transfer(grant)).violations(GRANT).run().await
    }

    /// Checks whether a member was imported with a balance.
    pub(crate) async fn has_opening_balance(&self, user: &UserId) -> Result<bool, DbError> {
        let known = self.db.has_all("ledger_transfer", [format!("{OPENING}{user}")]).await?;
        Ok(known == [true])
    }

    /// Returns the balances of `user`, whose credit limit is that of the `site` unless they have
    /// their own.
    pub(crate) async fn balances(&self, user: &UserId, site: Sparks) -> Result<Balances, DbError> {
        #[derive(SurrealValue)]
        struct AccountRow {
            balance: i64,
            withdrawable: i64,
            credit_limit: Option<i64>,
        }
        let [cash, tokens] = [Unit::Gbp, Unit::Spark]
            .map(|unit| ("ledger_account", Account::User(user, unit).to_string()));
        let (cash, tokens): (Option<AccountRow>, Option<AccountRow>) =
            self.db.get_both(cash, tokens).await?;
        // An account is created by its first transfer.
        let withdrawable = cash.as_ref().map_or(0, |row| row.withdrawable);
        let credit_limit = tokens.as_ref().and_then(|row| row.credit_limit);
        let [cash, tokens] = [cash, tokens].map(|row| row.map_or(0, |row| row.balance));
        Ok(Balances {
            cash: Money::from_minor(cash),
            withdrawable: Money::from_minor(withdrawable),
            tokens: Sparks::from_minor(tokens),
            credit_limit: credit_limit.map_or(site, Sparks::from_minor),
        })
    }

    /// Returns the tokens in the pot of the community, in hundredths.
    pub(crate) async fn pot(&self) -> Result<i64, DbError> {
        #[derive(SurrealValue)]
        struct PotRow {
            balance: i64,
        }
        let row = self.db.get::<PotRow>("ledger_account", Account::Pot.to_string()).await?;
        Ok(row.map_or(0, |row| row.balance))
    }

    /// Returns the tokens that the community ever issued, and its balance, in hundredths.
    pub(crate) async fn community(&self) -> Result<(i64, i64), DbError> {
        #[derive(SurrealValue)]
        struct CommunityRow {
            debits: i64,
            balance: i64,
        }
        let row = self
            .db
            .query("SELECT debits, balance FROM type::record('ledger_account', $account)")
            .bind("account", Account::Community.to_string())
            .fetch_optional::<CommunityRow>()
            .await?;
        Ok(row.map_or((0, 0), |row| (row.debits, row.balance)))
    }
}

/// Runs `write` and returns the balances of `user` after it.
pub(crate) async fn balances_after(write: Write<'_>, user: &UserId) -> Result<Balances, DbError> {
    write
        .bind("cash", Account::User(user, Unit::Gbp).to_string())
        .bind("tokens", Account::User(user, Unit::Spark).to_string())
        .returning(BALANCES)
        .run::<BalancesRow>()
        .await
        .map(Balances::from)
}
