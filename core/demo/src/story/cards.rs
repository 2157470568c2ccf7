//! Cards of sample members: one that is kept, and payments that banks dispute. No bank and no
//! provider tells of these: they are written as the provider's events would be.

use std::sync::Arc;

use anyhow::Context;
use serde_json::json;
use sparkyard_kernel::{
    ApiError, Clock, Money, Timestamp,
    events::payments::CHARGEBACK_CHANGED,
    ports::{
        CARD_BOOKING, CardPayment, CardPaymentStatus, Chargeback, ChargebackState, Chargebacks,
        DisputedPayment, Ledger, Reconciliation,
    },
    site::Mode,
    zone,
};

use super::{DAY, HOUR, Story, requests::PaidByCard};
use crate::town::SampleChargeback;

/// Key of the member who keeps a card.
const KEEPER: &str = "maya";
/// Name of the sandbox in the ledger.
const SANDBOX: &str = "sandbox";
/// Pence that nobody has booked yet, in the comparison with the provider's account.
const UNKNOWN: i64 = 1250;
/// Days that were compared.
const COMPARED: u32 = 30;

impl Story {
    /// Checks whether bookings can be paid by card here.
    pub(super) fn has_cards(&self) -> bool {
        let cx = &self.host.cx;
        let needed = ["bookings", "payments", "wallet"];
        needed.iter().all(|module| cx.has(module)) && cx.site.mode() == Mode::CashAndTokens
    }

    /// Lets a member keep a card, and compares the sandbox with the ledger, with one difference.
    pub(super) async fn keep_cards(&mut self) -> anyhow::Result<()> {
        if !self.has_cards() {
            return Ok(());
        }
        let expiry = zone::in_britain(self.now + DAY * 900).strftime("%m/%y").to_string();
        let card = json!({
            "card_number": "4242 4242 4242 4242", "expiry_date": expiry, "cvv": "123",
            "address": "1 Mill Lane", "city": "Leeds", "postal_code": "LS1 4AP",
        });
        let path = "/api/settings/payment/billingmethod";
        self.character(KEEPER)?.actor.post(path, card).await.context("a card is kept")?;
        self.reconcile().await
    }

    async fn reconcile(&self) -> anyhow::Result<()> {
        let ledger: Arc<dyn Ledger> = self.host.ports.require("demo")?;
        let (since, until) = (self.now - DAY * COMPARED, self.now);
        let known = ledger.card_movements(SANDBOX, since, until).await.map_err(refused)?;
        let matched = i64::try_from(known.len())?;
        let day = zone::in_britain(self.now - DAY).date();
        let amount = Money::from_minor(UNKNOWN);
        let line = format!("missing here       {day}  {amount} gbp  adjustment txn_sample");
        let result = Reconciliation {
            ran_at: self.now,
            since,
            until,
            lines: matched + 1,
            matched,
            fees: 0,
            unreconciled: UNKNOWN,
            differences: 1,
            told: vec![line],
        };
        ledger.keep_reconciliation(result).await.map_err(refused)
    }

    /// Lets a client's bank dispute the payment of a booking, and decide if the story says so.
    pub(super) async fn dispute_at_bank(
        &mut self,
        booking: &str,
        paid: &PaidByCard,
        dispute: SampleChargeback,
    ) -> anyhow::Result<()> {
        let (decided, amount) = (self.clock.now(), Money::from_minor(paid.pence));
        let (opened, intent) = (decided - HOUR, &paid.intent);
        let payment = CardPayment {
            id: format!("sandbox_{intent}"),
            reference: Some(format!("{CARD_BOOKING}{intent}")),
            status: CardPaymentStatus::Succeeded,
            received: amount,
            capturable: Money::ZERO,
        };
        let disputed = DisputedPayment { payment, refunded: Money::ZERO };
        let mut chargeback = Chargeback {
            id: format!("dp_sample{booking}"),
            amount,
            status: "needs_response".to_owned(),
            state: ChargebackState::Open,
            withdrawn: amount,
            reinstated: Money::ZERO,
            evidence_due: Some(self.now + DAY * 14),
        };
        self.clock.set(opened);
        self.book_chargeback(&chargeback, &disputed, opened).await?;
        self.clock.set(decided);
        match dispute {
            SampleChargeback::Open => Ok(()),
            SampleChargeback::Lost => {
                chargeback.state = ChargebackState::Lost;
                chargeback.status = chargeback.state.to_string();
                self.book_chargeback(&chargeback, &disputed, decided).await
            }
        }
    }

    async fn book_chargeback(
        &self,
        chargeback: &Chargeback,
        disputed: &DisputedPayment,
        at: Timestamp,
    ) -> anyhow::Result<()> {
        let chargebacks: Arc<dyn Chargebacks> = self.host.ports.require("demo")?;
        let found = chargebacks.chargeback_changed(SANDBOX, chargeback, disputed, at).await;
        let found = found.map_err(refused)?.context("the disputed payment is not known")?;
        let mut write = self.host.cx.db.write("demo.chargeback").calls(found.effects);
        if let Some(payload) = found.payload {
            let id = format!("payments:{}:{}", payload.chargeback_id, payload.state);
            write = write.publish(CHARGEBACK_CHANGED, id, at, payload);
        }
        write.run::<()>().await?;
        self.settle().await
    }
}

fn refused(error: ApiError) -> anyhow::Error {
    anyhow::anyhow!(error.message)
}
