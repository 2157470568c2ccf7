//! Cards that members keep for later payments.

use sparkyard_kernel::{ApiError, ItemId, Timestamp, UserId, validate::Checks};

/// Maximum number of cards per member.
pub(crate) const MAX_CARDS: i64 = 5;
const MAX_ADDRESS: usize = 200;
const MAX_CITY: usize = 100;
const MAX_POSTCODE: usize = 12;
const NUMBER: &str = "Enter a valid 16-digit card number";
const EXPIRY: &str = "Enter a valid date (MM/YY)";

/// Public data of a card. The number itself is never kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CardFacts {
    /// Brand as Stripe names it: `visa`, `mastercard`.
    pub(crate) brand: String,
    pub(crate) last4: String,
    pub(crate) expiry: Expiry,
}

/// Last month in which a card is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Expiry {
    pub(crate) year: i64,
    /// From 1.
    pub(crate) month: i64,
}

impl Expiry {
    /// Returns the month of `at`, in UTC.
    pub(crate) fn of(at: Timestamp) -> Option<Self> {
        let text = at.to_jiff().strftime("%Y-%m").to_string();
        let (year, month) = text.split_once('-')?;
        Some(Self { year: year.parse().ok()?, month: month.parse().ok()? })
    }

    /// Reads `MM/YY`.
    fn read(text: &str) -> Option<Self> {
        let (month, year) = text.trim().split_once('/')?;
        let two_digits = |text: &str| {
            let is_number = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| text.parse::<i64>().ok()).flatten()
        };
        let expiry =
            Self { year: 2000 + two_digits(year.trim())?, month: two_digits(month.trim())? };
        (1..=12).contains(&expiry.month).then_some(expiry)
    }

    /// Returns `MM/YY`.
    pub(crate) fn text(self) -> String {
        format!("{:02}/{:02}", self.month, self.year.rem_euclid(100))
    }
}

/// Form of a simulated card. Has no `Debug`, so that the number cannot be logged.
pub(crate) struct CardForm<'a> {
    pub(crate) number: &'a str,
    pub(crate) expiry: &'a str,
    pub(crate) cvv: &'a str,
    pub(crate) address: &'a str,
    pub(crate) city: &'a str,
    pub(crate) postcode: &'a str,
}

impl CardForm<'_> {
    /// Checks the fields, and returns what may be kept of them.
    pub(crate) fn checked(&self, now: Timestamp) -> Result<CardFacts, ApiError> {
        let number: String = self.number.chars().filter(|char| *char != ' ').collect();
        let is_number =
            number.len() == 16 && number.bytes().all(|byte| byte.is_ascii_digit()) && luhn(&number);
        let is_cvv =
            (3..=4).contains(&self.cvv.len()) && self.cvv.bytes().all(|byte| byte.is_ascii_digit());
        let this_month = Expiry::of(now);
        let expiry = Expiry::read(self.expiry).filter(|expiry| Some(*expiry) >= this_month);
        Checks::new()
            .check("card_number", is_number, NUMBER)
            .check("expiry_date", expiry.is_some(), EXPIRY)
            .check("cvv", is_cvv, "Enter a valid CVV")
            .check("address", !self.address.trim().is_empty(), "Address is required")
            .line("address", self.address, 1, MAX_ADDRESS)
            .check("city", !self.city.trim().is_empty(), "City is required")
            .line("city", self.city, 1, MAX_CITY)
            .line("postal_code", self.postcode, 0, MAX_POSTCODE)
            .finish()?;
        let expiry = expiry.ok_or_else(|| ApiError::invalid("expiry_date", EXPIRY))?;
        let last4 = number.get(12..).unwrap_or_default().to_owned();
        Ok(CardFacts { brand: brand(&number).to_owned(), last4, expiry })
    }
}

/// Checks the last digit of a card number, which follows from the others.
fn luhn(number: &str) -> bool {
    let digits = number.bytes().rev().map(|byte| u32::from(byte - b'0'));
    let sum: u32 = digits
        .enumerate()
        .map(|(place, digit)| match (place % 2, digit * 2) {
            (0, _) => digit,
            (_, double) if double > 9 => double - 9,
            (_, double) => double,
        })
        .sum();
    sum.is_multiple_of(10)
}

/// Returns the brand of a number with 16 digits, by its first digits.
fn brand(number: &str) -> &'static str {
    let first = |length: usize| number[..length].parse::<u32>().unwrap_or_default();
    match (first(2), first(4)) {
        (40..=49, _) => "visa",
        (51..=55, _) | (_, 2221..=2720) => "mastercard",
        (65, _) | (_, 6011) => "discover",
        (35, _) => "jcb",
        (62, _) => "unionpay",
        _ => "unknown",
    }
}

/// A card that a member keeps.
#[derive(Clone, Debug)]
pub(crate) struct SavedCard {
    pub(crate) id: ItemId,
    pub(crate) user_id: UserId,
    pub(crate) facts: CardFacts,
    pub(crate) created_at: Timestamp,
}

/// The cards of a member, newest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cards {
    pub(crate) all: Vec<SavedCard>,
    /// Id of the card that is used unless another is chosen.
    pub(crate) chosen: Option<ItemId>,
    /// Id of the member's customer at Stripe.
    pub(crate) customer: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Timestamp {
        "2026-03-31T23:59:59Z".parse().unwrap()
    }

    fn form<'a>() -> CardForm<'a> {
        CardForm {
            number: "4242 4242 4242 4242",
            expiry: "03/26",
            cvv: "123",
            address: "14 Crown Street",
            city: "Hebden Bridge",
            postcode: "",
        }
    }

    #[test]
    fn only_brand_last_digits_and_expiry_are_kept() {
        let facts = form().checked(now()).unwrap();
        assert_eq!((facts.brand.as_str(), facts.last4.as_str()), ("visa", "4242"));
        assert_eq!(facts.expiry.text(), "03/26");
        let other = CardForm { number: "5555555555554444", expiry: "12/99", cvv: "1234", ..form() };
        let facts = other.checked(now()).unwrap();
        assert_eq!((facts.brand.as_str(), facts.expiry.text().as_str()), ("mastercard", "12/99"));
    }

    #[test]
    fn each_field_has_its_message() {
        let refused = |form: CardForm<'_>, field: &str, message: &str| {
            let error = form.checked(now()).unwrap_err();
            assert_eq!(error.fields.get(field).map(String::as_str), Some(message), "{field}");
            assert_eq!(error.fields.len(), 1);
        };
        for number in [
            "",
            "4242",
            "4242 4242 4242 4241",
            "42424242424242424",
            "4242-4242-4242-4242",
            "４２４２４２４２４２４２４２４２",
            "<script>",
            "424242424242424x",
        ] {
            refused(CardForm { number, ..form() }, "card_number", NUMBER);
        }
        for expiry in ["", "02/26", "13/26", "00/30", "3/26", "0326", "03/2026", "aa/bb", "٠٣/٢٦"]
        {
            refused(CardForm { expiry, ..form() }, "expiry_date", EXPIRY);
        }
        for cvv in ["", "12", "12345", "12a", "١٢٣"] {
            refused(CardForm { cvv, ..form() }, "cvv", "Enter a valid CVV");
        }
        refused(CardForm { address: "  ", ..form() }, "address", "Address is required");
        refused(CardForm { city: "", ..form() }, "city", "City is required");
        let long = "x".repeat(201);
        let most = "Please write at most 200 characters.";
        refused(CardForm { address: &long, ..form() }, "address", most);
        let most = "Please write at most 12 characters.";
        refused(CardForm { postcode: &long, ..form() }, "postal_code", most);
    }

    #[test]
    fn luhn_finds_wrong_and_swapped_digits() {
        for good in ["4242424242424242", "5555555555554444", "4000002760003184"] {
            assert!(luhn(good), "{good}");
        }
        for wrong in ["4242424242424243", "4000002760003814"] {
            assert!(!luhn(wrong), "{wrong}");
        }
    }
}
