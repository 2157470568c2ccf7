use async_trait::async_trait;
use sparkyard_db::{Fragment, Timestamp};

use crate::{ApiError, UserId, events::payouts::WithdrawalChanged};

/// Code of the rule violation of stopping withdrawals: a request or a payment came in between.
pub const WITHDRAWALS_CHANGED: &str = "payouts.withdrawals_changed";

/// Withdrawals that a write stops.
#[derive(Debug)]
pub struct StoppedWithdrawals {
    /// Refuses them and gives their cash back. Throws [`WITHDRAWALS_CHANGED`] if they are not all
    /// that the member has requested.
    pub effects: Vec<Fragment>,
    /// The withdrawals, each to be published as [`REFUSED`](crate::events::payouts::REFUSED).
    pub stopped: Vec<WithdrawalChanged>,
}

/// A bank account, whole. Has no `Debug`, so that it cannot be logged.
#[derive(Clone, PartialEq, Eq)]
pub struct BankAccountInfo {
    /// Name of the holder, as the member gave it.
    pub holder: String,
    /// Sort code and account number, `12-34-56 12345678`.
    pub number: String,
}

/// Bank accounts of members, and withdrawals to them. Offered by payouts.
#[async_trait]
pub trait Payouts: Send + Sync + 'static {
    /// Checks whether `user` has an account into which they can be paid.
    async fn is_linked(&self, user: &UserId) -> Result<bool, ApiError>;

    /// Returns the bank account that `user` added last. Personal: only for what the law asks of the
    /// operator, and recorded in the audit log by the caller. The number of an account that cannot
    /// be decrypted is `cannot be read`.
    async fn bank_account(&self, user: &UserId) -> Result<Option<BankAccountInfo>, ApiError>;

    /// Returns the effects of stopping all withdrawals that `user` has requested and nobody has
    /// paid.
    async fn stop_withdrawals(
        &self,
        user: &UserId,
        at: Timestamp,
    ) -> Result<StoppedWithdrawals, ApiError>;

    /// Returns the number of withdrawals of members other than `reader` that wait to be paid;
    /// counts to a hundred at most.
    async fn count_waiting(&self, reader: &UserId) -> Result<u64, ApiError>;
}
