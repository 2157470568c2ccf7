use std::sync::Arc;

use poem_openapi::OpenApi;
use sparkyard_kernel::{Reply, SignedIn, envelope::UNAUTHORISED, ok};

use super::{Tag, dto::RetentionRules};
use crate::service::SettingsService;

/// Operations on what the site keeps.
pub struct RetentionApi {
    service: Arc<SettingsService>,
}

impl RetentionApi {
    pub(crate) fn new(service: Arc<SettingsService>) -> Self {
        Self { service }
    }
}

#[OpenApi(prefix_path = "/api/settings", tag = "Tag::Settings")]
impl RetentionApi {
    /// Returns which data this site deletes by itself, and when. The list is made of the rules that
    /// the server carries out.
    #[oai(path = "/retention", method = "get", operation_id = "list_retention_rules")]
    #[expect(clippy::unused_async, reason = "every operation is awaited")]
    async fn list_retention_rules(
        &self,
        SignedIn(_caller): SignedIn,
    ) -> Reply<RetentionRules, UNAUTHORISED> {
        ok(RetentionRules::from(self.service.retention()))
    }
}
