//! Business logic: facts about the site, its texts, messages to those who run it, and a demo's
//! outgoing email, which everyone may read.

mod contact;
mod contact_queue;
mod details;
mod figures;
mod joining;
mod mode;
mod pages;
mod posts;
mod set_up;
mod stamp;

use std::{
    fs::File,
    io::{self, ErrorKind, Read},
    path::PathBuf,
    sync::{Arc, RwLock},
};

use sparkyard_kernel::{
    Cx, Page, PageQuery, Ports, Timestamp,
    ports::{
        Accounts, Bookings, Cards, Geocoder, Ledger, Live, MailMessage, Mails, People, SetUp,
        Skills,
    },
    site::{PublicPage, SiteConfig},
};

use crate::{
    error::SiteError,
    model::{
        Figures, Mail, Payments, SiteFacts, features::Features, links::Links, page::PageSource,
        post::Post,
    },
    store::SiteStore,
};
use stamp::Stamps;

/// Most bytes of one of the operator's texts.
const MAX_TEXT: u64 = 256 * 1024;

/// State shared by all operations. Outside a demo, no email is stored or shown.
pub(crate) struct SiteService {
    cx: Cx,
    store: SiteStore,
    accounts: Arc<dyn Accounts>,
    people: Arc<dyn People>,
    mails: Arc<dyn Mails>,
    set_up: Arc<dyn SetUp>,
    /// Validates the site's town.
    geocoder: Option<Arc<dyn Geocoder>>,
    /// Empty without the wallet.
    ledger: Option<Arc<dyn Ledger>>,
    skills: Option<Arc<dyn Skills>>,
    bookings: Option<Arc<dyn Bookings>>,
    live: Option<Arc<dyn Live>>,
    /// Whether a card provider is configured.
    has_cards: bool,
    stamps: Stamps,
    /// Key of the hashes of senders' addresses.
    sender_key: [u8; 32],
    links: Links,
    /// Newest first.
    posts: Vec<Post>,
    text_pages: Vec<PageSource>,
    /// Public pages of the client.
    pages: Vec<PublicPage>,
    figures: RwLock<Option<Figures>>,
}

impl SiteService {
    /// Resolves the ports, and reads the posts. Fails if a required port is missing or a setting is
    /// wrong; the error names it.
    pub(crate) fn new(
        cx: Cx,
        config: &SiteConfig,
        text_pages: Vec<PageSource>,
        ports: &Ports,
    ) -> anyhow::Result<Self> {
        const NAME: &str = "site";
        let service = Self {
            store: SiteStore::new(cx.db.clone()),
            accounts: ports.require(NAME)?,
            people: ports.require(NAME)?,
            mails: ports.require(NAME)?,
            set_up: ports.require(NAME)?,
            geocoder: ports.optional(),
            ledger: ports.optional(),
            skills: ports.optional(),
            bookings: ports.optional(),
            live: ports.optional(),
            has_cards: ports.optional::<dyn Cards>().is_some(),
            stamps: Stamps::new(&cx.keys)?,
            sender_key: cx.keys.derive("site.contact_senders"),
            links: Links::new(config)?,
            posts: posts::read(&content_dir(&cx, config))?,
            text_pages,
            pages: posts::pages()?,
            figures: RwLock::default(),
            cx,
        };
        service.list_pages();
        Ok(service)
    }

    /// Returns what the site has now.
    fn features(&self) -> Features {
        Features::new(self.cx.site.mode(), &self.cx.modules)
    }

    /// Returns the name and features of the site.
    pub(crate) fn facts(&self) -> SiteFacts {
        let wallet = self.cx.has("wallet");
        SiteFacts {
            site: self.cx.site.clone(),
            modules: self.cx.modules.clone(),
            mode: self.cx.site.mode(),
            payments: match (wallet, self.cx.demo, self.has_cards) {
                (true, true, _) => Payments::Sandbox,
                (true, false, true) => Payments::Stripe,
                _ => Payments::None,
            },
            demo: self.cx.demo,
            delivers_mail: self.set_up.delivers_mail(),
            sign_up: self.accounts.sign_up_policy(),
            links: self.links.clone(),
            figures: self.figures(),
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

/// Reads the text pages.
pub(crate) fn read_pages(cx: &Cx, config: &SiteConfig) -> anyhow::Result<Vec<PageSource>> {
    pages::read(&content_dir(cx, config))
}

/// Returns the folder of the operator's texts.
fn content_dir(cx: &Cx, config: &SiteConfig) -> PathBuf {
    match config.content_dir.as_os_str().is_empty() {
        true => cx.data_dir.join("content"),
        false => config.content_dir.clone(),
    }
}

/// Reads a text of the operator. Fails if it is too long.
fn read_at_most(file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MAX_TEXT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_TEXT {
        let reason = format!("the file has more than {MAX_TEXT} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}

/// Normalises an address for storage and comparison.
fn normal(address: &str) -> String {
    address.trim().to_lowercase()
}
