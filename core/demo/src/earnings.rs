//! Withdrawals of a sample member who has earned pounds.

use std::time::Duration;

use sparkyard_db::Timestamp;

const DAY: Duration = Duration::from_hours(24);

/// Pounds that a member withdraws.
pub(super) struct Withdrawal {
    /// Key of the member, who is verified and has a bank account.
    pub(super) by: &'static str,
    /// Pounds, less than the member has earned by then.
    pub(super) amount: u32,
    days_ago: u32,
    /// Reference of an admin's bank transfer a day later, if any.
    pub(super) paid: Option<&'static str>,
}

/// One withdrawal is paid, and one waits for an admin.
pub(super) const WITHDRAWALS: &[Withdrawal] = &[
    Withdrawal { by: "dev", amount: 60, days_ago: 20, paid: Some("SPARKYARD 0001") },
    Withdrawal { by: "dev", amount: 40, days_ago: 2, paid: None },
];

impl Withdrawal {
    /// Returns the time of the request.
    pub(super) fn at(&self, now: Timestamp) -> Timestamp {
        now - DAY * self.days_ago
    }
}
