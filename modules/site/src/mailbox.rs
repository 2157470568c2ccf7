//! Where a demo keeps its outgoing mail for everyone to read.

use std::sync::Arc;

use anyhow::anyhow;
use async_trait::async_trait;
use sparkyard_kernel::{
    Cx, Event, EventHandler, Page, PageQuery, events::core::MAIL, ports::Mails,
};

use crate::{error::SiteError, model::DemoMail, store::Store};

/// The mail of a demo; outside one it keeps nothing and shows nothing.
pub(crate) struct Mailbox {
    store: Store,
    mails: Arc<dyn Mails>,
    demo: bool,
}

impl Mailbox {
    pub(crate) fn new(cx: &Cx, mails: Arc<dyn Mails>) -> Self {
        Self { store: Store::new(cx.db.clone()), mails, demo: cx.demo }
    }

    /// A page of mails, newest first; only those to `receiver` if one is named.
    pub(crate) async fn list(
        &self,
        receiver: Option<&str>,
        page: &PageQuery,
    ) -> Result<Page<DemoMail>, SiteError> {
        if !self.demo {
            return Err(SiteError::DemoOff);
        }
        Ok(match receiver {
            Some(address) => self.store.mails_to(&normal(address), page).await?,
            None => self.store.mails(page).await?,
        })
    }
}

#[async_trait]
impl EventHandler for Mailbox {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        if self.demo {
            let mail = event.read(MAIL)?;
            let words = self.mails.render(&mail).map_err(|error| anyhow!("{error:?}"))?;
            self.store.keep(&event.id, event.at, normal(&mail.to), words).await?;
        }
        Ok(())
    }
}

/// An address as it is kept and looked for.
fn normal(address: &str) -> String {
    address.trim().to_lowercase()
}
