//! Amounts of pounds and spark tokens: integer hundredths internally, decimal numbers in the API.

use std::fmt;

use poem_openapi::{
    registry::MetaSchema,
    types::{
        ParseError, ParseFromJSON, ParseFromMultipartField, ParseFromParameter, ParseResult, ToJSON,
    },
};
use serde_json::Value;
use surrealdb::types::SurrealValue;

use crate::values::openapi_type::openapi_type;

/// Largest amount of either unit: a billion, far from overflow when summed.
const MAX_HUNDREDTHS: i64 = 100_000_000_000;

const SHAPE: &str = "must be a number of at least 0 with at most two decimals";

/// Parses `12`, `12.5` or `12.50`; `None` for signs, exponents, more decimals or too large a
/// number.
fn parse_hundredths(text: &str) -> Option<i64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 12 || decimals.len() > 2 || !digits(whole) {
        return None;
    }
    if !digits(decimals) || (decimals.is_empty() && text.contains('.')) {
        return None;
    }
    let hundredths =
        whole.parse::<i64>().ok()? * 100 + format!("{decimals:0<2}").parse::<i64>().ok()?;
    (hundredths <= MAX_HUNDREDTHS).then_some(hundredths)
}

macro_rules! amount_type {
    ($(#[$meta:meta])* $name:ident, $schema:literal, $example:literal) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, SurrealValue,
            serde::Serialize, serde::Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(i64);

        impl $name {
            /// Zero.
            pub const ZERO: Self = Self(0);

            /// Creates an amount from whole hundredths.
            pub const fn from_minor(hundredths: i64) -> Self {
                Self(hundredths)
            }

            /// Returns the amount in whole hundredths.
            pub const fn minor(self) -> i64 {
                self.0
            }

            /// Returns the amount that a number of a request stands for; `None` if it is negative,
            /// has more than two decimals or is too large.
            pub fn from_number(number: f64) -> Option<Self> {
                // The shortest text that parses as this number is what the sender wrote.
                number.to_string().parse().ok()
            }

            /// Checks whether the amount is zero.
            pub const fn is_zero(self) -> bool {
                self.0 == 0
            }

            /// Returns the sum, or `None` on overflow.
            pub fn checked_add(self, other: Self) -> Option<Self> {
                self.0.checked_add(other.0).map(Self)
            }
        }

        impl fmt::Display for $name {
            /// Writes the amount with two decimals: `20.00`.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let sign = if self.0 < 0 { "-" } else { "" };
                let minor = self.0.unsigned_abs();
                write!(f, "{sign}{}.{:02}", minor / 100, minor % 100)
            }
        }

        impl std::str::FromStr for $name {
            type Err = &'static str;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                parse_hundredths(text).map(Self).ok_or(SHAPE)
            }
        }

        openapi_type!($name, || MetaSchema {
            multiple_of: Some(0.01),
            example: Some(Value::from($example)),
            ..MetaSchema::new_with_format("number", $schema)
        });

        impl ToJSON for $name {
            fn to_json(&self) -> Option<Value> {
                // Up to 10^11 hundredths, an f64 prints as the same two decimals.
                #[expect(clippy::cast_precision_loss, reason = "exact below 2^53")]
                let number = self.0 as f64 / 100.0;
                Some(Value::from(number))
            }
        }

        impl ParseFromJSON for $name {
            fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
                match value.unwrap_or_default() {
                    Value::Number(number) => number
                        .to_string()
                        .trim_end_matches(".0")
                        .parse()
                        .map_err(ParseError::custom),
                    other => Err(ParseError::expected_type(other)),
                }
            }
        }

        impl ParseFromParameter for $name {
            fn parse_from_parameter(text: &str) -> ParseResult<Self> {
                text.parse().map_err(ParseError::custom)
            }
        }

        impl ParseFromMultipartField for $name {
            async fn parse_from_multipart(
                field: Option<poem::web::Field>,
            ) -> ParseResult<Self> {
                let Some(field) = field else { return Err(ParseError::expected_input()) };
                let text = field.text().await.map_err(ParseError::custom)?;
                text.trim().parse().map_err(ParseError::custom)
            }
        }
    };
}

amount_type! {
    /// Pounds sterling, in whole pence.
    Money, "pounds", 20.5
}
amount_type! {
    /// Spark tokens, in whole hundredths of a token.
    Sparks, "sparks", 10.25
}

impl Money {
    /// Returns the price in tokens: half the price in pounds, half a hundredth rounded up.
    pub const fn in_sparks(self) -> Sparks {
        Sparks((self.0 + 1).div_euclid(2))
    }

    /// Returns the price of `hours` at this hourly rate, or `None` when it is too large.
    pub fn for_hours(self, hours: u32) -> Option<Self> {
        let total = self.0.checked_mul(i64::from(hours))?;
        (total <= MAX_HUNDREDTHS).then_some(Self(total))
    }
}

/// An amount in one of the two units. Displayed as `£20.00` or `10.00 sparks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    /// Pounds, from the cash wallet or a card.
    Cash(Money),
    /// Spark tokens.
    Sparks(Sparks),
}

impl Price {
    /// Returns the name of the unit in the ledger: `gbp` or `spark`.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Cash(_) => "gbp",
            Self::Sparks(_) => "spark",
        }
    }

    /// Returns the amount in whole hundredths of the unit.
    pub const fn minor(self) -> i64 {
        match self {
            Self::Cash(amount) => amount.0,
            Self::Sparks(amount) => amount.0,
        }
    }
}

impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cash(amount) => write!(f, "\u{a3}{amount}"),
            Self::Sparks(amount) => write!(f, "{amount} sparks"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn parses_plain_decimals_only() {
        let check = |text: &str, expected: Option<i64>| {
            assert_eq!(text.parse::<Money>().ok().map(Money::minor), expected, "{text:?}");
        };
        check("0", Some(0));
        check("12", Some(1200));
        check("12.5", Some(1250));
        check("12.05", Some(1205));
        check("1000000000", Some(MAX_HUNDREDTHS));
        for bad in [
            "",
            ".",
            "1.",
            ".5",
            "1.005",
            "-1",
            "+1",
            "1e3",
            "NaN",
            "inf",
            "1000000000.01",
            "٣",
            " 1",
        ] {
            check(bad, None);
        }
        for bad in [Value::from(-1), Value::from(0.001), Value::from(1e30), Value::from("5")] {
            assert!(Money::parse_from_json(Some(bad.clone())).is_err(), "{bad}");
        }
    }

    #[test]
    fn token_price_is_half_rounded_up() {
        for (pence, tokens) in [(0, 0), (1, 1), (2, 1), (3, 2), (2000, 1000), (901, 451)] {
            assert_eq!(Money::from_minor(pence).in_sparks().minor(), tokens);
        }
    }

    proptest! {
        #[test]
        fn amounts_round_trip(minor in 0..=MAX_HUNDREDTHS) {
            let amount = Money::from_minor(minor);
            prop_assert_eq!(Money::parse_from_json(amount.to_json()).ok(), Some(amount));
            prop_assert_eq!(amount.to_string().parse::<Money>().ok(), Some(amount));
        }
    }
}
