//! Business logic: facts about the site, and a demo's outgoing email, which everyone may read.

mod details;
mod mode;
mod set_up;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Page, PageQuery, Ports, Timestamp,
    ports::{Accounts, Cards, Geocoder, Ledger, MailMessage, Mails, SetUp},
    site::Mode,
};

use crate::{
    error::SiteError,
    model::{Mail, Payments, SiteFacts},
    store::SiteStore,
};

/// State shared by all operations. Outside a demo, no email is stored or shown.
pub(crate) struct SiteService {
    cx: Cx,
    store: SiteStore,
    accounts: Arc<dyn Accounts>,
    mails: Arc<dyn Mails>,
    set_up: Arc<dyn SetUp>,
    /// Validates the site's town.
    geocoder: Option<Arc<dyn Geocoder>>,
    /// Empty without the wallet.
    ledger: Option<Arc<dyn Ledger>>,
    /// Whether a card provider is configured.
    has_cards: bool,
}

impl SiteService {
    /// Resolves the ports. Fails if a required port is missing; the error names it.
    pub(crate) fn new(cx: Cx, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "site";
        Ok(Self {
            store: SiteStore::new(cx.db.clone()),
            accounts: ports.require(NAME)?,
            mails: ports.require(NAME)?,
            set_up: ports.require(NAME)?,
            geocoder: ports.optional(),
            ledger: ports.optional(),
            has_cards: ports.optional::<dyn Cards>().is_some(),
            cx,
        })
    }

    /// Returns the name and features of the site.
    pub(crate) fn facts(&self) -> SiteFacts {
        let wallet = self.cx.has("wallet");
        SiteFacts {
            site: self.cx.site.clone(),
            modules: self.cx.modules.clone(),
            mode: if wallet { self.cx.site.mode() } else { Mode::Gift },
            payments: match (wallet, self.cx.demo, self.has_cards) {
                (true, true, _) => Payments::Sandbox,
                (true, false, true) => Payments::Stripe,
                _ => Payments::None,
            },
            demo: self.cx.demo,
            delivers_mail: self.set_up.delivers_mail(),
            sign_up: self.accounts.sign_up_policy(),
        }
    }

    /// Returns a page of emails, newest first; only those to `receiver` if given.
    pub(crate) async fn mails(
        &self,
        receiver: Option<&str>,
        page: &PageQuery,
    ) -> Result<Page<Mail>, SiteError> {
        if !self.cx.demo {
            return Err(SiteError::DemoOff);
        }
        Ok(match receiver {
            Some(address) => self.store.mails_to(&normal(address), page).await?,
            None => self.store.mails(page).await?,
        })
    }

    /// Stores an outgoing email. Does nothing outside a demo.
    pub(crate) async fn keep(
        &self,
        id: &str,
        mail: &MailMessage,
        at: Timestamp,
    ) -> Result<(), SiteError> {
        if !self.cx.demo {
            return Ok(());
        }
        let rendered = self.mails.render(mail)?;
        let (id, receiver) = (id.to_owned(), normal(&mail.to));
        let mail = Mail { id, receiver, subject: rendered.subject, text: rendered.text, at };
        Ok(self.store.keep(mail).await?)
    }
}

/// Normalises an address for storage and comparison.
fn normal(address: &str) -> String {
    address.trim().to_lowercase()
}
