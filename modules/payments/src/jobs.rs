//! Periodic jobs of the module.

use std::time::Duration;

use sparkyard_kernel::Job;

use crate::service::StripeService;

/// Returns the job that fetches events that were not delivered.
pub(crate) fn sync(stripe: &StripeService) -> Job {
    let every = Duration::from_hours(1);
    Job::new("payments.sync", every, stripe.clone(), |stripe, now| async move {
        let found = stripe.sync(now).await?;
        if found.handled > 0 {
            tracing::info!(handled = found.handled, "handled events that were not delivered");
        }
        Ok::<_, crate::error::PaymentsError>(())
    })
}

/// Returns the job that asks for accounts of members that could not be paid yet.
pub(crate) fn follow_accounts(stripe: &StripeService) -> Job {
    let every = Duration::from_hours(1);
    Job::new("payments.follow_accounts", every, stripe.clone(), |stripe, now| async move {
        stripe.follow_accounts(now).await
    })
}
