//! The operations of the module.

mod dto;

use std::sync::Arc;

use poem_openapi::{OpenApi, Tags, param::Query};
use sparkyard_kernel::{Cursor, Limit, PageQuery, Reply, envelope::INPUT, listed, ok};

use self::dto::{DemoMail, SiteInfo};
use crate::service::SiteService;

#[derive(Tags)]
enum Tag {
    /// What the site says about itself.
    #[oai(rename = "site")]
    Site,
}

/// The operations of the module.
pub struct SiteApi {
    service: Arc<SiteService>,
}

impl SiteApi {
    pub(crate) fn new(service: Arc<SiteService>) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Site")]
impl SiteApi {
    /// What this community's site is called and what it offers. Changes only when the server
    /// restarts.
    #[oai(path = "/api/site", method = "get", operation_id = "get_site")]
    #[expect(clippy::unused_async, reason = "every operation is awaited")]
    async fn get_site(&self) -> Reply<SiteInfo, 0> {
        ok(self.service.facts().into())
    }

    /// The latest mails that this demo would have sent, newest first; with `to`, those to one
    /// address. 404 `site.demo_off` outside a demo.
    #[oai(path = "/api/demo/mail", method = "get", operation_id = "list_demo_mail")]
    async fn list_demo_mail(
        &self,
        /// Address of the receiver, whatever its case.
        #[oai(validator(max_length = 320))]
        to: Query<Option<String>>,
        /// Mails wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<DemoMail>, INPUT> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.mails(to.0.as_deref(), &page).await?.map(DemoMail::from))
    }
}
