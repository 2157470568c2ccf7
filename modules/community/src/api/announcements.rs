use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Path, Query},
};
use sparkyard_kernel::{
    AdminOnly, Cursor, ItemId, Json, Limit, PageQuery, Reply, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    listed,
};

use super::{
    Tag,
    dto::{AnnouncementForm, NewAnnouncement, StoredAnnouncement},
};
use crate::service::CommunityService;

/// Operations of admins on announcements.
pub struct AnnouncementsApi(pub(super) Arc<CommunityService>);

/// Error statuses common to all operations here.
const ADMIN: u32 = UNAUTHORISED | FORBIDDEN;

#[OpenApi(prefix_path = "/api/admin/announcements", tag = "Tag::Community")]
impl AnnouncementsApi {
    /// Lists all announcements, newest first, also those that have ended. For admins.
    #[oai(path = "/", method = "get", operation_id = "list_announcements")]
    async fn list_announcements(
        &self,
        _caller: AdminOnly,
        /// Announcements wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<StoredAnnouncement>, { ADMIN | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.announcements(&page).await?.map(StoredAnnouncement::from))
    }

    /// Publishes an announcement: the members of its segment see it on the community page until its
    /// time is over, and are notified. Push messages and mails about it obey their choice about letters and
    /// announcements. Recorded in the audit log. For admins.
    ///
    /// 429 `community.announcements_of_a_day` after five in a day, of all admins together.
    #[oai(path = "/", method = "post", operation_id = "create_announcement")]
    async fn create_announcement(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Repeating a request with the same key repeats the answer, not the effect.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        Json(body): Json<NewAnnouncement>,
    ) -> Reply<StoredAnnouncement, { ADMIN | INPUT | CONFLICT | TOO_MANY }> {
        let segment = body.segment(self.0.now());
        let made = self.0.announce(&caller, body.form.parts(), segment, key.0.as_deref()).await?;
        done("Announced. Members are being told.", made.into())
    }

    /// Replaces title, text and end of an announcement. Its segment stays, and nobody is notified
    /// again. Recorded in the audit log. For admins.
    ///
    /// 409 `community.announcement_ended` if it has ended.
    #[oai(path = "/:id", method = "put", operation_id = "update_announcement")]
    async fn update_announcement(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Id of the announcement.
        id: Path<ItemId>,
        Json(body): Json<AnnouncementForm>,
    ) -> Reply<StoredAnnouncement, { ADMIN | NOT_FOUND | INPUT | CONFLICT }> {
        done("Saved.", self.0.edit_announcement(&caller, &id.0, body.parts()).await?.into())
    }

    /// Ends an announcement at once: members no longer see it. Repeating it changes nothing.
    /// Recorded in the audit log. For admins.
    #[oai(path = "/:id/end", method = "put", operation_id = "end_announcement")]
    async fn end_announcement(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Id of the announcement.
        id: Path<ItemId>,
    ) -> Reply<StoredAnnouncement, { ADMIN | NOT_FOUND | INPUT }> {
        done("The announcement has ended.", self.0.end_announcement(&caller, &id.0).await?.into())
    }
}
