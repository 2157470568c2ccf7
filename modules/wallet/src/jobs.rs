//! Periodic jobs of the module.

use std::time::Duration;

use sparkyard_kernel::Job;

use crate::service::WalletService;

/// Returns the jobs that return expired holds, check the ledger if a check is due, close cash
/// requests that were not decided in time, cancel card payments that nobody has paid, follow up
/// payments of bookings, and add transfers to the sums of the ledger.
pub(crate) fn all(service: &WalletService) -> [Job; 6] {
    let service = || service.clone();
    [
        Job::new(
            "wallet.expire_intents",
            Duration::from_mins(1),
            service(),
            |service, now| async move { service.expire_all_overdue(now).await },
        ),
        Job::new(
            "wallet.check_ledger",
            Duration::from_hours(1),
            service(),
            |service, now| async move { service.check_when_due(now).await },
        ),
        Job::new(
            "wallet.lapse_cash_ins",
            Duration::from_mins(10),
            service(),
            |service, now| async move { service.lapse_cash_ins(now).await },
        ),
        Job::new(
            "wallet.cancel_unpaid_cards",
            Duration::from_hours(1),
            service(),
            |service, now| async move { service.cancel_unpaid(now).await },
        ),
        Job::new(
            "wallet.follow_up_cards",
            Duration::from_mins(5),
            service(),
            |service, now| async move { service.follow_up_due(now).await },
        ),
        Job::new("wallet.sum_up", Duration::from_mins(1), service(), |service, _| async move {
            service.sum_up().await
        }),
    ]
}
