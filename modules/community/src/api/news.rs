use std::sync::Arc;

use poem_openapi::OpenApi;
use sparkyard_kernel::{MemberOrDelegate, Reply, envelope::UNAUTHORISED, ok};

use super::{Tag, dto::CommunityNews};
use crate::service::CommunityService;

/// Operations on the news of the community.
pub struct NewsApi(pub(super) Arc<CommunityService>);

#[OpenApi(tag = "Tag::Community")]
impl NewsApi {
    /// Returns the announcements in effect, up to six members and six skills that were new within
    /// the last 30 days, newest first, and the sparks in circulation.
    ///
    /// Members and skills are of people within 20 miles of you; of everywhere if you have set no
    /// location. People who have set none are included.
    #[oai(path = "/api/community", method = "get", operation_id = "get_community")]
    async fn get_community(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
    ) -> Reply<CommunityNews, { UNAUTHORISED }> {
        ok(self.0.news(&caller.id).await?.into())
    }
}
