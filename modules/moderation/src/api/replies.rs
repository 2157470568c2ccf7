use std::sync::Arc;

use poem_openapi::{OpenApi, param::Path};
use sparkyard_kernel::{
    AdminOnly, ItemId, Json, Reply, StaffOnly, done,
    envelope::{CONFLICT, INPUT, MALFORMED, NOT_FOUND},
    ok,
};

use super::{
    STAFF, Tag,
    dto::replies::{CannedReply, ReplyBody},
};
use crate::service::ModerationService;

/// Operations on canned replies.
pub struct RepliesApi(pub(super) Arc<ModerationService>);

#[OpenApi(prefix_path = "/api/admin/replies", tag = "Tag::Moderation")]
impl RepliesApi {
    /// Lists all canned replies, by queue and title. For moderators and admins.
    #[oai(path = "/", method = "get", operation_id = "list_replies")]
    async fn list_replies(&self, _caller: StaffOnly) -> Reply<Vec<CannedReply>, STAFF> {
        ok(self.0.replies().await?.into_iter().map(CannedReply::from).collect())
    }

    /// Adds a canned reply. For admins; 409 `moderation.too_many_replies` if there are 100.
    #[oai(path = "/", method = "post", operation_id = "create_reply")]
    async fn create_reply(
        &self,
        AdminOnly(admin): AdminOnly,
        Json(body): Json<ReplyBody>,
    ) -> Reply<CannedReply, { STAFF | INPUT | CONFLICT }> {
        let reply = self.0.add_reply(&admin, body.queue, (&body.title, &body.text)).await?;
        done("The reply is saved.", reply.into())
    }

    /// Replaces a canned reply. For admins.
    #[oai(path = "/:id", method = "put", operation_id = "update_reply")]
    async fn update_reply(
        &self,
        AdminOnly(admin): AdminOnly,
        /// Id of the reply.
        id: Path<ItemId>,
        Json(body): Json<ReplyBody>,
    ) -> Reply<CannedReply, { STAFF | INPUT | NOT_FOUND }> {
        let words = (body.title.as_str(), body.text.as_str());
        let reply = self.0.change_reply(&admin, &id.0, body.queue, words).await?;
        done("The reply is saved.", reply.into())
    }

    /// Deletes a canned reply. For admins.
    #[oai(path = "/:id", method = "delete", operation_id = "delete_reply")]
    async fn delete_reply(
        &self,
        AdminOnly(admin): AdminOnly,
        /// Id of the reply.
        id: Path<ItemId>,
    ) -> Reply<Option<bool>, { STAFF | MALFORMED | NOT_FOUND }> {
        self.0.delete_reply(&admin, &id.0).await?;
        done("Deleted.", None)
    }
}
