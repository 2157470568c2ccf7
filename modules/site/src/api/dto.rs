//! What is shown.

use poem_openapi::Object;
use sparkyard_kernel::{
    DateTime, Money, payment,
    ports::Registration,
    site::{Mode, Units},
};

use crate::model::{Mail, Payments, SiteFacts};

/// What the site is called and offers.
#[derive(Debug, Object)]
#[oai(rename = "Site")]
pub(crate) struct SiteInfo {
    /// The community's name.
    name: String,
    /// Modules that are installed and switched on.
    modules: Vec<String>,
    /// How members pay each other.
    mode: Mode,
    /// Who handles cards.
    payments: Payments,
    /// Whether this is a sample community with pretended money and readable mail.
    demo: bool,
    /// Who may join.
    registration: Registration,
    /// The name of the provider of social sign-in; left out where there is none.
    social: Option<String>,
    /// The one currency, as in ISO 4217 but in lower case.
    currency: String,
    /// Shown to people who have not said where they are.
    default_city: String,
    /// How distances are told. Those that are sent are kilometres either way.
    units: Units,
    /// Least that can be put into the wallet at once, in pounds.
    min_funding: Money,
    /// Most that can be put into the wallet at once, in pounds.
    max_funding: Money,
    /// Version of the server.
    version: String,
}

impl From<SiteFacts> for SiteInfo {
    fn from(facts: SiteFacts) -> Self {
        let SiteFacts { site, modules, mode, payments, demo, sign_up } = facts;
        Self {
            name: site.name.clone(),
            modules: modules.iter().map(|&module| module.to_owned()).collect(),
            mode,
            payments,
            demo,
            registration: sign_up.registration,
            social: sign_up.social,
            currency: "gbp".to_owned(),
            default_city: site.default_city.clone(),
            units: site.units,
            min_funding: payment::MIN_FUNDING,
            max_funding: payment::MAX_FUNDING,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// A mail that a demo would have sent.
#[derive(Debug, Object)]
pub(crate) struct DemoMail {
    /// Identity of the mail.
    id: String,
    /// Address of the receiver, in lower case.
    to: String,
    /// One line.
    subject: String,
    /// Plain text.
    text: String,
    /// When it was handed over for sending, RFC 3339 in UTC.
    at: DateTime,
}

impl From<Mail> for DemoMail {
    fn from(mail: Mail) -> Self {
        let Mail { id, receiver, subject, text, at } = mail;
        Self { id, to: receiver, subject, text, at: at.into() }
    }
}
