//! Reads the lines of the account.

use stripe_core::balance_transaction::ListBalanceTransaction;
use stripe_types::{RangeBoundsTs, RangeQueryTs};

use super::{PAGE, StripeClient, unreadable};
use crate::{
    error::PaymentsError,
    model::{balance::BalanceLine, objects::List},
};

/// Most lines of one comparison: more would be too much memory.
const MAX_LINES: usize = 100_000;

impl StripeClient {
    /// Returns the lines created from `since` to before `until` (seconds since 1970), newest first:
    /// <https://docs.stripe.com/api/balance_transactions/list>.
    pub(in crate::service) async fn balance_lines(
        &self,
        since: i64,
        until: i64,
    ) -> Result<Vec<BalanceLine>, PaymentsError> {
        let mut lines: Vec<BalanceLine> = Vec::new();
        loop {
            let created = RangeQueryTs::Bounds(RangeBoundsTs {
                gte: Some(since),
                lt: Some(until),
                ..RangeBoundsTs::default()
            });
            // The charge, refund … of each line has our id of what was paid:
            // <https://docs.stripe.com/expand>.
            let mut request = ListBalanceTransaction::new()
                .created(created)
                .expand(vec!["data.source".to_owned()])
                .limit(PAGE);
            if let Some(last) = lines.last() {
                request = request.starting_after(last.id.clone());
            }
            let page = self.send::<List<BalanceLine>>(&request, None).await?;
            let page = page.ok_or_else(|| unreadable("no lines of the account"))?;
            let is_last = !page.has_more || page.data.is_empty();
            lines.extend(page.data);
            if lines.len() > MAX_LINES {
                return Err(PaymentsError::TooManyLines);
            }
            if is_last {
                return Ok(lines);
            }
        }
    }
}
