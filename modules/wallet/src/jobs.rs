//! Periodic jobs of the module.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_kernel::{Job, Timestamp, job::JobRunner};

use crate::service::WalletService;

pub(crate) fn all(service: &WalletService) -> [Job; 3] {
    [
        Job {
            name: "wallet.expire_intents",
            every: Duration::from_mins(1),
            runner: Arc::new(ExpireIntents(service.clone())),
        },
        Job {
            name: "wallet.check_ledger",
            every: Duration::from_hours(1),
            runner: Arc::new(CheckLedger(service.clone())),
        },
        Job {
            name: "wallet.lapse_cash_ins",
            every: Duration::from_mins(10),
            runner: Arc::new(LapseCashIns(service.clone())),
        },
    ]
}

/// Returns expired holds.
struct ExpireIntents(WalletService);

#[async_trait]
impl JobRunner for ExpireIntents {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        Ok(self.0.expire_all_overdue(now).await?)
    }
}

/// Checks the ledger if a check is due.
struct CheckLedger(WalletService);

#[async_trait]
impl JobRunner for CheckLedger {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        Ok(self.0.check_when_due(now).await?)
    }
}

/// Closes cash requests that were not decided in time.
struct LapseCashIns(WalletService);

#[async_trait]
impl JobRunner for LapseCashIns {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        Ok(self.0.lapse_cash_ins(now).await?)
    }
}
