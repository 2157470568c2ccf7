//! Comparison of the account at Stripe with the ledger. It books nothing: fees are the operator's
//! cost and no member's money, and a difference needs a person.

use std::time::Duration;

use sparkyard_kernel::{
    Money, Timestamp,
    ports::{Reconciled, Reconciliation},
};

use super::{StripeService, events::PROVIDER};
use crate::{
    error::PaymentsError,
    model::{balance::Compared, objects::REFERENCE},
};

/// Time by which a payment may be booked later, or was booked earlier, than Stripe has it.
const LATE: Duration = Duration::from_hours(7 * 24);
/// Differences that are stored for the console.
const MAX_STORED: usize = 100;

impl StripeService {
    /// Compares the period from `since` to before `until`, and stores the result.
    pub(crate) async fn reconcile(
        &self,
        since: Timestamp,
        until: Timestamp,
    ) -> Result<Reconciled, PaymentsError> {
        let (first, last) = (since - LATE, until + LATE);
        let lines = self.client.balance_lines(first.as_seconds(), last.as_seconds()).await?;
        let ledger = self.ledger.get()?;
        let movements = ledger.card_movements(PROVIDER, first, last).await?;
        let compared = Compared::of(&lines, &movements, (since, until), REFERENCE);
        let table = table(&compared);
        let mut told = compared.listed;
        told.truncate(MAX_STORED);
        let result = Reconciliation {
            ran_at: self.cx.now(),
            since,
            until,
            lines: compared.lines,
            matched: compared.matched,
            fees: compared.fees,
            unreconciled: compared.unreconciled,
            differences: compared.differences,
            told,
        };
        ledger.keep_reconciliation(result.clone()).await?;
        Ok(Reconciled { result, table })
    }
}

/// Writes the kinds of lines with their sums, and the differences.
fn table(compared: &Compared) -> Vec<String> {
    let mut table = vec![format!("{:<24}{:>8}{:>16}", "kind", "lines", "amount")];
    for (kind, (count, amount)) in &compared.by_kind {
        let amount = Money::from_minor(*amount).to_string();
        table.push(format!("{kind:<24}{count:>8}{amount:>16}"));
    }
    let fees = Money::from_minor(compared.fees).to_string();
    table.push(format!("{:<32}{fees:>16}", "fees of Stripe (not booked)"));
    table.push(format!("{} of {} lines agree", compared.matched, compared.lines));
    table.extend(compared.listed.iter().cloned());
    let more = compared.differences - i64::try_from(compared.listed.len()).unwrap_or(i64::MAX);
    if more > 0 {
        table.push(format!("and {more} more"));
    }
    table
}
