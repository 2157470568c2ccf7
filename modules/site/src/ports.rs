//! Ports that the module offers.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Cx, UserId,
    ports::{AgreementText, AgreementTexts, ContactMessages},
};

use crate::{
    model::{features::Features, page::PageSource},
    store::SiteStore,
};

/// Pages that members agree to when they join.
const AGREED_TO: [&str; 2] = ["terms", "privacy"];

/// Messages from the contact page, for the console.
pub(crate) struct ContactPort {
    cx: Cx,
    store: SiteStore,
}

impl ContactPort {
    pub(crate) fn new(cx: &Cx) -> Self {
        Self { cx: cx.clone(), store: SiteStore::new(cx.db.clone()) }
    }
}

#[async_trait]
impl ContactMessages for ContactPort {
    async fn count_waiting(&self, reader: &UserId) -> Result<u64, ApiError> {
        Ok(self.store.count_contacts(reader, self.cx.now()).await?)
    }
}

/// The texts that members agree to, for their accounts.
pub(crate) struct AgreementTextsPort(Vec<AgreementText>);

impl AgreementTextsPort {
    pub(crate) fn new(pages: &[PageSource], cx: &Cx) -> Self {
        let (site, features) = (&cx.site, Features::new(cx.site.mode(), &cx.modules));
        let agreed_to = AGREED_TO.iter().filter_map(|&name| {
            let page = pages.iter().find(|page| page.name == name)?;
            let shown = page.shown(&features, &site.name()).ok()?;
            let (title, version) = (shown.title, page.version.clone());
            Some(AgreementText { name: name.to_owned(), title, version })
        });
        Self(agreed_to.collect())
    }
}

impl AgreementTexts for AgreementTextsPort {
    fn current(&self) -> Vec<AgreementText> {
        self.0.clone()
    }
}
