//! Events of withdrawals.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{ItemId, Money, UserId};

/// A member has asked for a payment into their bank account.
pub const REQUESTED: Topic<WithdrawalChanged> = Topic::new("payouts.requested");
/// The member has cancelled it; the money is back.
pub const CANCELLED: Topic<WithdrawalChanged> = Topic::new("payouts.cancelled");
/// An admin has paid it.
pub const PAID: Topic<WithdrawalChanged> = Topic::new("payouts.paid");
/// An admin has refused it; the money is back.
pub const REFUSED: Topic<WithdrawalChanged> = Topic::new("payouts.refused");

/// Payload of the events above.
#[derive(Clone, Debug, SurrealValue)]
pub struct WithdrawalChanged {
    /// Id of the withdrawal.
    pub withdrawal_id: ItemId,
    /// The member who withdraws.
    pub user_id: UserId,
    /// Amount withdrawn.
    pub amount: Money,
    /// Reference of the bank transfer, or reason of the refusal.
    pub note: Option<String>,
}
