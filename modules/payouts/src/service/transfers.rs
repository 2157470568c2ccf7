//! Withdrawals that Stripe pays.

use sparkyard_kernel::{
    Money, Timestamp,
    events::payments::TransferReversed,
    newest_first,
    ports::{AccountInfo, OutgoingTransfer, TransferOutcome, TransferRefusal},
};
use tracing::{error, info, warn};

use super::{PayoutsService, withdrawals::mail_about};
use crate::{
    error::PayoutsError,
    model::withdrawal::{Withdrawal, WithdrawalStatus},
    store::Closing,
};

/// Name of the provider's account in the ledger.
pub(super) const STRIPE: &str = "stripe";
/// Withdrawals read per query.
const BATCH: i64 = 50;

/// Returns why a transfer was not made, for the member.
fn reason(refusal: TransferRefusal) -> &'static str {
    match refusal {
        TransferRefusal::NoFunds => {
            "This community's balance at Stripe is too low at the moment. Please try again in a few \
             days, or withdraw to a bank account."
        }
        TransferRefusal::AccountNotReady => {
            "Your account at Stripe cannot be paid at the moment. See what Stripe needs from you \
             under Get Paid, or withdraw to a bank account."
        }
        TransferRefusal::Other => {
            "Stripe did not make the transfer. Please withdraw to a bank account, or ask your host."
        }
    }
}

impl PayoutsService {
    /// Asks Stripe for the transfer of a new withdrawal, and ends the withdrawal if the outcome is
    /// known. Otherwise it stays as it is, and the job tries again.
    pub(super) async fn send(&self, withdrawal: &Withdrawal) -> Result<(), PayoutsError> {
        let (Some(transfers), Some(outgoing)) = (&self.transfers, outgoing(withdrawal)) else {
            return Ok(());
        };
        let outcome = transfers.send(&outgoing).await;
        self.settle(withdrawal, outcome, self.cx.now()).await
    }

    /// Completes transfers whose outcome is not known, in batches. One that fails does not keep the
    /// others waiting; returns the last error.
    pub(crate) async fn send_waiting(&self, now: Timestamp) -> Result<(), PayoutsError> {
        let (mut after, mut outcome) = (String::new(), Ok(()));
        loop {
            let waiting = self.store.sending(&after, BATCH).await?;
            let Some(last) = waiting.last() else { return outcome };
            after.clone_from(&last.place);
            for withdrawal in &waiting {
                // The first attempt may still be under way.
                if now < withdrawal.created_at + super::ATTEMPT {
                    continue;
                }
                if let Err(error) = self.send_again(withdrawal, now).await {
                    warn!(id = %withdrawal.id, "a transfer waits for the next attempt: {error}");
                    outcome = Err(error);
                }
            }
        }
    }

    /// Stores the outcome of an attempt.
    async fn settle(
        &self,
        withdrawal: &Withdrawal,
        outcome: TransferOutcome,
        now: Timestamp,
    ) -> Result<(), PayoutsError> {
        let Withdrawal { id, user_id, amount, .. } = withdrawal;
        let ledger = self.ledger()?;
        let (status, note, money, template, transfer) = match outcome {
            TransferOutcome::Sent(transfer) => (
                WithdrawalStatus::Paid,
                format!("Stripe transfer {transfer}"),
                ledger.send_withdrawal(STRIPE, id, *amount, now),
                "payouts/withdrawal_sent",
                Some(transfer),
            ),
            TransferOutcome::Refused(refusal) => (
                WithdrawalStatus::Refused,
                reason(refusal).to_owned(),
                ledger.return_withdrawal(id, user_id, *amount, now),
                "payouts/withdrawal_refused",
                None,
            ),
            TransferOutcome::Failed => return Ok(self.store.failed(withdrawal).await?),
            TransferOutcome::Unknown => return Ok(()),
        };
        let mail = self.account_of(withdrawal).await?.map(|account| {
            let mail = mail_about(*amount, account.email, template).with("note", &note);
            (self.cx.ids.next(), mail.with("account", &withdrawal.account_number))
        });
        let closing = Closing {
            from: WithdrawalStatus::Sending,
            status,
            note: Some(note),
            transfer,
            at: now,
            place: newest_first(now, &id.0),
            money,
            audit: None,
            mail,
            withdrawal,
        };
        match self.store.close(closing).await.map_err(PayoutsError::from) {
            // Another process, or the request itself, was faster.
            Err(error) if error.is_closed() => {
                let found = self.stored(id).await?.status;
                if status == WithdrawalStatus::Paid && found != WithdrawalStatus::Paid {
                    error!(%id, ?found, "a transfer was made for a withdrawal that is closed unpaid");
                }
                Ok(())
            }
            outcome => outcome,
        }
    }

    async fn account_of(
        &self,
        withdrawal: &Withdrawal,
    ) -> Result<Option<AccountInfo>, PayoutsError> {
        let found = self.accounts.find(std::slice::from_ref(&withdrawal.user_id)).await?;
        Ok(found.into_iter().next())
    }

    /// Gives back what Stripe has taken back of a transfer. Events may come twice and out of order:
    /// what counts is how much came back in all.
    pub(crate) async fn reversed(
        &self,
        reversal: &TransferReversed,
        at: Timestamp,
    ) -> Result<(), PayoutsError> {
        let TransferReversed { withdrawal_id, reversed } = reversal;
        let Some(withdrawal) = self.store.withdrawal(withdrawal_id).await? else {
            info!(%withdrawal_id, "a reversed transfer pays no withdrawal of this site");
            return Ok(());
        };
        if withdrawal.status == WithdrawalStatus::Sending {
            // The transfer exists; its own outcome is stored first.
            self.send_again(&withdrawal, at).await?;
        }
        let withdrawal = self.stored(withdrawal_id).await?;
        if withdrawal.status == WithdrawalStatus::Sending {
            // Delivered again later.
            return Err(PayoutsError::Sending);
        }
        let in_all = (*reversed).min(withdrawal.amount);
        let amount = Money::from_minor(in_all.minor() - withdrawal.returned.minor());
        if withdrawal.status != WithdrawalStatus::Paid || amount <= Money::ZERO {
            warn!(%withdrawal_id, status = ?withdrawal.status, "a reversal has nothing to give back");
            return Ok(());
        }
        let (id, user) = (&withdrawal.id, &withdrawal.user_id);
        let money = self.ledger()?.reverse_withdrawal(STRIPE, id, user, (amount, in_all), at);
        let mail = self.account_of(&withdrawal).await?.map(|account| {
            let mail = mail_about(amount, account.email, "payouts/withdrawal_reversed");
            (self.cx.ids.next(), mail)
        });
        Ok(self.store.give_back(&withdrawal, (amount, in_all), money, mail, at).await?)
    }

    /// Looks for the transfer of a withdrawal, and makes it if there is none. Suspension freezes
    /// withdrawals, so none is made to a member who is suspended.
    async fn send_again(&self, withdrawal: &Withdrawal, at: Timestamp) -> Result<(), PayoutsError> {
        let (Some(transfers), Some(outgoing)) = (&self.transfers, outgoing(withdrawal)) else {
            return Ok(());
        };
        let outcome = match transfers.find(&outgoing).await {
            Ok(Some(transfer)) => TransferOutcome::Sent(transfer),
            Ok(None) => {
                let account = self.account_of(withdrawal).await?;
                if !account.is_some_and(|account| account.is_active()) {
                    return Ok(());
                }
                transfers.send(&outgoing).await
            }
            Err(_) => TransferOutcome::Unknown,
        };
        self.settle(withdrawal, outcome, at).await
    }
}

/// Returns the transfer of a withdrawal; `None` for one that an admin pays.
fn outgoing(withdrawal: &Withdrawal) -> Option<OutgoingTransfer> {
    Some(OutgoingTransfer {
        reference: withdrawal.id.clone(),
        account: withdrawal.account.clone()?,
        amount: withdrawal.amount,
        since: withdrawal.created_at,
        failures: withdrawal.failures,
    })
}
