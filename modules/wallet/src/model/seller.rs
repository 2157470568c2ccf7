//! Earnings of members in pounds by calendar year, in the form that the reporting rules for digital
//! platforms ask for.

use jiff::civil::Date;
use sparkyard_kernel::{
    ApiError, Timestamp, UserId,
    csv::{LINE_END, table, text},
    zone,
};

use super::{
    csv::decimal,
    sums::{Sum, seller_of},
};
use crate::error::WalletError;

/// First year that may be asked for: the rules apply from then on.
const FIRST_YEAR: i16 = 2024;
/// Fees withheld by the community, in pence: it withholds none.
pub(crate) const FEES: i64 = 0;

/// A calendar year, in British time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Year(i16);

impl Year {
    /// Checks a year: from 2024 to the present one.
    pub(crate) fn parse(year: u16, now: Timestamp) -> Result<Self, WalletError> {
        let this = zone::in_britain(now).year();
        match i16::try_from(year) {
            Ok(year) if (FIRST_YEAR..=this).contains(&year) => Ok(Self(year)),
            _ => {
                let message = format!("Choose a year from {FIRST_YEAR} to {this}.");
                Err(ApiError::invalid("year", &message).into())
            }
        }
    }

    /// Returns the number of the year.
    pub(crate) fn number(self) -> i16 {
        self.0
    }

    /// Returns first and last day of a quarter, the first of which is 0.
    pub(crate) fn quarter(self, quarter: usize) -> Option<(Date, Date)> {
        let first = i8::try_from(quarter * 3 + 1).ok()?;
        let begin = Date::new(self.0, first, 1).ok()?;
        Some((begin, Date::new(self.0, first + 2, 1).ok()?.last_of_month()))
    }
}

/// Payments to a member in one quarter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Quarter {
    /// Bookings for which they were paid.
    pub(crate) transactions: i64,
    /// Amount paid, in pence.
    pub(crate) paid: i64,
}

impl From<Sum> for Quarter {
    fn from(sum: Sum) -> Self {
        Self { transactions: sum.entries, paid: sum.balance() }
    }
}

/// Payments to a member in a year, by quarter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Earnings {
    pub(crate) seller: UserId,
    pub(crate) quarters: [Quarter; 4],
}

impl Earnings {
    /// Creates earnings of nothing.
    pub(crate) fn none(seller: UserId) -> Self {
        Self { seller, quarters: [Quarter::default(); 4] }
    }

    /// Collects stored sums, with keys below `prefix`, by member; they are in the order of the
    /// members.
    pub(crate) fn collect(sums: &[(String, Sum)], prefix: &str) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for (key, sum) in sums {
            let Some((seller, quarter)) = key.strip_prefix(prefix).and_then(seller_of) else {
                continue;
            };
            if all.last().is_none_or(|last| last.seller != seller) {
                all.push(Self::none(seller));
            }
            let slot = all.last_mut().and_then(|last| last.quarters.get_mut(quarter));
            if let Some(slot) = slot {
                *slot = (*sum).into();
            }
        }
        all
    }

    /// Returns the payments of the year.
    pub(crate) fn total(&self) -> Quarter {
        self.quarters.iter().fold(Quarter::default(), |total, quarter| Quarter {
            transactions: total.transactions + quarter.transactions,
            paid: total.paid + quarter.paid,
        })
    }
}

/// A member in the file; what the community does not know is empty.
#[derive(Default)]
pub(crate) struct Seller {
    pub(crate) name: String,
    pub(crate) address: String,
    pub(crate) bank_holder: String,
    pub(crate) bank_account: String,
}

/// Returns the headings of the file.
pub(crate) fn headings() -> String {
    let known = "Member,Name,Address,Date of birth,Tax identification number,\
                 Bank account holder,Bank account";
    let columns = ["transactions", "paid (GBP)", "fees withheld (GBP)"];
    let periods = ["Q1", "Q2", "Q3", "Q4", "Year"].into_iter();
    let sums = periods.flat_map(|period| columns.map(|column| format!("{period} {column}")));
    let headings: Vec<String> = [known.to_owned()].into_iter().chain(sums).collect();
    table(&headings.join(","))
}

/// Returns the line of a member. The community collects neither dates of birth nor tax numbers.
pub(crate) fn line(earnings: &Earnings, seller: &Seller) -> String {
    let Seller { name, address, bank_holder, bank_account } = seller;
    let known = [earnings.seller.as_str(), name, address, "", "", bank_holder, bank_account];
    let mut cells: Vec<String> = known.map(text).into();
    for quarter in earnings.quarters.into_iter().chain([earnings.total()]) {
        cells.push(quarter.transactions.to_string());
        cells.push(decimal(quarter.paid));
        cells.push(decimal(FEES));
    }
    cells.join(",") + LINE_END
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_run_from_2024_to_the_present() {
        let now = "2026-12-31T23:59:59Z".parse().unwrap();
        for (year, fine) in
            [(2023, false), (2024, true), (2026, true), (2027, false), (65535, false)]
        {
            assert_eq!(Year::parse(year, now).is_ok(), fine, "{year}");
        }
        let year = Year::parse(2024, now).unwrap();
        let days = |quarter| year.quarter(quarter).map(|(one, other)| format!("{one} {other}"));
        assert_eq!(days(0).as_deref(), Some("2024-01-01 2024-03-31"));
        assert_eq!(days(3).as_deref(), Some("2024-10-01 2024-12-31"));
        assert_eq!(days(4), None);
    }

    #[test]
    fn line_has_a_cell_for_each_heading_and_no_formula() {
        let mut earnings = Earnings::none("01abc".into());
        earnings.quarters[1] = Quarter { transactions: 2, paid: 123_450 };
        let seller = Seller { name: "=Bo, \"the\" Cook".to_owned(), ..Seller::default() };
        assert_eq!(
            line(&earnings, &seller),
            "\"01abc\",\"'=Bo, \"\"the\"\" Cook\",\"\",\"\",\"\",\"\",\"\",0,0.00,0.00,\
             2,1234.50,0.00,0,0.00,0.00,0,0.00,0.00,2,1234.50,0.00\r\n"
        );
        // The name in the line has a comma of its own.
        assert_eq!(headings().split(',').count() + 1, line(&earnings, &seller).split(',').count());
    }
}
