use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Path, Query},
};
use sparkyard_kernel::{
    Cursor, ItemId, Json, Limit, MemberOrDelegate, ModerationState, PageQuery, Reply, SignedIn,
    done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::{AnswerBody, CloseBody, DeletedNeed, Need, NeedForm},
};
use crate::{
    model::need::{BoardFilter, NeedForViewer},
    service::CommunityService,
};

/// Operations on the board of needs.
pub struct NeedsApi(pub(super) Arc<CommunityService>);

/// Error statuses of a change of one's own need.
const CHANGE: u32 = UNAUTHORISED | NOT_FOUND | INPUT | CONFLICT;

#[OpenApi(prefix_path = "/api/needs", tag = "Tag::Community")]
impl NeedsApi {
    /// Lists the needs on the board, newest first, without those of people whom you block or who
    /// block you. A page may be short although more follow.
    #[oai(path = "/", method = "get", operation_id = "list_needs")]
    async fn list_needs(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Whether to list your own needs in every state instead; the filters do not apply then.
        mine: Query<Option<bool>>,
        /// Slug of a category: only its needs.
        #[oai(validator(max_length = 60))]
        category: Query<Option<String>>,
        /// Words of which title and text must contain each, at most 100 characters.
        #[oai(validator(max_length = 400))]
        q: Query<Option<String>>,
        /// Needs wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<Need>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        if mine.0 == Some(true) {
            return listed(self.0.own_needs(&caller.id, &page).await?.map(Need::from));
        }
        let category = category.0.filter(|slug| !slug.is_empty());
        let filter = BoardFilter { category, text: q.0 };
        listed(self.0.board(&caller.id, filter, &page).await?.map(Need::from))
    }

    /// Posts a need on the board, for at most 30 days. Where the site asks for it, staff look at the
    /// first posts of a new member before others see them: `moderation` is `held` then.
    ///
    /// 409 `community.too_many_needs` if you have as many open needs as the site allows, 429
    /// `community.needs_of_a_day` after 20 in a day.
    #[oai(path = "/", method = "post", operation_id = "create_need")]
    async fn create_need(
        &self,
        SignedIn(caller): SignedIn,
        /// Repeating a request with the same key repeats the answer, not the effect.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        Json(body): Json<NeedForm>,
    ) -> Reply<Need, { CHANGE | TOO_MANY }> {
        let posted = self.0.post_need(&caller, body.into(), key.0.as_deref()).await?;
        done(posted_words(&posted), posted.into())
    }

    /// Returns a need. Its author sees it in every state, with the neighbours who answered; those
    /// who answered see it also once it is closed or expired.
    #[oai(path = "/:id", method = "get", operation_id = "get_need")]
    async fn get_need(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Id of the need.
        id: Path<ItemId>,
    ) -> Reply<Need, { UNAUTHORISED | NOT_FOUND | INPUT }> {
        ok(self.0.need(&caller.id, &id.0).await?.into())
    }

    /// Replaces your open need; it is posted for `days` from now on.
    ///
    /// 409 `community.need_not_open` if it is closed, expired or taken down.
    #[oai(path = "/:id", method = "put", operation_id = "update_need")]
    async fn update_need(
        &self,
        SignedIn(caller): SignedIn,
        /// Id of the need.
        id: Path<ItemId>,
        Json(body): Json<NeedForm>,
    ) -> Reply<Need, CHANGE> {
        done("Saved.", self.0.edit_need(&caller, &id.0, body.into()).await?.into())
    }

    /// Deletes your need, with the record of who answered. Messages stay.
    #[oai(path = "/:id", method = "delete", operation_id = "delete_need")]
    async fn delete_need(
        &self,
        SignedIn(caller): SignedIn,
        /// Id of the need.
        id: Path<ItemId>,
    ) -> Reply<DeletedNeed, { UNAUTHORISED | NOT_FOUND | INPUT }> {
        self.0.delete_need(&caller, &id.0).await?;
        done("Deleted.", DeletedNeed { id: id.0 })
    }

    /// Posts your open or expired need for its days once more, from now on. One that has expired
    /// goes to the top of the board.
    ///
    /// 409 `community.need_not_open` if it is closed, held or taken down, `community.too_many_needs` if
    /// you have as many open needs as the site allows.
    #[oai(path = "/:id/renew", method = "put", operation_id = "renew_need")]
    async fn renew_need(
        &self,
        SignedIn(caller): SignedIn,
        /// Id of the need.
        id: Path<ItemId>,
    ) -> Reply<Need, CHANGE> {
        done("Renewed.", self.0.renew_need(&caller, &id.0).await?.into())
    }

    /// Closes your need, and thanks the neighbour who helped, if you name one. Repeating it
    /// changes nothing.
    ///
    /// 409 `community.need_not_open` if it was closed otherwise, held or taken down; 422 for a helper
    /// who has not answered.
    #[oai(path = "/:id/close", method = "put", operation_id = "close_need")]
    async fn close_need(
        &self,
        SignedIn(caller): SignedIn,
        /// Id of the need.
        id: Path<ItemId>,
        Json(body): Json<CloseBody>,
    ) -> Reply<Need, CHANGE> {
        let closed = self.0.close_need(&caller, &id.0, body.helper_id).await?;
        done("Sorted. Thank you for saying so.", closed.into())
    }

    /// Answers a need: your message goes into your conversation with its author, who is notified
    /// and sees that you can help. A neighbour answers a need once; repeating it sends nothing.
    ///
    /// 403 with the code of the refusal if you cannot write to them; 409 `community.own_need` for
    /// your own, `community.need_not_open` if it is closed or expired,
    /// `community.enough_answers` after 20; 429 `community.answers_of_a_day` after 50 in a day.
    #[oai(path = "/:id/answers", method = "post", operation_id = "answer_need")]
    async fn answer_need(
        &self,
        SignedIn(caller): SignedIn,
        /// Id of the need.
        id: Path<ItemId>,
        /// Repeating a request with the same key repeats the answer, not the effect.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        Json(body): Json<AnswerBody>,
    ) -> Reply<Need, { CHANGE | FORBIDDEN | TOO_MANY }> {
        let message = body.message.as_deref();
        let answered = self.0.answer_need(&caller, &id.0, message, key.0.as_deref()).await?;
        done("Your neighbour has been told. Thank you.", answered.into())
    }
}

/// Returns what the author of a new need reads.
fn posted_words(posted: &NeedForViewer) -> &'static str {
    match posted.need.moderation {
        ModerationState::Held => {
            "Your need is saved. We look at the first posts of new members before others see them."
        }
        _ => "Your need is on the board.",
    }
}
