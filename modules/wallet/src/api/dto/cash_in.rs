use poem_openapi::{Object, types::Example};
use sparkyard_kernel::{DateTime, Money, UserId};

use crate::model::cash_in::{CashInForViewer, CashInStatus};

/// Cash that an admin was handed.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct RecordCashIn {
    /// Member who paid.
    pub(crate) user_id: UserId,
    /// Pounds, 0.01 to 10000.00, with at most two decimals.
    #[oai(validator(minimum(value = "0.01"), maximum(value = "10000")))]
    pub(crate) amount: f64,
    /// Note for the audit log: receipt number or occasion, 1 to 200 characters.
    #[oai(validator(max_length = 200))]
    pub(crate) note: String,
}

impl Example for RecordCashIn {
    fn example() -> Self {
        Self {
            user_id: UserId("01kjp1v8zj0000000000000000".to_owned()),
            amount: 20.0,
            note: "Receipt 14, summer fair".to_owned(),
        }
    }
}

/// Cash as recorded.
#[derive(Debug, Object)]
pub(crate) struct CashIn {
    /// `recorded`, or `pending` if another admin has to approve it.
    pub(crate) status: CashInStatus,
    /// Id of the cash.
    pub(crate) id: String,
    /// Member who paid.
    pub(crate) user_id: UserId,
    /// Amount in pounds.
    pub(crate) amount: Money,
    /// Note, as in the audit log.
    pub(crate) note: String,
    /// Time of recording.
    pub(crate) created_at: DateTime,
}

/// Cash that needs the approval of another admin.
#[derive(Debug, Object)]
pub(crate) struct CashInRequest {
    /// Id of the cash.
    pub(crate) id: String,
    /// Member who paid.
    pub(crate) user_id: UserId,
    /// Name of the member.
    pub(crate) name: String,
    /// Amount in pounds.
    pub(crate) amount: Money,
    /// Receipt number or occasion.
    pub(crate) note: String,
    /// Status of the request.
    pub(crate) status: CashInStatus,
    /// Admin who requested it.
    pub(crate) asked_by: UserId,
    /// Name of the requesting admin.
    pub(crate) asked_by_name: String,
    /// Time of the request.
    pub(crate) created_at: DateTime,
    /// Time until which it waits, RFC 3339 in UTC.
    pub(crate) lapses_at: DateTime,
    /// Admin who decided, once decided.
    pub(crate) decided_by: Option<UserId>,
    /// Name of the deciding admin; empty before.
    pub(crate) decided_by_name: String,
    /// Time of the decision or lapse, RFC 3339 in UTC.
    pub(crate) decided_at: Option<DateTime>,
    /// Whether you may approve it: it waits, you did not request it, it is not for you, and you had
    /// been an admin for a day when it was requested.
    pub(crate) may_approve: bool,
}

impl From<CashInForViewer> for CashInRequest {
    fn from(seen: CashInForViewer) -> Self {
        let CashInForViewer { cash, may_approve, names } = seen;
        let [name, asked_by_name, decided_by_name] = names;
        Self {
            id: cash.id.0,
            user_id: cash.user_id,
            name,
            amount: cash.amount,
            note: cash.note,
            status: cash.status,
            asked_by: cash.asked_by,
            asked_by_name,
            created_at: cash.asked_at.into(),
            lapses_at: cash.lapses_at.into(),
            decided_by: cash.decided_by,
            decided_by_name,
            decided_at: cash.decided_at.map(DateTime::from),
            may_approve,
        }
    }
}
