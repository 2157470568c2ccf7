use async_trait::async_trait;

use crate::{ApiError, UserId};

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
    /// host, and recorded in the audit log by the caller.
    async fn bank_account(&self, user: &UserId) -> Result<Option<BankAccountInfo>, ApiError>;

    /// Returns the number of withdrawals of members other than `reader` that wait to be paid;
    /// counts to a hundred at most.
    async fn count_waiting(&self, reader: &UserId) -> Result<u64, ApiError>;
}
