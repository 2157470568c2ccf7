//! Request and response bodies.

pub(crate) mod withdrawals;

use poem_openapi::{Object, types::Example};
use sparkyard_kernel::{ApiError, DateTime, ItemId};

use crate::model::{Method, NewMethod};

/// A bank account to be paid into. Has no `Debug`, so that it cannot be logged.
#[derive(Object)]
#[oai(example)]
pub(crate) struct AddWithdrawalMethod {
    /// Name of the bank, 1 to 70 characters.
    #[oai(validator(max_length = 200))]
    bank_name: String,
    /// Eight digits; spaces and dashes are ignored.
    #[oai(validator(max_length = 40))]
    account_number: String,
    /// Name of the account's holder, 1 to 70 characters.
    #[oai(validator(max_length = 200))]
    account_name: String,
    /// Six digits; spaces and dashes are ignored.
    #[oai(validator(max_length = 40))]
    sort_code: String,
}

impl Example for AddWithdrawalMethod {
    fn example() -> Self {
        Self {
            bank_name: "Calder Bank".to_owned(),
            account_number: "12345678".to_owned(),
            account_name: "Ana Silva".to_owned(),
            sort_code: "12-34-56".to_owned(),
        }
    }
}

impl AddWithdrawalMethod {
    pub(crate) fn checked(&self) -> Result<NewMethod, ApiError> {
        let Self { bank_name, account_number, account_name, sort_code } = self;
        NewMethod::checked(bank_name, account_name, sort_code, account_number)
    }
}

/// One of your bank accounts.
#[derive(Debug, Object)]
pub(crate) struct WithdrawalMethod {
    /// Id of the bank account.
    id: ItemId,
    /// Name of the bank.
    bank_name: String,
    /// Last four digits of the account number: `****5678`.
    account_number: String,
    /// Name of the account's holder.
    account_name: String,
    /// Last two digits of the sort code: `**-**-56`.
    sort_code: String,
    /// Time of the addition.
    created_at: DateTime,
}

impl From<Method> for WithdrawalMethod {
    fn from(method: Method) -> Self {
        Self {
            id: method.id,
            bank_name: method.bank_name,
            account_number: method.account.masked_number(),
            account_name: method.account_name,
            sort_code: method.account.masked_sort_code(),
            created_at: method.created_at.into(),
        }
    }
}

/// A deleted bank account.
#[derive(Debug, Object)]
pub(crate) struct WithdrawalMethodRemoved {
    /// Id of the bank account.
    pub(crate) id: ItemId,
}
