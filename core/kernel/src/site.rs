//! What every module may know about the community it serves.

use poem_openapi::Enum;
use serde::{Deserialize, Serialize};

/// How members pay each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Enum, Serialize)]
#[oai(rename = "PayMode")]
pub enum Mode {
    /// Pounds and spark tokens.
    #[default]
    #[oai(rename = "cash+tokens")]
    #[serde(rename = "cash+tokens")]
    CashAndTokens,
    /// Spark tokens only.
    #[oai(rename = "tokens")]
    #[serde(rename = "tokens")]
    TokensOnly,
    /// No prices at all.
    #[oai(rename = "gift")]
    #[serde(rename = "gift")]
    Gift,
}

/// How distances are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Enum, Serialize)]
#[oai(rename = "DistanceUnits", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Units {
    /// In kilometres; filters say both.
    #[default]
    Km,
    /// In miles.
    Miles,
}

/// The `[site]` section of the configuration.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct SiteConfig {
    /// The name that members see.
    pub name: String,
    /// Where the site is reached, without a trailing slash; links in mails start with it. Empty
    /// in the file means the address that is listened on.
    pub public_url: String,
    /// The city shown to people who have not said where they are.
    pub default_city: String,
    /// How members pay each other.
    pub mode: Mode,
    /// How distances are told.
    pub units: Units,
}

impl Default for SiteConfig {
    fn default() -> Self {
        Self {
            name: "Sparkyard".to_owned(),
            public_url: String::new(),
            default_city: "London".to_owned(),
            mode: Mode::default(),
            units: Units::default(),
        }
    }
}
