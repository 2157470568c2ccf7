use poem_openapi::{Enum, Object};
use sparkyard_kernel::{
    Cx, DateTime, Money,
    ports::{Registration, SignUpPolicy},
    site::Mode,
};

/// Least that a member can put into the wallet at once.
const MIN_FUNDING: Money = Money::from_minor(100);
/// Most that a member can put into the wallet at once.
const MAX_FUNDING: Money = Money::from_minor(50_000);

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
    /// Least that can be put into the wallet at once, in pounds.
    min_funding: Money,
    /// Most that can be put into the wallet at once, in pounds.
    max_funding: Money,
    /// Version of the server.
    version: String,
}

/// Who handles cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum Payments {
    /// A pretended card, in a demo.
    Sandbox,
    /// Stripe.
    Stripe,
    /// Nobody: there are no card payments.
    None,
}

impl SiteInfo {
    /// The site that `cx` serves, which is joined by `policy`.
    pub(crate) fn of(cx: &Cx, policy: SignUpPolicy) -> Self {
        let wallet = cx.has("wallet");
        Self {
            name: cx.site.name.clone(),
            modules: cx.modules.iter().map(|&module| module.to_owned()).collect(),
            mode: if wallet { cx.site.mode } else { Mode::Gift },
            payments: if wallet && cx.demo { Payments::Sandbox } else { Payments::None },
            demo: cx.demo,
            registration: policy.registration,
            social: policy.social,
            currency: "gbp".to_owned(),
            default_city: cx.site.default_city.clone(),
            min_funding: MIN_FUNDING,
            max_funding: MAX_FUNDING,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// A mail that a demo would have sent.
#[derive(Debug, Object)]
pub(crate) struct DemoMail {
    /// Identity of the mail.
    pub(crate) id: String,
    /// Address of the receiver, in lower case.
    pub(crate) to: String,
    /// One line.
    pub(crate) subject: String,
    /// Plain text.
    pub(crate) text: String,
    /// When it was handed over for sending, RFC 3339 in UTC.
    pub(crate) at: DateTime,
}
