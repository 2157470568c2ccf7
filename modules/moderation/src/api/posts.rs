//! First posts of new members: the queue of staff.

use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Path, Query},
    payload::Response,
};
use sparkyard_kernel::{
    Cursor, ItemId, Json, Limit, PageQuery, Reply, StaffOnly, done,
    download::{Download, PartHeaders, Picture},
    envelope::{CONFLICT, FORBIDDEN, Failure, INPUT, MALFORMED, NOT_FOUND, UNAUTHORISED},
    listed,
};

use super::{
    STAFF, Tag,
    dto::posts::{HeldPostState, HeldPostView, PostVerdictBody},
};
use crate::service::ModerationService;

/// Operations for staff.
pub struct HeldPostsApi(pub(super) Arc<ModerationService>);

#[OpenApi(prefix_path = "/api/admin/held-posts", tag = "Tag::Moderation")]
impl HeldPostsApi {
    /// Lists posts that wait for staff before others see them, or were decided, newest first, except
    /// those by you or about you, and those of suspended members. A page may be short although more
    /// follow. For moderators and admins.
    #[oai(path = "/", method = "get", operation_id = "list_held_posts")]
    async fn list_held_posts(
        &self,
        StaffOnly(caller): StaffOnly,
        /// State; `open` when left out.
        status: Query<Option<HeldPostState>>,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<HeldPostView>, { STAFF | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let open = status.0 != Some(HeldPostState::Decided);
        listed(self.0.held_posts(&caller, open, &page).await?.map(HeldPostView::from))
    }

    /// Decides on a post that waits, and tells its author. Releasing it shows it to others as if it
    /// had just been posted; removing it needs a reason, which the author reads and can appeal
    /// against. Repeating your decision changes nothing. For moderators and admins. 403
    /// `moderation.own_post` if it is by or about you; only admins decide about staff. 409
    /// `moderation.case_taken` if a colleague has claimed it, `moderation.post_decided` if it is
    /// decided, `moderation.post_changed` if its author changed it after you read it.
    #[oai(path = "/:id/decide", method = "put", operation_id = "decide_held_post")]
    async fn decide_held_post(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the case.
        id: Path<ItemId>,
        Json(body): Json<PostVerdictBody>,
    ) -> Reply<HeldPostView, { STAFF | INPUT | NOT_FOUND | CONFLICT }> {
        let verdict = body.into();
        let post = self.0.decide_post(&caller, &id.0, &verdict).await?;
        let words = match verdict.released {
            true => "Others can see it now, and its author is told.",
            false => "It is removed, and its author is told why.",
        };
        done(words, post.into())
    }

    /// Returns a picture of a skill that waits; nobody else can see it. 404 `moderation.no_picture`
    /// without one, and once it is decided. For moderators and admins who may decide.
    #[oai(path = "/:id/pictures/:number", method = "get", operation_id = "get_held_post_picture")]
    async fn get_held_post_picture(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the case.
        id: Path<ItemId>,
        /// Number of the picture, from 0.
        #[oai(validator(minimum(value = "0"), maximum(value = "9")))]
        number: Path<u32>,
        /// Byte range of the file: `bytes=0-99`.
        #[oai(name = "Range")]
        range: Header<Option<String>>,
        /// The range is sent only if the file has this `ETag`; otherwise the whole file.
        #[oai(name = "If-Range")]
        if_range: Header<Option<String>>,
    ) -> Result<
        Response<Download<Picture>>,
        Failure<{ UNAUTHORISED | FORBIDDEN | MALFORMED | NOT_FOUND | INPUT }>,
    > {
        let wanted = PartHeaders { range: range.as_deref(), if_range: if_range.as_deref() };
        let picture = self.0.post_picture(&caller, &id.0, number.0 as usize).await?;
        Ok(picture.download(wanted))
    }
}
