use std::sync::Arc;

use poem_openapi::{OpenApi, param::Path};
use sparkyard_kernel::{Reply, StaffOnly, UserId, envelope::MALFORMED, ok};

use super::{STAFF, Tag, dto::SafetySummary};
use crate::service::ModerationService;

/// Operations on how safe members felt.
pub struct SafetyApi(pub(super) Arc<ModerationService>);

#[OpenApi(tag = "Tag::Moderation")]
impl SafetyApi {
    /// Returns how often others did not feel safe with a member, in the last year; the member never
    /// sees it. Reading it is recorded in the audit log. For moderators and admins; 403 about
    /// yourself, and about staff unless you are an admin.
    #[oai(
        path = "/api/admin/members/:id/safety",
        method = "get",
        operation_id = "get_member_safety"
    )]
    async fn get_member_safety(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the member.
        id: Path<UserId>,
    ) -> Reply<SafetySummary, { STAFF | MALFORMED }> {
        ok(SafetySummary { felt_unsafe: self.0.felt_unsafe(&caller, &id.0).await? })
    }
}
