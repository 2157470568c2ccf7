//! The `[wallet]` section of the configuration.

use std::{marker::PhantomData, str::FromStr};

use serde::{
    Deserialize, Deserializer,
    de::{Error, Unexpected, Visitor},
};
use sparkyard_kernel::{Money, Sparks};

/// Settings of the wallet.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WalletConfig {
    /// Spark tokens granted once to every new member, per mailbox; 0 for none. At most two
    /// decimals. `None`, empty in the file, means that admins choose it.
    #[serde(deserialize_with = "optional_sparks")]
    pub welcome_tokens: Option<Sparks>,
    /// Spark tokens for the inviter of a member, once that member's first booking with somebody
    /// else is completed that cost as many tokens, or a pound; 0 for none. At most two decimals.
    #[serde(deserialize_with = "amount")]
    pub referral_reward: Sparks,
    /// Pounds of cash that one admin alone may record per member and day (UTC); cash above that
    /// needs another admin. 0: all of it. At most two decimals.
    #[serde(deserialize_with = "amount")]
    pub cash_in_alone: Money,
    /// Pounds of cash that one admin alone may record for all members together, so that a sum
    /// cannot be spread over many accounts.
    #[serde(deserialize_with = "amount")]
    pub cash_in_alone_total: Money,
}

impl Default for WalletConfig {
    fn default() -> Self {
        Self {
            welcome_tokens: None,
            referral_reward: Sparks::from_minor(500),
            cash_in_alone: Money::from_minor(25_000),
            cash_in_alone_total: Money::from_minor(100_000),
        }
    }
}

fn amount<'de, T: FromStr, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_any(Amount(PhantomData))
}

/// Reads an amount, or an empty text for none.
fn optional_sparks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Sparks>, D::Error> {
    amount(deserializer).map(|Optional(sparks)| sparks)
}

/// An amount that may be left empty.
struct Optional(Option<Sparks>);

impl FromStr for Optional {
    type Err = <Sparks as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "" => Ok(Self(None)),
            text => text.parse().map(|sparks| Self(Some(sparks))),
        }
    }
}

/// Deserialises an amount in any notation: `10`, `10.25`, or either in quotes.
struct Amount<T>(PhantomData<T>);

impl<T: FromStr> Visitor<'_> for Amount<T> {
    type Value = T;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an amount of at least 0 with at most two decimals")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        number.to_string().parse().map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        number
            .to_string()
            .parse()
            .map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
        number.to_string().parse().map_err(|_| E::invalid_value(Unexpected::Float(number), &self))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn amounts_are_read_in_any_notation() {
        let check = |value: serde_json::Value, expected: Option<i64>| {
            for setting in ["referral_reward", "welcome_tokens"] {
                let read = serde_json::from_value::<WalletConfig>(json!({ setting: value }));
                let read = read.ok().and_then(|config| match setting {
                    "welcome_tokens" => config.welcome_tokens,
                    _ => Some(config.referral_reward),
                });
                assert_eq!(read.map(Sparks::minor), expected, "{setting}: {value}");
            }
        };
        check(json!(10), Some(1000));
        check(json!(10.0), Some(1000));
        check(json!(10.25), Some(1025));
        check(json!("7.5"), Some(750));
        check(json!(0), Some(0));
        for bad in [json!(-1), json!(0.001), json!("ten"), json!(true), json!(1e300)] {
            check(bad, None);
        }
    }

    #[test]
    fn defaults_apply_and_unknown_settings_fail() {
        let config: WalletConfig = serde_json::from_value(json!({})).unwrap();
        assert_eq!(config.welcome_tokens, None);
        let empty = serde_json::from_value::<WalletConfig>(json!({ "welcome_tokens": "" }));
        assert_eq!(empty.unwrap().welcome_tokens, None);
        assert_eq!(config.referral_reward.to_string(), "5.00");
        assert_eq!(config.cash_in_alone.to_string(), "250.00");
        assert_eq!(config.cash_in_alone_total.to_string(), "1000.00");
        assert!(serde_json::from_value::<WalletConfig>(json!({ "welcom_tokens": 1 })).is_err());
    }
}
