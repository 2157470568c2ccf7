use poem_openapi::Object;
use sparkyard_kernel::Money;

use crate::model::seller::{self, Quarter, Year};

/// Earnings in pounds in a calendar year.
#[derive(Debug, Object)]
pub(crate) struct Earnings {
    /// Year.
    year: i16,
    /// The four quarters, in order.
    quarters: Vec<EarningsOfQuarter>,
    /// Payments in the year.
    transactions: i64,
    /// Amount paid in the year.
    paid: Money,
    /// Fees withheld in the year.
    fees: Money,
}

/// Earnings in a quarter.
#[derive(Debug, Object)]
struct EarningsOfQuarter {
    /// First day, as `2026-01-01`.
    from: String,
    /// Last day, as `2026-03-31`.
    to: String,
    /// Number of payments.
    transactions: i64,
    /// Amount paid.
    paid: Money,
    /// Fees withheld.
    fees: Money,
}

impl Earnings {
    /// Returns earnings in `year`.
    pub(crate) fn new(year: Year, earnings: &seller::Earnings) -> Self {
        let total = earnings.total();
        let quarters = (0..).zip(earnings.quarters).filter_map(|(number, quarter)| {
            let (from, to) = year.quarter(number)?;
            let Quarter { transactions, paid } = quarter;
            Some(EarningsOfQuarter {
                from: from.to_string(),
                to: to.to_string(),
                transactions,
                paid: Money::from_minor(paid),
                fees: Money::from_minor(seller::FEES),
            })
        });
        Self {
            year: year.number(),
            quarters: quarters.collect(),
            transactions: total.transactions,
            paid: Money::from_minor(total.paid),
            fees: Money::from_minor(seller::FEES),
        }
    }
}
