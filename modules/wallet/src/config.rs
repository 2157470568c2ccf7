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
    /// decimals.
    #[serde(deserialize_with = "amount")]
    pub welcome_tokens: Sparks,
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
            welcome_tokens: Sparks::from_minor(1000),
            referral_reward: Sparks::from_minor(500),
            cash_in_alone: Money::from_minor(25_000),
            cash_in_alone_total: Money::from_minor(100_000),
        }
    }
}

fn amount<'de, T: FromStr, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_any(Amount(PhantomData))
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
            let read = serde_json::from_value::<WalletConfig>(json!({ "welcome_tokens": value }));
            assert_eq!(read.ok().map(|config| config.welcome_tokens.minor()), expected, "{value}");
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
        assert_eq!(config.welcome_tokens.to_string(), "10.00");
        assert_eq!(config.referral_reward.to_string(), "5.00");
        assert_eq!(config.cash_in_alone.to_string(), "250.00");
        assert_eq!(config.cash_in_alone_total.to_string(), "1000.00");
        assert!(serde_json::from_value::<WalletConfig>(json!({ "welcom_tokens": 1 })).is_err());
    }
}
