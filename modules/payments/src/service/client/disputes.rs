//! Reads disputes and refunds.

use sparkyard_kernel::ports::Chargeback;

use super::{
    StripeClient,
    create_once::{Fields, get},
    unreadable,
};
use crate::{
    error::PaymentsError,
    model::{
        dispute::{Dispute, Refund, is_dispute_id, is_refund_id},
        objects::List,
    },
};

/// Pages of a list of disputes, of a hundred each.
const PAGES: usize = 20;

impl StripeClient {
    /// Returns a dispute; `None` if Stripe does not know it:
    /// <https://docs.stripe.com/api/disputes/retrieve>.
    pub(in crate::service) async fn dispute(
        &self,
        id: &str,
    ) -> Result<Option<Box<Dispute>>, PaymentsError> {
        if !is_dispute_id(id) {
            return Ok(None);
        }
        let path = format!("/disputes/{id}");
        self.attempts(|| get(&path, &Fields::new()), None).await
    }

    /// Returns the disputes opened from `since` on (seconds since 1970), newest first:
    /// <https://docs.stripe.com/api/disputes/list>.
    pub(in crate::service) async fn disputes(
        &self,
        since: i64,
    ) -> Result<Vec<Dispute>, PaymentsError> {
        let mut fields =
            Fields::from([("created[gte]", since.to_string()), ("limit", "100".to_owned())]);
        let mut found = Vec::new();
        for _ in 0..PAGES {
            let page = self.attempts(|| get::<List<Dispute>>("/disputes", &fields), None).await?;
            let List { data, has_more } = *page.ok_or_else(|| unreadable("no disputes"))?;
            let last = data.last().map(|dispute| dispute.id.clone()).filter(|_| has_more);
            found.extend(data);
            match last {
                Some(last) => fields.insert("starting_after", last),
                None => return Ok(found),
            };
        }
        Err(unreadable("too many disputes"))
    }

    /// Returns the disputes of a payment.
    pub(in crate::service) async fn disputes_of(
        &self,
        payment: &str,
    ) -> Result<Vec<Chargeback>, PaymentsError> {
        let fields =
            Fields::from([("payment_intent", payment.to_owned()), ("limit", "100".to_owned())]);
        let page = self.attempts(|| get::<List<Dispute>>("/disputes", &fields), None).await?;
        let page = page.ok_or_else(|| unreadable("no disputes"))?;
        Ok(page.data.iter().map(Dispute::chargeback).collect())
    }

    /// Returns a refund; `None` if Stripe does not know it:
    /// <https://docs.stripe.com/api/refunds/retrieve>.
    pub(in crate::service) async fn refund(
        &self,
        id: &str,
    ) -> Result<Option<Box<Refund>>, PaymentsError> {
        if !is_refund_id(id) {
            return Ok(None);
        }
        let path = format!("/refunds/{id}");
        self.attempts(|| get(&path, &Fields::new()), None).await
    }
}
