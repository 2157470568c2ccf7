use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Query},
};
use sparkyard_kernel::{
    AdminOnly, Cursor, Json, Limit, PageQuery, Reply, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, TOO_MANY, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::letters::{AudienceView, LetterForm, LetterTrial, LetterView},
};
use crate::service::letters::LetterService;

/// The operations on letters to members.
pub struct LettersApi {
    service: Arc<LetterService>,
}

impl LettersApi {
    pub(crate) fn new(service: Arc<LetterService>) -> Self {
        Self { service }
    }
}

#[OpenApi(prefix_path = "/api/admin/letters", tag = "Tag::Notifications")]
impl LettersApi {
    /// Sends a letter by mail to all members who want news of the site (`marketingNotifications`);
    /// it stands in the audit log. It goes out bit by bit. For admins.
    ///
    /// Those get it who were members by then, can sign in, and have an address that takes mail. 409
    /// `notifications.letter_too_soon` less than 24 hours after the last one, whoever sent that.
    #[oai(path = "/", method = "post", operation_id = "send_letter")]
    async fn send_letter(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Repeating a request with the same key repeats the answer, not the effect.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        Json(body): Json<LetterForm>,
    ) -> Reply<LetterView, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT }> {
        let sent = self.service.send(&caller, body.read()?, key.0.as_deref()).await?;
        done("The letter is on its way.", sent.into())
    }

    /// Sends a letter to yourself alone, so that you see what members would get; whatever you have
    /// switched off. Nothing is kept. For admins.
    ///
    /// 429 `notifications.too_many_trials` after ten times within an hour.
    #[oai(path = "/trial", method = "post", operation_id = "try_letter")]
    async fn try_letter(
        &self,
        AdminOnly(caller): AdminOnly,
        Json(body): Json<LetterForm>,
    ) -> Reply<LetterTrial, { UNAUTHORISED | FORBIDDEN | INPUT | TOO_MANY }> {
        let to = self.service.try_out(&caller, &body.read()?).await?;
        done("We have sent it to you.", LetterTrial { to })
    }

    /// Letters to members, the newest first, and how far each has come. For admins.
    #[oai(path = "/", method = "get", operation_id = "list_letters")]
    async fn list_letters(
        &self,
        _caller: AdminOnly,
        /// Letters wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<LetterView>, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.list(&page).await?.map(LetterView::from))
    }

    /// How many members would get a letter that is sent now, and when the next can be sent. For
    /// admins.
    #[oai(path = "/audience", method = "get", operation_id = "get_letter_audience")]
    async fn get_letter_audience(
        &self,
        _caller: AdminOnly,
    ) -> Reply<AudienceView, { UNAUTHORISED | FORBIDDEN }> {
        ok(self.service.audience().await?.into())
    }
}
