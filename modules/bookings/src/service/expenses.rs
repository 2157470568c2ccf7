//! Requests for expenses, and answers to them.

use sparkyard_kernel::{
    ApiError, BookingId, Caller, Money, Timestamp,
    db::{DbError, Fragment, Idempotency},
    events::bookings::{BookingChanged, EXPENSES_CHANGED, ExpensesInfo},
    idempotency::{idempotency, whole},
    ports::LiveBookingStatus,
    site::Mode,
};

use super::{
    BookingService,
    change::{MAX_ROUNDS, event},
};
use crate::{
    error::{BookingError, CHANGED},
    model::{
        Booking,
        expenses::{Expenses, ExpensesState, NewExpense, NoExpenses, checked_items},
        machine::{Actor, Status},
        proposal::checked_words,
        seen::BookingForViewer,
    },
    store::Announcements,
};

/// A party's action on the expenses of their booking.
pub(crate) enum ExpensesWish {
    /// Asks for expenses, or corrects them.
    Ask(Vec<NewExpense>),
    /// Pays the expenses, whose sum in pounds the client has seen.
    Confirm(f64),
    /// Declines them, with a reason.
    Decline(String),
}

/// A checked action: the booking after it, and the payment.
struct Step {
    after: Booking,
    pay: Option<Fragment>,
}

impl BookingService {
    /// Checks whether members can agree on expenses: they are paid in pounds.
    pub(super) fn pays_expenses(&self) -> bool {
        self.ledger.is_some() && self.cx.site.mode() == Mode::CashAndTokens
    }

    /// Applies a party's action on the expenses of their booking. `key` is the idempotency key of
    /// a payment.
    pub(crate) async fn settle_expenses(
        &self,
        id: BookingId,
        caller: &Caller,
        wish: ExpensesWish,
        key: Option<&str>,
    ) -> Result<BookingForViewer, BookingError> {
        let (mut booking, viewer) = self.own_to_change(id, caller).await?;
        let key = match wish {
            ExpensesWish::Confirm(amount) => {
                let parts = whole(&(id.0, amount))?;
                idempotency(caller, "confirm_expenses", key, &[&parts], self.cx.now())?
            }
            ExpensesWish::Ask(_) | ExpensesWish::Decline(_) => None,
        };
        for _ in 0..MAX_ROUNDS {
            let now = self.cx.now();
            let Some(step) = self.expenses_step(&booking, viewer, &wish, now).await? else {
                return Ok(self.seen(booking, viewer).await?);
            };
            match self.change_expenses(&booking, step, Some(caller), key.clone()).await {
                Ok(after) => return Ok(self.seen(after, viewer).await?),
                Err(DbError::Refused(violation)) if *violation == CHANGED => {
                    booking = self.store.booking(id).await?.ok_or(BookingError::NotFound)?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(DbError::Refused(&CHANGED).into())
    }

    /// Ends a request for expenses that nobody answered in time. Returns whether there was one.
    pub(super) async fn lapse_expenses(
        &self,
        booking: &Booking,
        now: Timestamp,
    ) -> Result<bool, BookingError> {
        let Some(after) = booking.with_lapsed_expenses(now) else { return Ok(false) };
        match self.change_expenses(booking, Step { after, pay: None }, None, None).await {
            Ok(_) => Ok(true),
            // A concurrent change was first.
            Err(DbError::Refused(violation)) if *violation == CHANGED => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    /// Derives the change; `None` if it is a repetition of the caller's last action.
    async fn expenses_step(
        &self,
        booking: &Booking,
        actor: Actor,
        wish: &ExpensesWish,
        now: Timestamp,
    ) -> Result<Option<Step>, BookingError> {
        let is = |state| booking.expenses.as_ref().filter(|known| known.state == state);
        match wish {
            ExpensesWish::Ask(items) => {
                let repeats = |known: &Expenses| {
                    let items = checked_items(items, booking.expenses_cap);
                    items.is_ok_and(|items| items == known.items)
                };
                if actor == Actor::Provider && is(ExpensesState::Asked).is_some_and(repeats) {
                    return Ok(None);
                }
                booking.can_ask_expenses(actor, now)?;
                if !self.pays_expenses() {
                    return Err(BookingError::NoPounds);
                }
                let items = checked_items(items, booking.expenses_cap)?;
                Ok(Some(Step { after: booking.with_expenses(items, now), pay: None }))
            }
            ExpensesWish::Confirm(amount) => {
                let amount = Money::from_number(*amount).ok_or_else(unknown_amount)?;
                let repeats = |known: &Expenses| known.sum() == amount.minor();
                if actor == Actor::Client && is(ExpensesState::Paid).is_some_and(repeats) {
                    return Ok(None);
                }
                let expenses = booking.answerable_expenses(actor, now)?;
                if expenses.sum() != amount.minor() {
                    return Err(NoExpenses::Corrected.into());
                }
                let pay = self.payment_of_expenses(booking, amount, now).await?;
                let after = booking.with_answer(expenses, ExpensesState::Paid, None, now);
                Ok(Some(Step { after, pay: Some(pay) }))
            }
            ExpensesWish::Decline(reason) => {
                let words = checked_words(Some(reason))?.ok_or_else(no_reason)?;
                if actor == Actor::Client && is(ExpensesState::Declined).is_some() {
                    return Ok(None);
                }
                let expenses = booking.answerable_expenses(actor, now)?;
                let words = self.words_between(booking, Some(words)).await?;
                let after = booking.with_answer(expenses, ExpensesState::Declined, words, now);
                Ok(Some(Step { after, pay: None }))
            }
        }
    }

    /// Returns the write that pays expenses, unless the provider has left.
    async fn payment_of_expenses(
        &self,
        booking: &Booking,
        amount: Money,
        now: Timestamp,
    ) -> Result<Fragment, BookingError> {
        if !self.pays_expenses() {
            return Err(BookingError::NoPounds);
        }
        let Booking { client, provider, .. } = booking;
        if self.directory([provider]).await?.account(provider).is_none() {
            return Err(BookingError::ProviderLeft);
        }
        Ok(self.ledger()?.pay_expenses(booking.id, client, provider, amount, now))
    }

    async fn change_expenses(
        &self,
        before: &Booking,
        step: Step,
        by: Option<&Caller>,
        key: Option<Idempotency>,
    ) -> Result<Booking, DbError> {
        let Step { mut after, pay } = step;
        after.set_delegate(by);
        let by = by.map(|caller| &caller.id);
        let payload = BookingChanged { expenses: expenses_info(&after), ..event(&after, by) };
        let events = vec![(EXPENSES_CHANGED, self.cx.ids.next(), payload)];
        let announcements = Announcements { events, mails: Vec::new() };
        self.store.change_expenses(before, &after, pay, key, announcements).await?;
        Ok(after)
    }
}

/// Returns the expenses as other modules learn of them.
fn expenses_info(booking: &Booking) -> Option<ExpensesInfo> {
    let expenses = booking.expenses.as_ref()?;
    Some(ExpensesInfo {
        amount: Money::from_minor(expenses.sum()),
        until: booking.expenses_until().unwrap_or(expenses.asked_at),
        status: match booking.state.status {
            Status::Pending => LiveBookingStatus::Pending,
            Status::Accepted => LiveBookingStatus::Accepted,
            Status::InProgress => LiveBookingStatus::InProgress,
            Status::Completed => LiveBookingStatus::Completed,
            Status::Rejected => LiveBookingStatus::Rejected,
            Status::Cancelled => LiveBookingStatus::Cancelled,
            Status::Disputed => LiveBookingStatus::Disputed,
        },
    })
}

fn unknown_amount() -> ApiError {
    ApiError::invalid("amount", "Please send the sum that was asked for.")
}

fn no_reason() -> ApiError {
    ApiError::invalid("reason", "Please say why.")
}

impl From<NoExpenses> for BookingError {
    fn from(reason: NoExpenses) -> Self {
        Self::NoExpenses(reason)
    }
}
