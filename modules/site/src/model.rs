//! Facts about the site, its posts, messages to those who run it, and the email of a demo.

pub(crate) mod contact;
pub(crate) mod features;
pub(crate) mod links;
pub(crate) mod page;
pub(crate) mod post;

use std::sync::Arc;

use poem_openapi::Enum;
use sparkyard_kernel::{
    Sparks, Timestamp,
    ports::{Registration, SetUpWarning, SignUpPolicy},
    site::{Mode, Site, SiteDetails},
};

use self::links::Links;

/// Name and features of the site.
#[derive(Clone, Debug)]
pub(crate) struct SiteFacts {
    pub(crate) site: Arc<Site>,
    /// Modules installed and enabled.
    pub(crate) modules: Arc<Vec<&'static str>>,
    pub(crate) mode: Mode,
    pub(crate) payments: Payments,
    pub(crate) demo: bool,
    pub(crate) delivers_mail: bool,
    pub(crate) sign_up: SignUpPolicy,
    pub(crate) links: Links,
    /// `None` unless the operator wants them shown.
    pub(crate) figures: Option<Figures>,
}

/// Size of the community; `None` where the module is disabled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    pub(crate) neighbours: u64,
    pub(crate) skills: Option<u64>,
    /// Bookings ever made.
    pub(crate) bookings: Option<u64>,
}

/// Site details changed by admins; `None` means as configured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChangedDetails {
    pub(crate) name: Option<String>,
    pub(crate) default_city: Option<String>,
    pub(crate) contact: Option<String>,
    pub(crate) show_figures: Option<bool>,
}

impl ChangedDetails {
    /// Returns the differences from `configured`; an empty text means as configured.
    pub(crate) fn between(configured: &SiteDetails, wanted: &SiteDetails) -> Self {
        let changed =
            |was: &str, is: &str| Some(is.to_owned()).filter(|is| !is.is_empty() && is != was);
        let text = |contact: &Option<String>| contact.clone().unwrap_or_default();
        Self {
            name: changed(&configured.name, &wanted.name),
            default_city: changed(&configured.default_city, &wanted.default_city),
            contact: changed(&text(&configured.contact), &text(&wanted.contact)),
            show_figures: Some(wanted.show_figures).filter(|is| *is != configured.show_figures),
        }
    }

    /// Returns `configured`, overridden by these changes.
    pub(crate) fn over(self, configured: &SiteDetails) -> SiteDetails {
        let configured = configured.clone();
        SiteDetails {
            name: self.name.unwrap_or(configured.name),
            default_city: self.default_city.unwrap_or(configured.default_city),
            contact: self.contact.or(configured.contact),
            show_figures: self.show_figures.unwrap_or(configured.show_figures),
        }
    }
}

/// A change of how people become members; what is `None` stays.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NewJoining {
    pub(crate) registration: Option<Registration>,
    pub(crate) welcome_tokens: Option<Sparks>,
    pub(crate) credit_limit: Option<Sparks>,
}

/// State of the set-up.
#[derive(Clone, Debug)]
pub(crate) struct SetUpFacts {
    pub(crate) site: Arc<Site>,
    pub(crate) has_wallet: bool,
    /// Whether an admin has gone through the set-up to its end.
    pub(crate) finished: bool,
    /// Tasks still to be done, most urgent first.
    pub(crate) warnings: Vec<SetUpWarning>,
}

/// Handler of card payments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum Payments {
    /// Simulated cards, in a demo.
    Sandbox,
    /// Stripe.
    Stripe,
    /// No card payments.
    None,
}

/// An email that a demo would have sent.
#[derive(Clone, Debug)]
pub(crate) struct Mail {
    pub(crate) id: String,
    /// Address, in lower case.
    pub(crate) receiver: String,
    pub(crate) subject: String,
    pub(crate) text: String,
    /// Time at which it was queued for sending.
    pub(crate) at: Timestamp,
}
