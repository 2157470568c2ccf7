use std::sync::Arc;

use poem_openapi::{OpenApi, param::Query};
use sparkyard_kernel::{
    Cursor, Limit, PageQuery, Reply, SignedIn, StaffOnly, done,
    envelope::{FORBIDDEN, INPUT, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::mail::{MailState, MemberMailTrouble},
};
use crate::service::NotificationService;

/// Operations on mail that could not be delivered.
pub struct MailApi {
    service: Arc<NotificationService>,
}

impl MailApi {
    pub(crate) fn new(service: Arc<NotificationService>) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Notifications")]
impl MailApi {
    /// Returns whether mail reaches you.
    #[oai(path = "/api/settings/mail", method = "get", operation_id = "get_mail_state")]
    async fn get_mail_state(&self, SignedIn(caller): SignedIn) -> Reply<MailState, UNAUTHORISED> {
        ok(self.service.mail_trouble(&caller.id).await?.into())
    }

    /// Resumes mail to your address after it was returned. Does nothing if no mail was returned.
    #[oai(path = "/api/settings/mail/retry", method = "post", operation_id = "retry_mail")]
    async fn retry_mail(&self, SignedIn(caller): SignedIn) -> Reply<MailState, UNAUTHORISED> {
        self.service.retry_mail(&caller.id).await?;
        done("We will send emails to your address again.", MailState::from(None))
    }

    /// Lists members whose mail is returned, the latest first. A page may be shorter than its
    /// limit.
    #[oai(path = "/api/admin/mail-troubles", method = "get", operation_id = "list_mail_troubles")]
    async fn list_mail_troubles(
        &self,
        _staff: StaffOnly,
        /// Members wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<MemberMailTrouble>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.mail_troubles(&page).await?.map(MemberMailTrouble::from))
    }
}
