//! Overview of the ledger for the operator: sums by kind of account, and the supply of sparks by
//! month.

use sparkyard_kernel::{Money, Months, Sparks, db::DbError};

use super::WalletService;
use crate::{
    error::WalletError,
    model::{
        overview::{KindTotal, LedgerOverview, SupplyMonth},
        sums::Sums,
    },
    store::BATCH,
};

impl WalletService {
    /// Returns the sums of the ledger, and the results of the last checks.
    pub(crate) async fn ledger_overview(&self) -> Result<LedgerOverview, WalletError> {
        let months = Months::up_to(self.cx.now()).names();
        let since = months.first().map(|month| format!("month/{month}")).unwrap_or_default();
        let sums = self.sums_now((since, "month0".to_owned())).await?;
        let (check, reconciliation) = self.store.last_checks().await?;
        let (totals, supply) = (KindTotal::all(&sums), supply(&sums, &months));
        Ok(LedgerOverview { totals, supply, check, reconciliation })
    }

    /// Returns the pounds that the community holds for members.
    pub(crate) async fn pounds_held(&self) -> Result<Money, WalletError> {
        let sums = self.sums_now((String::new(), String::new())).await?;
        let outside: i64 = sums.below("total/gbp/external:").map(|(_, sum)| sum.balance()).sum();
        Ok(Money::from_minor(outside.saturating_neg()))
    }

    /// Returns the sparks in circulation and the pounds held at the end of each of `months`, the
    /// last of which is the present one.
    pub(crate) async fn holdings(
        &self,
        months: &Months,
    ) -> Result<Vec<(Sparks, Money)>, WalletError> {
        let names = months.names();
        let since = names.first().map(|month| format!("month/{month}")).unwrap_or_default();
        let sums = self.sums_now((since, "month0".to_owned())).await?;
        let sparks = inside(&sums, "spark/community", &names).into_iter().map(Sparks::from_minor);
        let pounds = inside(&sums, "gbp/external:", &names).into_iter().map(Money::from_minor);
        Ok(sparks.zip(pounds).collect())
    }

    /// Returns the totals and the sums of one more range of keys, as of now. Fails while more
    /// transfers wait to be added up than a request can read: for a while after an upgrade.
    pub(super) async fn sums_now(&self, more: (String, String)) -> Result<Sums, WalletError> {
        let totals = ("total/".to_owned(), "total0".to_owned());
        let (mut sums, unsummed) = self.store.sums([totals, more]).await?;
        if unsummed.len() == BATCH {
            return Err(WalletError::SumsBehind);
        }
        for moved in &unsummed {
            sums.add(moved);
        }
        Ok(sums)
    }

    /// Adds the latest transfers to their sums. Fails if more wait than one request can add up.
    pub(super) async fn sum_up_latest(&self) -> Result<(), WalletError> {
        match self.store.sum_up().await? {
            BATCH => Err(WalletError::SumsBehind),
            _ => Ok(()),
        }
    }

    /// Adds all transfers to their sums.
    pub(crate) async fn sum_up(&self) -> Result<(), DbError> {
        while self.store.sum_up().await? == BATCH {}
        Ok(())
    }
}

/// Returns the supply at the end of each month, going back from the present one.
fn supply(sums: &Sums, months: &[String]) -> Vec<SupplyMonth> {
    let outside = sums.0.get("total/spark/community").copied().unwrap_or_default();
    let mut circulating = outside.balance().saturating_neg();
    let mut supply = Vec::with_capacity(months.len());
    for month in months.iter().rev() {
        let sum = sums.0.get(&format!("month/{month}/spark/community")).copied();
        let sum = sum.unwrap_or_default();
        let (issued, returned) = (sum.debits, sum.credits);
        supply.push(SupplyMonth { month: month.clone(), issued, returned, circulating });
        circulating = circulating.saturating_sub(issued).saturating_add(returned);
    }
    supply.reverse();
    supply
}

/// Returns what was in the community's wallets at the end of each month, going back from the
/// present one. `source` begins the kinds of account from which it came.
fn inside(sums: &Sums, source: &str, months: &[String]) -> Vec<i64> {
    let balance = |prefix: String| sums.below(&prefix).map(|(_, sum)| sum.balance()).sum::<i64>();
    let mut held = balance(format!("total/{source}")).saturating_neg();
    let mut history = Vec::with_capacity(months.len());
    for month in months.iter().rev() {
        history.push(held);
        // What left the accounts outside came into the wallets.
        held = held.saturating_add(balance(format!("month/{month}/{source}")));
    }
    history.reverse();
    history
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::sums::Sum;

    #[test]
    fn supply_goes_back_from_the_present() {
        let mut sums = Sums::default();
        let sum = |debits, credits| Sum { debits, credits, entries: 1 };
        sums.count("total/spark/community".to_owned(), sum(900, 100));
        sums.count("month/2026-03/spark/community".to_owned(), sum(300, 100));
        let months = Months::up_to("2026-03-31T23:30:00Z".parse().unwrap()).names();
        assert_eq!(
            (months.len(), months[0].as_str(), months[11].as_str()),
            (12, "2025-05", "2026-04")
        );
        let supply = supply(&sums, &months);
        let shown = |at: usize| (supply[at].issued, supply[at].returned, supply[at].circulating);
        assert_eq!(shown(11), (0, 0, 800));
        assert_eq!(shown(10), (300, 100, 800));
        assert_eq!(shown(9), (0, 0, 600));
    }

    #[test]
    fn holdings_go_back_from_the_present() {
        let mut sums = Sums::default();
        let sum = |debits, credits| Sum { debits, credits, entries: 1 };
        sums.count("total/gbp/external:cash".to_owned(), sum(900, 100));
        sums.count("total/gbp/external:stripe".to_owned(), sum(50, 0));
        sums.count("total/gbp/user".to_owned(), sum(0, 850));
        sums.count("month/2026-02/gbp/external:stripe".to_owned(), sum(50, 0));
        sums.count("month/2026-03/gbp/external:cash".to_owned(), sum(300, 100));
        let months = ["2026-01", "2026-02", "2026-03"].map(str::to_owned);
        assert_eq!(inside(&sums, "gbp/external:", &months), [600, 650, 850]);
        assert_eq!(inside(&sums, "spark/community", &months), [0, 0, 0]);
    }
}
