use std::sync::Arc;

use poem_openapi::{Object, OpenApi};
use sparkyard_kernel::{AdminOnly, Json, Reply, StaffOnly, done, envelope::INPUT, ok};

use super::{STAFF, Tag};
use crate::{config::ModerationConfig, service::ModerationService};

/// Deadlines of staff, and posts that they look at first.
#[derive(Debug, Object)]
pub(crate) struct ModerationRules {
    /// Days within which staff promise to decide about a report, 1 to 90.
    #[oai(validator(minimum(value = "0")))]
    report_days: u32,
    /// Days within which staff promise to decide about an appeal, 1 to 90.
    #[oai(validator(minimum(value = "0")))]
    appeal_days: u32,
    /// Number of a new member's posts that staff look at before others see them, 0 to 20.
    #[oai(validator(minimum(value = "0")))]
    hold_first_posts: u32,
}

impl From<ModerationConfig> for ModerationRules {
    fn from(rules: ModerationConfig) -> Self {
        let ModerationConfig { report_days, appeal_days, hold_first_posts } = rules;
        Self { report_days, appeal_days, hold_first_posts }
    }
}

impl From<ModerationRules> for ModerationConfig {
    fn from(rules: ModerationRules) -> Self {
        let ModerationRules { report_days, appeal_days, hold_first_posts } = rules;
        Self { report_days, appeal_days, hold_first_posts }
    }
}

/// Operations on the rules of moderation.
pub struct RulesApi(pub(super) Arc<ModerationService>);

#[OpenApi(prefix_path = "/api/admin/moderation-rules", tag = "Tag::Moderation")]
impl RulesApi {
    /// Returns the deadlines of staff, and how many first posts are held. For moderators and admins.
    #[oai(path = "/", method = "get", operation_id = "get_moderation_rules")]
    async fn get_moderation_rules(&self, _caller: StaffOnly) -> Reply<ModerationRules, STAFF> {
        ok(self.0.rules().await?.into())
    }

    /// Changes them, for reports, appeals and posts from now on. For admins.
    #[oai(path = "/", method = "put", operation_id = "change_moderation_rules")]
    async fn change_moderation_rules(
        &self,
        AdminOnly(admin): AdminOnly,
        Json(body): Json<ModerationRules>,
    ) -> Reply<ModerationRules, { STAFF | INPUT }> {
        done("Saved.", self.0.change_rules(&admin, body.into()).await?.into())
    }
}
