//! Settings of the site that all modules can read.

use std::{
    net::IpAddr,
    path::PathBuf,
    sync::{Arc, OnceLock, PoisonError, RwLock},
};

use poem::http::Uri;
use poem_openapi::Enum;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::IntoDeserializer};
use surrealdb::types::SurrealValue;

use crate::{AdminSetting, Sparks};

/// Spark tokens granted to every new member, until an admin chooses.
const WELCOME_TOKENS: Sparks = Sparks::from_minor(1000);

/// Payment mode of the site.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Enum, Serialize, SurrealValue,
)]
#[oai(rename = "PayMode")]
#[surreal(untagged)]
pub enum Mode {
    /// Pounds and spark tokens.
    #[oai(rename = "cash+tokens")]
    #[serde(rename = "cash+tokens")]
    #[surreal(rename = "cash+tokens")]
    CashAndTokens,
    /// Spark tokens only. The default, because a community that holds pounds for its members may
    /// need a registration.
    #[default]
    #[oai(rename = "tokens")]
    #[serde(rename = "tokens")]
    #[surreal(rename = "tokens")]
    TokensOnly,
    /// No prices at all.
    #[oai(rename = "gift")]
    #[serde(rename = "gift")]
    #[surreal(rename = "gift")]
    Gift,
}

impl Mode {
    /// Returns the name, as in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::CashAndTokens => "cash+tokens",
            Self::TokensOnly => "tokens",
            Self::Gift => "gift",
        }
    }
}

/// Registration policy of the site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum, Deserialize, Serialize)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Registration {
    /// Everyone may join.
    #[default]
    Open,
    /// Only people invited by a member may join.
    Invite,
    /// Staff approve each new member.
    Approval,
}

impl Registration {
    /// Returns the name, as in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Invite => "invite",
            Self::Approval => "approval",
        }
    }

    /// Returns the policy with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        [Self::Open, Self::Invite, Self::Approval].into_iter().find(|policy| policy.name() == name)
    }
}

/// Unit in which distances are displayed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Enum, Serialize)]
#[oai(rename = "DistanceUnits", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Units {
    /// Kilometres; filters show both.
    #[default]
    Km,
    /// Miles.
    Miles,
}

/// The `[site]` section of the configuration.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct SiteConfig {
    /// Name shown to members, until an admin changes it.
    pub name: String,
    /// Base URL of the site, without a trailing slash; links in mails start with it. Empty in the
    /// file means the listen address.
    pub public_url: String,
    /// City shown to people who have not set a location, until an admin changes it.
    pub default_city: String,
    /// Email address of the operators, shown to everyone, until an admin changes it. Empty for
    /// none.
    pub contact: String,
    /// Payment mode of the site. `None`, empty in the file, means that admins choose it.
    #[serde(serialize_with = "write_mode", deserialize_with = "read_mode")]
    pub mode: Option<Mode>,
    /// Unit in which distances are displayed.
    pub units: Units,
    /// Directory of the operator's own texts. Empty means `content` in the data directory.
    pub content_dir: PathBuf,
    /// Days for which a message from the contact page is kept after it was closed.
    pub contact_days: u32,
    /// Whether the front page shows how many neighbours, skills and bookings there are, until an
    /// admin changes it.
    pub show_figures: bool,
    /// Address of an app for Android in a store. Empty for none.
    pub android_app: String,
    /// Address of an app for iOS in a store. Empty for none.
    pub ios_app: String,
    /// Addresses of the community's pages in social networks.
    pub social_links: Vec<String>,
}

/// Writes an optional mode as text, empty for none.
#[expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature that serde calls"
)]
fn write_mode<S: Serializer>(mode: &Option<Mode>, serializer: S) -> Result<S::Ok, S::Error> {
    match mode {
        Some(mode) => mode.serialize(serializer),
        None => serializer.serialize_str(""),
    }
}

/// Reads what [`write_mode`] writes.
fn read_mode<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Mode>, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.as_str() {
        "" => Ok(None),
        text => Mode::deserialize(text.into_deserializer()).map(Some),
    }
}

impl Default for SiteConfig {
    fn default() -> Self {
        Self {
            name: "Sparkyard".to_owned(),
            public_url: String::new(),
            default_city: "London".to_owned(),
            contact: String::new(),
            mode: None,
            units: Units::default(),
            content_dir: PathBuf::new(),
            contact_days: 180,
            show_figures: false,
            android_app: String::new(),
            ios_app: String::new(),
            social_links: Vec::new(),
        }
    }
}

/// Site settings that admins can change while the server runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteDetails {
    /// Name shown to members.
    pub name: String,
    /// City shown to people who have not set a location.
    pub default_city: String,
    /// Email address of the operators, if they give one.
    pub contact: Option<String>,
    /// Whether the front page shows how many neighbours, skills and bookings there are.
    pub show_figures: bool,
}

/// A page that anyone may read, as search engines and link previews show it. In its texts, `{site}`
/// stands for the name of the site.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublicPage {
    /// Path, such as `/faqs`.
    pub path: String,
    /// Title.
    pub title: String,
    /// Description in a sentence or two.
    pub description: String,
    /// Path of the page with the same content that search engines should list instead.
    pub canonical: Option<String>,
}

/// Site settings: fixed ones from the configuration, the payment mode, and [`SiteDetails`].
#[derive(Debug)]
pub struct Site {
    /// Base URL of the site, without a trailing slash.
    pub public_url: String,
    /// Whether the configuration says the payment mode, so that admins cannot change it.
    pub mode_is_fixed: bool,
    /// Unit in which distances are displayed.
    pub units: Units,
    /// Policy for new members.
    pub registration: AdminSetting<Registration>,
    /// Spark tokens granted once to every new member.
    pub welcome_tokens: AdminSetting<Sparks>,
    /// Spark tokens that a member may owe without a limit of their own.
    pub credit_limit: AdminSetting<Sparks>,
    mode: AdminSetting<Mode>,
    configured: SiteDetails,
    details: RwLock<Arc<SiteDetails>>,
    pages: RwLock<Arc<[PublicPage]>>,
    without_prices: OnceLock<()>,
}

impl Site {
    /// Creates the settings from the configuration.
    pub fn new(config: SiteConfig) -> Self {
        let SiteConfig {
            name, public_url, default_city, contact, mode, units, show_figures, ..
        } = config;
        let contact = Some(contact).filter(|contact| !contact.is_empty());
        let configured = SiteDetails { name, default_city, contact, show_figures };
        let details = RwLock::new(Arc::new(configured.clone()));
        let chosen = AdminSetting::new(Mode::default());
        chosen.configure(mode);
        Self {
            public_url,
            mode_is_fixed: chosen.is_fixed(),
            units,
            registration: AdminSetting::new(Registration::default()),
            welcome_tokens: AdminSetting::new(WELCOME_TOKENS),
            credit_limit: AdminSetting::new(Sparks::ZERO),
            mode: chosen,
            configured,
            details,
            pages: RwLock::default(),
            without_prices: OnceLock::new(),
        }
    }

    /// Returns the payment mode; [`Mode::Gift`] without the module `wallet`.
    pub fn mode(&self) -> Mode {
        match self.without_prices.get() {
            Some(()) => Mode::Gift,
            None => self.mode.get(),
        }
    }

    /// Makes the mode [`Mode::Gift`], whatever is configured or stored. The `site` module calls it
    /// at the start, where nobody could pay.
    pub fn omit_prices(&self) {
        self.without_prices.get_or_init(|| ());
    }

    /// Sets the stored mode in this process, unless the configuration says another.
    pub fn set_mode(&self, mode: Mode) {
        self.mode.choose(mode);
    }

    /// Returns the current details.
    pub fn details(&self) -> Arc<SiteDetails> {
        self.details.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the configured details, which apply until an admin changes them.
    pub fn configured(&self) -> &SiteDetails {
        &self.configured
    }

    /// Replaces the details in this process. The `site` module calls it with the stored values.
    pub fn set_details(&self, details: SiteDetails) {
        *self.details.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(details);
    }

    /// Returns the name shown to members.
    pub fn name(&self) -> String {
        self.details().name.clone()
    }

    /// Returns the public pages; none before the `site` module has set them.
    pub fn pages(&self) -> Arc<[PublicPage]> {
        self.pages.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets the public pages, which depend on the mode. The `site` module calls it.
    pub fn set_pages(&self, pages: Vec<PublicPage>) {
        *self.pages.write().unwrap_or_else(PoisonError::into_inner) = pages.into();
    }

    /// Checks whether the site's links lead back to the visitor's own machine.
    pub fn is_local_only(&self) -> bool {
        let uri = self.public_url.parse::<Uri>();
        let host = uri.as_ref().ok().and_then(Uri::host).unwrap_or_default();
        let host = host.trim_start_matches('[').trim_end_matches(']');
        match host.parse::<IpAddr>() {
            Ok(address) => address.is_loopback() || address.is_unspecified(),
            Err(_) => host.is_empty() || host == "localhost" || host.ends_with(".localhost"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(public_url: &str) -> Site {
        Site::new(SiteConfig { public_url: public_url.to_owned(), ..SiteConfig::default() })
    }

    #[test]
    fn loopback_and_unspecified_hosts_are_local() {
        for local in [
            "",
            "nonsense://",
            "http://127.0.0.1:8080",
            "http://127.8.0.1",
            "http://[::1]:8080",
            "http://0.0.0.0:8080",
            "http://[::]:8080",
            "http://localhost:8080",
            "https://swap.localhost",
        ] {
            assert!(at(local).is_local_only(), "{local}");
        }
        for public in
            ["https://swap.example.org", "http://192.168.1.5:8080", "https://localhost.example.org"]
        {
            assert!(!at(public).is_local_only(), "{public}");
        }
    }

    #[test]
    fn configured_mode_stays_and_another_can_be_set() {
        let site = at("");
        assert_eq!(site.mode(), Mode::TokensOnly);
        site.set_mode(Mode::CashAndTokens);
        assert_eq!(site.mode(), Mode::CashAndTokens);
        let fixed = Site::new(SiteConfig { mode: Some(Mode::Gift), ..SiteConfig::default() });
        fixed.set_mode(Mode::CashAndTokens);
        assert!(fixed.mode_is_fixed && fixed.mode() == Mode::Gift);
    }

    #[test]
    fn configured_details_apply_until_replaced() {
        let site = at("");
        assert_eq!(*site.details(), *site.configured());
        assert_eq!(site.details().contact, None);
        let changed = SiteDetails {
            name: "Hebden Swap".to_owned(),
            default_city: "Leeds".to_owned(),
            contact: Some("post@example.org".to_owned()),
            show_figures: true,
        };
        site.set_details(changed.clone());
        assert_eq!(*site.details(), changed);
        assert_eq!(site.configured().name, "Sparkyard");
    }
}
