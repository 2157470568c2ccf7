//! Bodies of operations on withdrawals.

use poem_openapi::{Object, types::Example};
use sparkyard_kernel::{ApiError, DateTime, ItemId, Money, UserId};

use crate::{
    model::withdrawal::{NamedWithdrawal, Withdrawal, WithdrawalDetails, WithdrawalStatus, pounds},
    service::WithdrawalRequest,
};

/// Cash to withdraw. Has no `Debug`, so that the password cannot be logged.
#[derive(Object)]
#[oai(example)]
pub(crate) struct RequestWithdrawal {
    /// Pounds, at least 1.00, with at most two decimals.
    amount: f64,
    /// Id of one of your bank accounts. Without it, Stripe pays into your account there.
    withdrawal_method_id: Option<ItemId>,
    /// Your present password.
    #[oai(rename = "currentPassword", validator(max_length = 1000))]
    current_password: Option<String>,
    /// Code of your authenticator app, if one is set up.
    #[oai(validator(max_length = 100))]
    code: Option<String>,
}

impl Example for RequestWithdrawal {
    fn example() -> Self {
        Self {
            amount: 25.0,
            withdrawal_method_id: Some(ItemId("01K0Z9".to_owned())),
            current_password: Some("correct horse battery".to_owned()),
            code: None,
        }
    }
}

impl RequestWithdrawal {
    pub(crate) fn checked(self) -> Result<WithdrawalRequest, ApiError> {
        let password = self.current_password.filter(|password| !password.is_empty());
        Ok(WithdrawalRequest {
            amount: pounds(self.amount)?,
            method: self.withdrawal_method_id,
            password: password.ok_or_else(|| {
                ApiError::invalid("currentPassword", "Enter your present password.")
            })?,
            code: self.code,
        })
    }
}

/// One of your withdrawals.
#[derive(Debug, Object)]
pub(crate) struct WithdrawalView {
    /// Id of the withdrawal.
    id: ItemId,
    /// Pounds.
    amount: Money,
    /// Status.
    status: WithdrawalStatus,
    /// Name of the bank; `Stripe` for its transfers.
    bank_name: String,
    /// Last four digits of the account number: `****5678`; for transfers, of the account's id.
    account_number: String,
    /// Pounds that came back because Stripe took the transfer back.
    returned: Option<Money>,
    /// Reference of the bank transfer or of Stripe's, or reason of the refusal.
    note: Option<String>,
    /// Time of the request.
    created_at: DateTime,
    /// Time at which it was paid, refused or cancelled.
    closed_at: Option<DateTime>,
}

impl From<Withdrawal> for WithdrawalView {
    fn from(row: Withdrawal) -> Self {
        Self {
            id: row.id,
            amount: row.amount,
            status: row.status,
            bank_name: row.bank_name,
            account_number: row.account_number,
            returned: Some(row.returned).filter(|returned| *returned > Money::ZERO),
            note: row.note,
            created_at: row.created_at.into(),
            closed_at: row.closed_at.map(Into::into),
        }
    }
}

/// A withdrawal of a member.
#[derive(Debug, Object)]
pub(crate) struct MemberWithdrawal {
    /// Id of the withdrawal.
    id: ItemId,
    /// Id of the member.
    user_id: UserId,
    /// Name of the member.
    name: String,
    /// Withdrawal as the member sees it.
    withdrawal: WithdrawalView,
}

impl From<NamedWithdrawal> for MemberWithdrawal {
    fn from(named: NamedWithdrawal) -> Self {
        let NamedWithdrawal { withdrawal, name } = named;
        Self {
            id: withdrawal.id.clone(),
            user_id: withdrawal.user_id.clone(),
            name,
            withdrawal: withdrawal.into(),
        }
    }
}

/// Bank account of a member. Has no `Debug`, so that it cannot be logged.
#[derive(Object)]
pub(crate) struct PayeeAccount {
    /// Name of the account's holder.
    account_name: String,
    /// Sort code, `12-34-56`.
    sort_code: String,
    /// Account number.
    account_number: String,
}

/// A withdrawal with what an admin needs to pay it.
#[derive(Object)]
pub(crate) struct WithdrawalToPay {
    /// Id of the withdrawal.
    id: ItemId,
    /// Id of the member.
    user_id: UserId,
    /// Name of the member.
    name: String,
    /// Withdrawal as the member sees it.
    withdrawal: WithdrawalView,
    /// Bank account to pay into, while the withdrawal is requested.
    account: Option<PayeeAccount>,
}

impl From<WithdrawalDetails> for WithdrawalToPay {
    fn from(details: WithdrawalDetails) -> Self {
        let MemberWithdrawal { id, user_id, name, withdrawal } = details.named.into();
        let account = details.method.map(|method| PayeeAccount {
            sort_code: method.account.sort_code(),
            account_number: method.account.number().to_owned(),
            account_name: method.account_name,
        });
        Self { id, user_id, name, withdrawal, account }
    }
}

/// Payment of a withdrawal.
#[derive(Debug, Object)]
pub(crate) struct PayWithdrawal {
    /// Reference of the bank transfer, 1 to 200 characters; the member reads it.
    #[oai(validator(max_length = 1000))]
    pub(crate) reference: String,
}

/// Refusal of a withdrawal.
#[derive(Debug, Object)]
pub(crate) struct RefuseWithdrawal {
    /// Reason, 1 to 200 characters; the member reads it.
    #[oai(validator(max_length = 1000))]
    pub(crate) reason: String,
}
