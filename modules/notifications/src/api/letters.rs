use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Path, Query},
};
use sparkyard_kernel::{
    AdminOnly, Cursor, ItemId, Json, Limit, PageQuery, Reply, SegmentForm, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    listed, ok,
    segment::SegmentOffers,
};

use super::{
    Tag,
    dto::letters::{AudienceView, LetterForm, LetterView, TestLetter},
};
use crate::service::letters::LetterService;

/// Operations on letters to members.
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
    /// Sends a letter by mail to the members of a segment who want news of the site
    /// (`marketingNotifications`). For admins.
    ///
    /// The letter is recorded in the audit log and goes out in batches, at the configured pace.
    /// Recipients were members when it was sent, can sign in, and have an address that takes mail.
    /// 409 `notifications.nobody_in_segment` if there is none, 409
    /// `notifications.letter_too_soon` less than 24 hours after the last letter, whoever sent that.
    #[oai(path = "/", method = "post", operation_id = "send_letter")]
    async fn send_letter(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Repeating a request with the same key repeats the answer, not the effect.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        Json(body): Json<LetterForm>,
    ) -> Reply<LetterView, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT }> {
        let letter = body.read(self.service.now())?;
        let sent = self.service.send(&caller, letter, key.0.as_deref()).await?;
        done("The letter is on its way.", sent.into())
    }

    /// Sends a letter to yourself alone, as members would see it. For admins.
    ///
    /// It is sent whatever mail you have switched off, and nothing is stored. 429
    /// `notifications.too_many_trials` after ten trials within an hour.
    #[oai(path = "/trial", method = "post", operation_id = "try_letter")]
    async fn try_letter(
        &self,
        AdminOnly(caller): AdminOnly,
        Json(body): Json<LetterForm>,
    ) -> Reply<TestLetter, { UNAUTHORISED | FORBIDDEN | INPUT | TOO_MANY }> {
        let to = self.service.try_out(&caller, &body.words()?).await?;
        done("We have sent it to you.", TestLetter { to })
    }

    /// Stops a letter that is being sent: members whom it has not reached yet get none. Recorded in
    /// the audit log. For admins.
    ///
    /// 409 `notifications.letter_done` if it has gone to all, or was stopped.
    #[oai(path = "/:id/stop", method = "put", operation_id = "stop_letter")]
    async fn stop_letter(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Id of the letter.
        id: Path<ItemId>,
    ) -> Reply<LetterView, { UNAUTHORISED | FORBIDDEN | NOT_FOUND | INPUT | CONFLICT }> {
        done("The letter is stopped.", self.service.stop(&caller, &id.0).await?.into())
    }

    /// Lists letters to members, newest first, with their progress. For admins.
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

    /// Returns how many members would get a letter sent to a segment now, and when the next can be
    /// sent. For admins.
    #[oai(path = "/audience", method = "get", operation_id = "get_letter_audience")]
    async fn get_letter_audience(
        &self,
        _caller: AdminOnly,
        /// Town in which they live, as on their profiles.
        #[oai(validator(max_length = 320))]
        town: Query<Option<String>>,
        /// Days since they joined at most, 1 to 3,650.
        #[oai(validator(minimum(value = "1"), maximum(value = "3650")))]
        joined_days: Query<Option<u32>>,
        /// Whether they offer skills.
        offers: Query<Option<SegmentOffers>>,
        /// Slug of a category in which they offer a skill.
        #[oai(validator(max_length = 100))]
        category: Query<Option<String>>,
    ) -> Reply<AudienceView, { UNAUTHORISED | FORBIDDEN | INPUT }> {
        let form = SegmentForm {
            town: town.0,
            joined_days: joined_days.0,
            offers: offers.0,
            category: category.0,
        };
        ok(self.service.audience(&form.read(self.service.now())).await?.into())
    }
}
