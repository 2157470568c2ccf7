//! What the site is, and the mail of a demo.

use std::sync::Arc;

use poem_openapi::Enum;
use sparkyard_kernel::{
    Timestamp,
    ports::SignUpPolicy,
    site::{Mode, SiteConfig},
};

/// What a community's site is called and offers.
#[derive(Clone, Debug)]
pub(crate) struct SiteFacts {
    pub(crate) site: Arc<SiteConfig>,
    /// Those that are installed and switched on.
    pub(crate) modules: Arc<Vec<&'static str>>,
    pub(crate) mode: Mode,
    pub(crate) payments: Payments,
    pub(crate) demo: bool,
    pub(crate) sign_up: SignUpPolicy,
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

/// A mail that a demo would have sent.
#[derive(Clone, Debug)]
pub(crate) struct Mail {
    pub(crate) id: String,
    /// In lower case.
    pub(crate) receiver: String,
    pub(crate) subject: String,
    pub(crate) text: String,
    /// When it was handed over for sending.
    pub(crate) at: Timestamp,
}
