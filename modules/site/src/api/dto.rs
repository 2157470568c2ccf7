//! Request and response bodies.

pub(super) mod contact;
mod set_up;
pub(super) mod texts;

use poem_openapi::Object;
use sparkyard_kernel::{
    DateTime, Money, payment,
    ports::Registration,
    site::{Mode, Units},
};

use crate::model::{self, Mail, Payments, SiteFacts, links};

pub(crate) use self::set_up::{JoiningForm, NewDetails, NewMode, SetUpState, TestMailOutcome};

/// Name and features of the site.
#[derive(Debug, Object)]
#[expect(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
#[oai(rename = "Site")]
pub(crate) struct SiteInfo {
    /// The community's name.
    name: String,
    /// Modules installed and enabled.
    modules: Vec<String>,
    /// Means of payment between members.
    mode: Mode,
    /// Whether the server's configuration says the mode, so that admins cannot change it.
    mode_fixed: bool,
    /// Handler of card payments.
    payments: Payments,
    /// Whether this is a sample community with simulated money and readable mail.
    demo: bool,
    /// Whether emails are delivered. If not, nobody receives the code needed to sign up.
    delivers_mail: bool,
    /// Policy for sign-ups.
    registration: Registration,
    /// Name of the provider of social sign-in; absent if there is none.
    social: Option<String>,
    /// Currency, an ISO 4217 code in lower case.
    currency: String,
    /// Town used for people who have set no location.
    default_city: String,
    /// Email address of the people who run the site; absent if not set.
    contact: Option<String>,
    /// Unit for displayed distances. Values sent are always kilometres.
    units: Units,
    /// Minimum amount of one top-up of the wallet, in pounds.
    min_funding: Money,
    /// Maximum amount of one top-up of the wallet, in pounds.
    max_funding: Money,
    /// Address of an app for Android in a store; absent if there is none.
    android_app: Option<String>,
    /// Address of an app for iOS in a store; absent if there is none.
    ios_app: Option<String>,
    /// The community's pages in social networks.
    social_links: Vec<SocialLink>,
    /// Whether the front page shows the size of the community.
    show_figures: bool,
    /// Size of the community; absent unless it is shown.
    figures: Option<Figures>,
    /// Version of the server.
    version: String,
}

/// A page in a social network.
#[derive(Debug, Object)]
struct SocialLink {
    /// Name of the network.
    name: String,
    /// Address, https.
    url: String,
}

impl From<links::SocialLink> for SocialLink {
    fn from(link: links::SocialLink) -> Self {
        let links::SocialLink { name, url } = link;
        Self { name, url }
    }
}

/// Size of the community, counted every ten minutes. Absent where the module is disabled.
#[derive(Debug, Object)]
struct Figures {
    /// Number of members.
    neighbours: u64,
    /// Number of skills on offer.
    skills: Option<u64>,
    /// Number of bookings ever made.
    bookings: Option<u64>,
}

impl From<model::Figures> for Figures {
    fn from(figures: model::Figures) -> Self {
        let model::Figures { neighbours, skills, bookings } = figures;
        Self { neighbours, skills, bookings }
    }
}

impl From<SiteFacts> for SiteInfo {
    fn from(facts: SiteFacts) -> Self {
        let SiteFacts {
            site,
            modules,
            mode,
            payments,
            demo,
            delivers_mail,
            sign_up,
            links,
            figures,
        } = facts;
        let details = site.details();
        Self {
            name: details.name.clone(),
            modules: modules.iter().map(|&module| module.to_owned()).collect(),
            mode,
            mode_fixed: site.mode_is_fixed,
            payments,
            demo,
            delivers_mail,
            registration: sign_up.registration,
            social: sign_up.social,
            currency: "gbp".to_owned(),
            default_city: details.default_city.clone(),
            contact: details.contact.clone(),
            units: site.units,
            min_funding: payment::MIN_FUNDING,
            max_funding: payment::MAX_FUNDING,
            android_app: links.android_app,
            ios_app: links.ios_app,
            social_links: links.social.into_iter().map(SocialLink::from).collect(),
            show_figures: details.show_figures,
            figures: figures.map(Figures::from),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// An email that a demo would have sent.
#[derive(Debug, Object)]
pub(crate) struct DemoMail {
    /// Id of the email.
    id: String,
    /// Address of the receiver, in lower case.
    to: String,
    /// Subject, one line.
    subject: String,
    /// Plain text.
    text: String,
    /// Time at which it was queued for sending, RFC 3339 in UTC.
    at: DateTime,
}

impl From<Mail> for DemoMail {
    fn from(mail: Mail) -> Self {
        let Mail { id, receiver, subject, text, at } = mail;
        Self { id, to: receiver, subject, text, at: at.into() }
    }
}
