//! HTTP operations of the module.

mod contact;
mod dto;
mod set_up;
mod texts;

use std::sync::Arc;

use poem_openapi::{OpenApi, Tags, param::Query};
use sparkyard_kernel::{Cursor, Limit, PageQuery, Reply, envelope::INPUT, listed, ok};

use self::{
    contact::{ContactApi, ContactQueueApi},
    dto::{DemoMail, SiteInfo},
    set_up::SetUpApi,
    texts::TextsApi,
};
use crate::service::SiteService;

pub(crate) use self::contact::CONTACT;

#[derive(Tags)]
enum Tag {
    /// Facts about the site.
    #[oai(rename = "site")]
    Site,
}

/// All operations of the module.
pub(crate) type Operations = (SiteApi, SetUpApi, TextsApi, ContactApi, ContactQueueApi);

/// Creates the operations on top of `service`.
pub(crate) fn operations(service: &Arc<SiteService>) -> Operations {
    let site = SiteApi { service: service.clone() };
    let contact = ContactApi(service.clone());
    let queue = ContactQueueApi(service.clone());
    (site, SetUpApi(service.clone()), TextsApi(service.clone()), contact, queue)
}

/// Operations without sign-in.
pub struct SiteApi {
    service: Arc<SiteService>,
}

#[OpenApi(tag = "Tag::Site")]
impl SiteApi {
    /// Returns the name and features of this site.
    #[oai(path = "/api/site", method = "get", operation_id = "get_site")]
    #[expect(clippy::unused_async, reason = "every operation is awaited")]
    async fn get_site(&self) -> Reply<SiteInfo, 0> {
        ok(self.service.facts().into())
    }

    /// Lists the latest emails that this demo would have sent, newest first; with `to`, those to
    /// one address. 404 `site.demo_off` outside a demo.
    #[oai(path = "/api/demo/mail", method = "get", operation_id = "list_demo_mail")]
    async fn list_demo_mail(
        &self,
        /// Address of the receiver; case does not matter.
        #[oai(validator(max_length = 320))]
        to: Query<Option<String>>,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<DemoMail>, INPUT> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.mails(to.0.as_deref(), &page).await?.map(DemoMail::from))
    }
}
