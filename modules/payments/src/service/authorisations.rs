//! Payments that are first authorised, then captured, given up or refunded.

use std::collections::HashMap;

use sparkyard_kernel::{
    Money,
    ports::{CardPayment, CardRefund, Chargeback, ChargebackState, NewCardPayment},
};
use stripe::StripeRequest;
use stripe_core::{
    payment_intent::CapturePaymentIntent,
    refund::{CreateRefund, ListRefund},
};
use stripe_shared::PaymentIntentCaptureMethod;
use tracing::warn;

use super::{
    StripeService,
    client::{Failure, PAUSES, new_payment},
};
use crate::{
    error::PaymentsError,
    model::{
        is_payment_id,
        objects::{Created, List, REFERENCE},
        payment::{PartRefund, Payment},
    },
};

/// Most refunds of one payment that are read; this site makes one.
const MAX_REFUNDS: i64 = 100;

impl StripeService {
    /// Creates a payment that is captured later. The same call again returns the same payment.
    pub(crate) async fn create_authorisation(
        &self,
        reference: &str,
        amount: Money,
    ) -> Result<NewCardPayment, PaymentsError> {
        let request =
            new_payment(reference, amount).capture_method(PaymentIntentCaptureMethod::Manual);
        let (id, secret) = self.client.create_with(Box::new(request), reference).await?;
        Ok(self.for_card_form((id, secret)))
    }

    /// Captures a payment in full, and returns it as it is afterwards.
    pub(crate) async fn capture(&self, id: &str) -> Result<Option<CardPayment>, PaymentsError> {
        if !is_payment_id(id) {
            return Ok(None);
        }
        // Stripe captures once, whatever the key. The minute lets a later call try again where Stripe
        // has stored an error of its own.
        let key = format!("capture:{id}:{}", self.cx.now().as_seconds() / 60);
        match self.client.send::<Payment>(&CapturePaymentIntent::new(id), Some(&key)).await {
            Ok(payment) => Ok(payment.as_deref().map(Payment::facts)),
            // Stripe captures only what is authorised: not once captured, cancelled or lapsed. Without
            // an answer, it may have captured.
            Err(PaymentsError::Refused | PaymentsError::Unreachable) => {
                self.client.retrieve(id).await
            }
            Err(error) => Err(error),
        }
    }

    /// Refunds a payment until `total` of it is refunded. Before each attempt it asks what was
    /// refunded, as an error of Stripe's own may have come after the refund, and keys are forgotten
    /// after a day.
    pub(crate) async fn refund(
        &self,
        id: &str,
        reference: &str,
        total: Money,
    ) -> Result<CardRefund, PaymentsError> {
        if !is_payment_id(id) {
            return Err(PaymentsError::Refused);
        }
        let (mut errors, mut pauses) = (0, PAUSES.into_iter());
        // Differs from the first key once a dispute has ended.
        let mut again = String::new();
        loop {
            let missing = total.minor() - self.refunded(id).await?;
            if missing <= 0 {
                return Ok(CardRefund::Made);
            }
            let metadata = HashMap::from([(REFERENCE.to_owned(), reference.to_owned())]);
            let request = CreateRefund::new().payment_intent(id).amount(missing).metadata(metadata);
            let key = format!("refund:{id}{again}:{errors}");
            let request = request.build().customize::<Created>();
            let sent = self.client.once(request, Some(key)).await?;
            let Err(failure) = sent else { return Ok(CardRefund::Made) };
            match (failure, pauses.next()) {
                (Failure::Broken(_), Some(pause)) => {
                    errors += 1;
                    tokio::time::sleep(pause).await;
                }
                (Failure::Unknown(_), Some(pause)) => tokio::time::sleep(pause).await,
                (Failure::Refused(why), _) => {
                    let disputes = self.client.disputes_of(id).await?;
                    let is_any = |state| disputes.iter().any(|dispute| dispute.state == state);
                    if is_any(ChargebackState::Open) {
                        return Ok(CardRefund::AwaitsBank);
                    }
                    // Stripe repeats the refusal for this key. It may be from while the payment was
                    // disputed.
                    if let Some(ended) = disputes.first().filter(|_| again.is_empty()) {
                        again = format!(":{}", ended.id);
                    } else if is_any(ChargebackState::Lost) {
                        return self.refused_for_good(&disputes).await;
                    } else {
                        warn!("Stripe has refused a refund: {why}");
                        return Err(PaymentsError::Refused);
                    }
                }
                (Failure::Missing, _) => return Err(PaymentsError::Refused),
                (Failure::Broken(why) | Failure::Unknown(why), None) => {
                    warn!("Stripe cannot be reached: {why}");
                    return Err(PaymentsError::Unreachable);
                }
            }
        }
    }

    /// Returns the outcome of a refund that Stripe refuses after the bank has decided. What the bank
    /// took back is only known to the ledger once all the disputes are followed.
    async fn refused_for_good(&self, disputes: &[Chargeback]) -> Result<CardRefund, PaymentsError> {
        let chargebacks = self.chargebacks.get()?;
        for dispute in disputes {
            if !chargebacks.is_followed(dispute).await? {
                return Ok(CardRefund::AwaitsBank);
            }
        }
        Ok(CardRefund::Impossible)
    }

    /// Returns how much of a payment was refunded, in pence.
    pub(super) async fn refunded(&self, id: &str) -> Result<i64, PaymentsError> {
        let request = ListRefund::new().payment_intent(id).limit(MAX_REFUNDS);
        let refunds = self.client.send::<List<PartRefund>>(&request, None).await?;
        Ok(refunds.ok_or(PaymentsError::Refused)?.data.iter().map(PartRefund::standing).sum())
    }
}
