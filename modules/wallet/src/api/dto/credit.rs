use poem_openapi::{Object, types::Example};
use sparkyard_kernel::{ApiError, Sparks, UserId};

use crate::model::credit::CreditForViewer;

/// Sparks of a member, and how many they may owe.
#[derive(Debug, Object)]
#[oai(rename = "CreditLimit")]
pub(crate) struct CreditView {
    /// Id of the member.
    id: UserId,
    /// Name of the member; empty for a former one.
    name: String,
    /// Sparks, negative for what the member owes.
    balance: Sparks,
    /// Limit in force: the balance can fall to minus this.
    limit: Sparks,
    /// True for a limit of the member's own; otherwise it is the site's.
    own: bool,
}

impl From<CreditForViewer> for CreditView {
    fn from(viewed: CreditForViewer) -> Self {
        let CreditForViewer { credit, name, limit } = viewed;
        let own = credit.own_limit.is_some();
        Self { id: credit.user_id, name, balance: credit.balance, limit, own }
    }
}

/// Credit limit of a member's own.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct NewCreditLimit {
    /// Sparks, 0 to 10000, with at most two decimals; the site's limit when left out.
    #[oai(validator(minimum(value = "0"), maximum(value = "10000")))]
    limit: Option<f64>,
    /// Reason, for the member and the audit log, 1 to 200 characters.
    #[oai(validator(max_length = 200))]
    reason: String,
}

impl NewCreditLimit {
    /// Returns the input with exact sparks; more than two decimals are a 422.
    pub(crate) fn checked(self) -> Result<(Option<Sparks>, String), ApiError> {
        let wrong = || ApiError::invalid("limit", "Enter at most two decimals.");
        let exact = |limit: f64| Sparks::from_number(limit).ok_or_else(wrong);
        Ok((self.limit.map(exact).transpose()?, self.reason))
    }
}

impl Example for NewCreditLimit {
    fn example() -> Self {
        Self { limit: Some(10.0), reason: "Has helped for years".to_owned() }
    }
}
