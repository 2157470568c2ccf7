use std::sync::Arc;

use poem_openapi::{OpenApi, param::Path};
use sparkyard_kernel::{
    Failure, Reply, done,
    envelope::{INPUT, NOT_FOUND},
    ok,
};

use super::{
    Tag,
    dto::{StoppableMails, ToPage},
};
use crate::service::SettingsService;

/// Operations of unsubscribe links.
pub struct UnsubscribeApi {
    service: Arc<SettingsService>,
}

impl UnsubscribeApi {
    pub(crate) fn new(service: Arc<SettingsService>) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Settings")]
impl UnsubscribeApi {
    /// Redirects to the page that asks for confirmation. Changes nothing.
    #[oai(path = "/api/unsubscribe/:token", method = "get", operation_id = "open_unsubscribe")]
    #[expect(clippy::unused_async, reason = "every operation is awaited")]
    async fn open_unsubscribe(
        &self,
        /// Token from the mail.
        #[oai(validator(max_length = 512, pattern = r"^[A-Za-z0-9._~-]+$"))]
        token: Path<String>,
    ) -> Result<ToPage, Failure<INPUT>> {
        Ok(ToPage::Found(self.service.unsubscribe_page(&token.0)))
    }

    /// Returns the mails that a link switches off, and whether they are still sent.
    #[oai(path = "/api/unsubscribe/:token/mails", method = "get", operation_id = "get_unsubscribe")]
    async fn get_unsubscribe(
        &self,
        /// Token from the mail.
        #[oai(validator(max_length = 512, pattern = r"^[A-Za-z0-9._~-]+$"))]
        token: Path<String>,
    ) -> Reply<StoppableMails, { INPUT | NOT_FOUND }> {
        let (mails, wanted) = self.service.stoppable(&token.0).await?;
        ok(StoppableMails { topics: mails.topics().collect(), wanted })
    }

    /// Switches off the mails of a link, without signing in. Mail programs call it for one-click
    /// unsubscribe (RFC 8058).
    #[oai(path = "/api/unsubscribe/:token", method = "post", operation_id = "unsubscribe")]
    async fn unsubscribe(
        &self,
        /// Token from the mail.
        #[oai(validator(max_length = 512, pattern = r"^[A-Za-z0-9._~-]+$"))]
        token: Path<String>,
    ) -> Reply<Option<bool>, { INPUT | NOT_FOUND }> {
        self.service.unsubscribe(&token.0).await?;
        done("You will get no more of these emails.", None)
    }
}
