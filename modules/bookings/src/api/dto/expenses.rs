use poem_openapi::Object;
use sparkyard_kernel::DateTime;

use super::number;
use crate::{
    model::{
        Booking,
        expenses::{ExpenseItem, ExpenseKind, ExpensesState, NewExpense},
    },
    service::ExpensesWish,
};

/// A request for expenses.
#[derive(Debug, Object)]
#[oai(rename = "NewExpenses")]
pub(crate) struct NewExpensesBody {
    /// The expenses, 1 to 10; together at most the cap of the booking.
    #[oai(validator(min_items = 1, max_items = 10))]
    items: Vec<ExpenseView>,
}

/// An expense.
#[derive(Debug, Object)]
#[oai(rename = "Expense")]
pub(crate) struct ExpenseView {
    /// Kind of expense.
    kind: ExpenseKind,
    /// Description, at most 120 characters.
    #[oai(validator(max_length = 120))]
    note: String,
    /// Amount in pounds, with at most two decimals.
    amount: f64,
}

/// Payment of expenses.
#[derive(Debug, Object)]
#[oai(rename = "ConfirmedExpenses")]
pub(crate) struct ConfirmedExpensesBody {
    /// Sum as seen, in pounds: refused if the expenses were corrected since.
    amount: f64,
}

/// Refusal of expenses.
#[derive(Debug, Object)]
#[oai(rename = "DeclinedExpenses")]
pub(crate) struct DeclinedExpensesBody {
    /// Reason, at most 500 characters.
    #[oai(validator(max_length = 500))]
    reason: String,
}

/// Expenses that the provider asks for, beside the price.
#[derive(Debug, Object)]
#[oai(rename = "Expenses", skip_serializing_if_is_none)]
pub(crate) struct ExpensesView {
    /// State of the request.
    state: ExpensesState,
    /// The expenses.
    items: Vec<ExpenseView>,
    /// Sum in pounds.
    amount: f64,
    /// Time of the request or its latest correction, RFC 3339.
    at: DateTime,
    /// End, exclusive, of the time to answer, RFC 3339; present until the client answers.
    until: Option<DateTime>,
}

impl ExpensesView {
    /// Returns the expenses of a booking, if its provider has asked for any.
    pub(super) fn of(booking: &Booking) -> Option<Self> {
        let expenses = booking.expenses.as_ref()?;
        Some(Self {
            state: expenses.state,
            items: expenses.items.iter().map(ExpenseView::from).collect(),
            amount: number(expenses.sum()),
            at: expenses.asked_at.into(),
            until: booking.expenses_until().map(DateTime::from),
        })
    }
}

impl From<&ExpenseItem> for ExpenseView {
    fn from(item: &ExpenseItem) -> Self {
        Self { kind: item.kind, note: item.note.clone(), amount: number(item.amount) }
    }
}

impl From<NewExpensesBody> for ExpensesWish {
    fn from(body: NewExpensesBody) -> Self {
        let items = body.items.into_iter();
        Self::Ask(
            items
                .map(|ExpenseView { kind, note, amount }| NewExpense { kind, note, amount })
                .collect(),
        )
    }
}

impl From<ConfirmedExpensesBody> for ExpensesWish {
    fn from(body: ConfirmedExpensesBody) -> Self {
        Self::Confirm(body.amount)
    }
}

impl From<DeclinedExpensesBody> for ExpensesWish {
    fn from(body: DeclinedExpensesBody) -> Self {
        Self::Decline(body.reason)
    }
}
