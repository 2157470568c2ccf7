use std::sync::Arc;

use poem_openapi::OpenApi;
use sparkyard_kernel::{
    Json, Reply, SignedIn, done,
    envelope::{INPUT, UNAUTHORISED},
    ok,
};

use super::{Tag, dto::PrivacyChoices};
use crate::service::SettingsService;

/// Operations on privacy preferences.
pub struct PrivacyApi {
    service: Arc<SettingsService>,
}

impl PrivacyApi {
    pub(crate) fn new(service: Arc<SettingsService>) -> Self {
        Self { service }
    }
}

#[OpenApi(prefix_path = "/api/settings", tag = "Tag::Settings")]
impl PrivacyApi {
    /// Returns what others see of you.
    #[oai(path = "/privacy", method = "get", operation_id = "get_privacy_choices")]
    async fn get_privacy_choices(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<PrivacyChoices, UNAUTHORISED> {
        let chosen = self.service.preferences(&caller.id).await?;
        let (read_receipts, link_preview) = (chosen.read_receipts, chosen.link_preview);
        ok(PrivacyChoices { read_receipts, link_preview })
    }

    /// Sets what others see of you.
    #[oai(path = "/privacy", method = "put", operation_id = "set_privacy_choices")]
    async fn set_privacy_choices(
        &self,
        SignedIn(caller): SignedIn,
        Json(body): Json<PrivacyChoices>,
    ) -> Reply<PrivacyChoices, { UNAUTHORISED | INPUT }> {
        let PrivacyChoices { read_receipts, link_preview } = body;
        self.service.set_privacy(&caller.id, read_receipts, link_preview).await?;
        done("Your choices are saved.", body)
    }
}
