//! The module at work: what it says about the site, and where a demo keeps its outgoing mail for
//! everyone to read.

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Page, PageQuery, Ports, Timestamp,
    ports::{Accounts, MailMessage, Mails},
    site::Mode,
};

use crate::{
    error::SiteError,
    model::{Mail, Payments, SiteFacts},
    store::SiteStore,
};

/// What all operations share. Outside a demo it keeps no mail and shows none.
pub(crate) struct SiteService {
    cx: Cx,
    store: SiteStore,
    accounts: Arc<dyn Accounts>,
    mails: Arc<dyn Mails>,
}

impl SiteService {
    /// Takes the ports; an error names the one that is missing.
    pub(crate) fn new(cx: Cx, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "site";
        Ok(Self {
            store: SiteStore::new(cx.db.clone()),
            accounts: ports.require(NAME)?,
            mails: ports.require(NAME)?,
            cx,
        })
    }

    /// What the site is called and offers.
    pub(crate) fn facts(&self) -> SiteFacts {
        let wallet = self.cx.has("wallet");
        SiteFacts {
            site: self.cx.site.clone(),
            modules: self.cx.modules.clone(),
            mode: if wallet { self.cx.site.mode } else { Mode::Gift },
            payments: if wallet && self.cx.demo { Payments::Sandbox } else { Payments::None },
            demo: self.cx.demo,
            sign_up: self.accounts.sign_up_policy(),
        }
    }

    /// A page of mails, newest first; only those to `receiver` if one is named.
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

    /// Keeps a mail that goes out of a demo.
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

/// An address as it is kept and looked for.
fn normal(address: &str) -> String {
    address.trim().to_lowercase()
}
