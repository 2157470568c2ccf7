//! Answers to exchanges, and what happens without one.

use std::time::Duration;

use sparkyard_kernel::{
    Caller, ItemId, Timestamp,
    audit::AuditEntry,
    db::{DbError, Fragment, Topic},
    events::timebank::{
        EXCHANGE_CONFIRMED, EXCHANGE_COUNTED, EXCHANGE_OBJECTED, EXCHANGE_WITHDRAWN,
        ExchangeChanged, SparksReversed,
    },
    ports::{AccountInfo, INSUFFICIENT_FUNDS, TokenReason, TokenTransfer, both_sides},
};

use super::{
    TimebankService,
    exchanges::{changed, transfer},
};
use crate::{
    error::{EXCHANGE_CLOSED, TimebankError},
    model::{
        checked_reason,
        exchange::{Exchange, ExchangeForViewer, Status, checked_objection},
    },
    store::Closing,
};

/// Exchanges per query of the job.
const BATCH: i64 = 50;
/// Time after which counting is tried again.
const AGAIN_AFTER: Duration = Duration::from_hours(24);

/// An answer to an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer<'a> {
    /// The other side confirms.
    Confirm,
    /// The other side objects, perhaps with a reason.
    Object(Option<&'a str>),
    /// The writer withdraws it.
    Withdraw,
}

impl Answer<'_> {
    const fn status(self) -> Status {
        match self {
            Self::Confirm => Status::Confirmed,
            Self::Object(_) => Status::Objected,
            Self::Withdraw => Status::Withdrawn,
        }
    }

    const fn topic(self) -> Topic<ExchangeChanged> {
        match self {
            Self::Confirm => EXCHANGE_CONFIRMED,
            Self::Object(_) => EXCHANGE_OBJECTED,
            Self::Withdraw => EXCHANGE_WITHDRAWN,
        }
    }
}

impl TimebankService {
    /// Answers an exchange on behalf of the caller. Repeating one's own answer changes nothing.
    pub(crate) async fn answer(
        &self,
        caller: &Caller,
        id: &ItemId,
        answer: Answer<'_>,
    ) -> Result<ExchangeForViewer, TimebankError> {
        let reason = match answer {
            Answer::Object(reason) => checked_objection(reason)?,
            Answer::Confirm | Answer::Withdraw => None,
        };
        let exchange = self.own_exchange(caller, id).await?;
        let is_writer = exchange.writer == caller.id;
        if caller.delegate.as_ref().is_some_and(|delegate| exchange.concerns(delegate)) {
            return Err(both_sides().into());
        }
        if is_writer != (answer == Answer::Withdraw) {
            return Err(TimebankError::NotYours);
        }
        let now = self.cx.now();
        let closed = match exchange.status {
            Status::Waiting => self.close(caller, &exchange, answer, reason, now).await,
            _ => Err(TimebankError::ExchangeClosed(exchange.status.words())),
        };
        let exchange = self.own_exchange(caller, id).await?;
        match closed {
            Err(error) if is_closed(&error) && exchange.status != answer.status() => {
                return Err(TimebankError::ExchangeClosed(exchange.status.words()));
            }
            Err(error) if !is_closed(&error) => return Err(error),
            _ => {}
        }
        self.exchange_for(&caller.id, exchange).await
    }

    async fn own_exchange(&self, caller: &Caller, id: &ItemId) -> Result<Exchange, TimebankError> {
        let exchange = self.store.exchange(id).await?;
        let own = exchange.filter(|exchange| exchange.concerns(&caller.id));
        own.ok_or(TimebankError::ExchangeNotFound)
    }

    async fn close(
        &self,
        caller: &Caller,
        exchange: &Exchange,
        answer: Answer<'_>,
        reason: Option<String>,
        at: Timestamp,
    ) -> Result<(), TimebankError> {
        let counts = answer.status().counts();
        let closing = Closing {
            status: answer.status(),
            reason: reason.clone(),
            delegate: caller.delegate.clone(),
            at,
            transfer: if counts { self.payment(exchange, at)? } else { None },
            topic: answer.topic(),
            payload: (self.cx.ids.next(), changed(exchange, reason)),
        };
        let closed = self.store.close_exchange(&exchange.id, closing).await;
        closed.map_err(
            |error| if is_short(&error) { TimebankError::PayerShort } else { error.into() },
        )
    }

    /// Returns the movement of the tokens; `None` if the help was for free.
    fn payment(
        &self,
        exchange: &Exchange,
        at: Timestamp,
    ) -> Result<Option<Fragment>, TimebankError> {
        let ledger = self.ledger()?;
        let paid = !exchange.amount.is_zero();
        Ok(paid.then(|| ledger.transfer_tokens(transfer(exchange, at))))
    }

    /// Counts exchanges that nobody answered in time. One whose payer has too few tokens, or of
    /// whose sides one cannot object, keeps waiting.
    pub(crate) async fn count_unanswered(&self, now: Timestamp) -> Result<(), TimebankError> {
        if self.ledger().is_err() {
            return Ok(());
        }
        loop {
            let due = self.store.due_exchanges(now, BATCH).await?;
            for exchange in &due {
                match self.count_one(exchange, now).await {
                    // It was answered meanwhile.
                    Err(error) if is_closed(&error) => {}
                    outcome => outcome?,
                }
            }
            if due.is_empty() {
                return Ok(());
            }
        }
    }

    async fn count_one(&self, exchange: &Exchange, now: Timestamp) -> Result<(), TimebankError> {
        let sides = [exchange.writer.clone(), exchange.other.clone()];
        let accounts = self.accounts.find(&sides).await?;
        let later = (now, now + AGAIN_AFTER);
        let active = accounts.iter().filter(|account| account.is_active()).count();
        if active < sides.len() || self.cannot_object(exchange, &accounts).await? {
            return Ok(self.store.postpone_exchange(&exchange.id, later, None).await?);
        }
        let closing = Closing {
            status: Status::Unanswered,
            reason: None,
            delegate: None,
            at: now,
            transfer: self.payment(exchange, now)?,
            topic: EXCHANGE_COUNTED,
            payload: (format!("{}/counted", exchange.id), changed(exchange, None)),
        };
        match self.store.close_exchange(&exchange.id, closing).await {
            Err(error) if is_short(&error) => {
                let payload = exchange.short_at.is_none().then(|| changed(exchange, None));
                Ok(self.store.postpone_exchange(&exchange.id, later, payload).await?)
            }
            outcome => Ok(outcome?),
        }
    }

    /// Checks whether the other side cannot sign in and has nobody who could object for them but
    /// the writer.
    async fn cannot_object(
        &self,
        exchange: &Exchange,
        accounts: &[AccountInfo],
    ) -> Result<bool, TimebankError> {
        let other = accounts.iter().find(|account| account.id == exchange.other);
        if other.is_none_or(|other| other.address().is_some()) {
            return Ok(false);
        }
        let delegate = self.delegate_of(&exchange.other).await?;
        Ok(delegate.is_none_or(|delegate| delegate == exchange.writer))
    }

    /// Returns the tokens of an exchange that counts, on behalf of staff who took no part in it.
    /// Recorded in the audit log.
    pub(crate) async fn reverse_exchange(
        &self,
        caller: &Caller,
        id: &ItemId,
        reason: &str,
    ) -> Result<ExchangeForViewer, TimebankError> {
        let reason = checked_reason(reason)?;
        let exchange = self.store.exchange(id).await?.ok_or(TimebankError::ExchangeNotFound)?;
        if exchange.concerns(&caller.id) {
            return Err(TimebankError::OwnCase);
        }
        if !exchange.status.counts() && exchange.status != Status::Reversed {
            return Err(TimebankError::NotCounted(exchange.status.words()));
        }
        let now = self.cx.now();
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: now,
            actor: caller.id.as_str(),
            action: "timebank.exchange_reversed",
            subject: format!("user:{}", exchange.helper),
            detail: format!("exchange {id}, {} sparks: {reason}", exchange.amount),
        };
        let payload = SparksReversed {
            giver_id: Some(exchange.helped().clone()),
            receiver_id: Some(exchange.helper.clone()),
            amount: exchange.amount,
            reason: reason.clone(),
        };
        let ledger = self.ledger()?;
        let paid = !exchange.amount.is_zero();
        let transfer = paid.then(|| ledger.transfer_tokens(back(&exchange, now)));
        let payload = (self.cx.ids.next(), payload);
        let reversed = self
            .store
            .reverse_exchange(id, (reason, now), transfer, audit.fragment(), payload)
            .await;
        reversed.map_err(|error| {
            if is_short(&error) { TimebankError::SparksSpent } else { error.into() }
        })?;
        let exchange = self.store.exchange(id).await?.ok_or(TimebankError::ExchangeNotFound)?;
        let found = self.people_of(std::slice::from_ref(&exchange)).await?;
        Ok(ExchangeForViewer::new(exchange, &found))
    }
}

/// Returns the transfer that takes an exchange back.
fn back(exchange: &Exchange, at: Timestamp) -> TokenTransfer {
    let paid = transfer(exchange, at);
    TokenTransfer {
        key: format!("reversal:{}", paid.key),
        from: paid.to,
        to: paid.from,
        reason: TokenReason::Reversal,
        ..paid
    }
}

/// Checks whether the payer has too few tokens.
fn is_short(error: &DbError) -> bool {
    matches!(error, DbError::Refused(violation) if violation.code == INSUFFICIENT_FUNDS)
}

/// Checks whether the exchange no longer waited.
fn is_closed(error: &TimebankError) -> bool {
    match error {
        TimebankError::ExchangeClosed(_) => true,
        TimebankError::Db(DbError::Refused(violation)) => violation.code == EXCHANGE_CLOSED,
        _ => false,
    }
}
