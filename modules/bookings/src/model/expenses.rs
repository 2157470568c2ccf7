//! Expenses of a booking, such as materials, which the client may pay beside the price.
//!
//! The client agrees to a cap when they book. The provider asks once the booked time has come and
//! until the price is settled, and may correct what they ask for. Only the client's answer pays; an
//! unanswered request lapses. A dispute about the work changes nothing about the expenses.

use std::time::Duration;

use poem_openapi::Enum;
use sparkyard_kernel::{ApiError, Money, Timestamp, text, validate::Checks};
use surrealdb::types::SurrealValue;

use super::{
    Booking, TimelineEntry,
    machine::{Actor, Status},
};

/// Highest cap, in pence.
const MAX_CAP: i64 = 20_000;
/// Maximum number of items.
const MAX_ITEMS: usize = 10;
/// Maximum length of the note of an item, in characters.
const MAX_NOTE: usize = 120;
/// Maximum number of requests per booking, with corrections; each notifies the client.
const MAX_REQUESTS: usize = 5;
/// Time after which an unanswered request lapses.
const ANSWER_WITHIN: Duration = Duration::from_hours(14 * 24);

/// Kind of an expense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum ExpenseKind {
    /// Materials that were bought.
    Materials,
    /// Miles that were driven.
    Mileage,
    /// Anything else.
    Other,
}

/// State of expenses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum ExpensesState {
    /// The client has not answered.
    Asked,
    /// The client has paid them.
    Paid,
    /// The client has declined them.
    Declined,
    /// The client has not answered in time.
    Lapsed,
}

/// An expense.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct ExpenseItem {
    pub(crate) kind: ExpenseKind,
    pub(crate) note: String,
    /// Amount in pence.
    pub(crate) amount: i64,
}

/// Expenses that a provider asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expenses {
    pub(crate) items: Vec<ExpenseItem>,
    pub(crate) state: ExpensesState,
    /// Time of the latest request or correction.
    pub(crate) asked_at: Timestamp,
}

impl Expenses {
    /// Returns the sum of the items, in pence.
    pub(crate) fn sum(&self) -> i64 {
        sum(&self.items)
    }
}

fn sum(items: &[ExpenseItem]) -> i64 {
    items.iter().map(|item| item.amount).sum()
}

/// Reason why a request for expenses, or an answer to one, was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoExpenses {
    /// The caller is the other party.
    OtherParty(Actor),
    /// The client agreed to none.
    NoCap,
    /// The booked time has not come.
    TooEarly(Timestamp),
    /// The price is settled.
    Settled(Status),
    /// They were answered already, or lapsed.
    Answered,
    /// Nobody has asked for any.
    NotAsked,
    /// They were corrected since the client saw them.
    Corrected,
    /// They were corrected too often.
    TooMany,
}

impl Booking {
    /// Returns the deadline, exclusive, for the client to answer; `None` if nothing is asked.
    pub(crate) fn expenses_until(&self) -> Option<Timestamp> {
        let expenses = self.expenses.as_ref()?;
        (expenses.state == ExpensesState::Asked).then(|| expenses.asked_at + ANSWER_WITHIN)
    }

    /// Checks whether `actor` can ask for expenses now, or correct them.
    pub(crate) fn can_ask_expenses(&self, actor: Actor, now: Timestamp) -> Result<(), NoExpenses> {
        let is_open = match self.state.status {
            Status::Accepted | Status::InProgress | Status::Disputed => true,
            Status::Completed => self.state.awaits_release(),
            Status::Pending | Status::Rejected | Status::Cancelled => false,
        };
        let is_answered = |expenses: &Expenses| expenses.state != ExpensesState::Asked;
        let is_request = |entry: &&TimelineEntry| entry.expenses == Some(ExpensesState::Asked);
        match () {
            () if actor != Actor::Provider => Err(NoExpenses::OtherParty(Actor::Provider)),
            () if self.expenses_cap == 0 => Err(NoExpenses::NoCap),
            () if self.expenses.as_ref().is_some_and(is_answered) => Err(NoExpenses::Answered),
            () if !is_open => Err(NoExpenses::Settled(self.state.status)),
            () if now < self.starts_at => Err(NoExpenses::TooEarly(self.starts_at)),
            () if self.timeline.iter().filter(is_request).count() >= MAX_REQUESTS => {
                Err(NoExpenses::TooMany)
            }
            () => Ok(()),
        }
    }

    /// Returns the expenses that `actor` can answer now.
    pub(crate) fn answerable_expenses(
        &self,
        actor: Actor,
        now: Timestamp,
    ) -> Result<&Expenses, NoExpenses> {
        if actor != Actor::Client {
            return Err(NoExpenses::OtherParty(Actor::Client));
        }
        let expenses = self.expenses.as_ref().ok_or(NoExpenses::NotAsked)?;
        let is_open = self.expenses_until().is_some_and(|until| now < until);
        is_open.then_some(expenses).ok_or(NoExpenses::Answered)
    }

    /// Returns the booking with these expenses asked for by its provider.
    pub(crate) fn with_expenses(&self, items: Vec<ExpenseItem>, now: Timestamp) -> Self {
        let expenses = Expenses { items, state: ExpensesState::Asked, asked_at: now };
        self.expenses_changed(expenses, self.provider.as_str(), None, now)
    }

    /// Returns the booking with the client's answer to its expenses.
    pub(crate) fn with_answer(
        &self,
        expenses: &Expenses,
        state: ExpensesState,
        words: Option<String>,
        now: Timestamp,
    ) -> Self {
        let expenses = Expenses { state, ..expenses.clone() };
        self.expenses_changed(expenses, self.client.as_str(), words, now)
    }

    /// Returns the booking with its expenses lapsed; `None` while they can be answered.
    pub(crate) fn with_lapsed_expenses(&self, now: Timestamp) -> Option<Self> {
        let expenses = self.expenses.as_ref()?;
        self.expenses_until().filter(|until| now >= *until)?;
        let expenses = Expenses { state: ExpensesState::Lapsed, ..expenses.clone() };
        Some(self.expenses_changed(expenses, super::SYSTEM, None, now))
    }

    fn expenses_changed(
        &self,
        expenses: Expenses,
        by: &str,
        words: Option<String>,
        now: Timestamp,
    ) -> Self {
        let mut after = self.clone();
        after.timeline.push(TimelineEntry {
            words,
            expenses: Some(expenses.state),
            amount: Some(expenses.sum()),
            ..TimelineEntry::new(self.state.status, now, by.to_owned())
        });
        after.expenses = Some(expenses);
        after.updated_at = now;
        after.version += 1;
        after
    }
}

/// An expense, not yet validated; the amount is in pounds.
#[derive(Clone, Debug)]
pub(crate) struct NewExpense {
    pub(crate) kind: ExpenseKind,
    pub(crate) note: String,
    pub(crate) amount: f64,
}

/// Validates expenses; their sum is at most `cap`, in pence.
pub(crate) fn checked_items(items: &[NewExpense], cap: i64) -> Result<Vec<ExpenseItem>, ApiError> {
    let number = (1..=MAX_ITEMS).contains(&items.len());
    let mut checks = Checks::new().check("items", number, "Please list 1 to 10 expenses.");
    let mut checked = Vec::with_capacity(items.len().min(MAX_ITEMS));
    for (place, item) in items.iter().take(MAX_ITEMS).enumerate() {
        let amount = Money::from_number(item.amount)
            .filter(|amount| (1..=MAX_CAP).contains(&amount.minor()));
        checks = checks.line(&format!("items.{place}.note"), &item.note, 1, MAX_NOTE).check(
            &format!("items.{place}.amount"),
            amount.is_some(),
            "Enter an amount of 0.01 to 200.00, with at most two decimals.",
        );
        let amount = amount.unwrap_or(Money::ZERO).minor();
        checked.push(ExpenseItem { kind: item.kind, note: text::line(&item.note), amount });
    }
    let cap_in_words =
        format!("Together they are more than the agreed \u{a3}{}.", Money::from_minor(cap));
    checks.check("items", sum(&checked) <= cap, &cap_in_words).finish()?;
    Ok(checked)
}

/// Validates a cap in pounds; none is 0.
pub(crate) fn checked_cap(cap: Option<f64>) -> Result<Money, ApiError> {
    let cap = cap.map_or(Some(Money::ZERO), Money::from_number);
    cap.filter(|cap| cap.minor() <= MAX_CAP).ok_or_else(|| {
        ApiError::invalid(
            "expensesCap",
            "Enter an amount of 0 to 200.00, with at most two decimals.",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expense(amount: f64, note: &str) -> NewExpense {
        NewExpense { kind: ExpenseKind::Materials, note: note.to_owned(), amount }
    }

    fn wrong(items: &[NewExpense], cap: i64) -> Vec<String> {
        let error = checked_items(items, cap).unwrap_err();
        assert_eq!(error.status.as_u16(), 422);
        error.fields.keys().map(ToString::to_string).collect()
    }

    #[test]
    fn caps_are_bounded() {
        for (cap, expected) in [
            (None, Some(0)),
            (Some(0.0), Some(0)),
            (Some(12.5), Some(1250)),
            (Some(200.0), Some(20_000)),
            (Some(200.01), None),
            (Some(-1.0), None),
            (Some(1.005), None),
            (Some(f64::NAN), None),
        ] {
            assert_eq!(checked_cap(cap).ok().map(Money::minor), expected, "{cap:?}");
        }
    }

    #[test]
    fn items_are_checked_together_and_one_by_one() {
        let fine = checked_items(&[expense(1.5, " Two  washers "), expense(0.5, "Tape")], 200);
        let fine: Vec<_> = fine.unwrap().into_iter().map(|item| (item.note, item.amount)).collect();
        assert_eq!(fine, [("Two washers".to_owned(), 150), ("Tape".to_owned(), 50)]);
        assert_eq!(wrong(&[expense(2.01, "Tape")], 200), ["items"]);
        assert_eq!(wrong(&[], 200), ["items"]);
        assert_eq!(wrong(&vec![expense(0.01, "Screw"); 11], 200), ["items"]);
        assert_eq!(wrong(&[expense(0.0, "Tape")], 200), ["items.0.amount"]);
        assert_eq!(wrong(&[expense(-1.0, "Tape")], 200), ["items.0.amount"]);
        assert_eq!(wrong(&[expense(0.005, "Tape")], 200), ["items.0.amount"]);
        assert_eq!(wrong(&[expense(f64::INFINITY, "Tape")], 200), ["items.0.amount"]);
        assert_eq!(wrong(&[expense(1.0, "Tape"), expense(1.0, " ")], 200), ["items.1.note"]);
        assert_eq!(wrong(&[expense(1.0, &"x".repeat(121))], 200), ["items.0.note"]);
    }
}
