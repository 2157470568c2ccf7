use std::sync::Arc;

use poem_openapi::OpenApi;
use sparkyard_kernel::{
    Json, MemberOrDelegate, Reply, SignedIn, done,
    envelope::{INPUT, UNAUTHORISED},
    ok,
};

use super::{
    Tag,
    dto::{PreferenceChange, Preferences},
};
use crate::service::SettingsService;

/// Operations on delivery preferences.
pub struct PreferencesApi {
    service: Arc<SettingsService>,
}

impl PreferencesApi {
    pub(crate) fn new(service: Arc<SettingsService>) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Settings")]
impl PreferencesApi {
    /// Returns your delivery preferences.
    #[oai(path = "/api/settings/preferences", method = "get", operation_id = "get_preferences")]
    async fn get_preferences(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
    ) -> Reply<Preferences, UNAUTHORISED> {
        let preferences = self.service.preferences(&caller.id).await?;
        ok(Preferences::new(preferences, self.service.languages()))
    }

    /// Sets your delivery preferences.
    #[oai(path = "/api/settings/preferences", method = "put", operation_id = "set_preferences")]
    async fn set_preferences(
        &self,
        SignedIn(caller): SignedIn,
        Json(body): Json<PreferenceChange>,
    ) -> Reply<Preferences, { UNAUTHORISED | INPUT }> {
        self.service.set_delivery(&caller.id, body.checked()?).await?;
        let preferences = self.service.preferences(&caller.id).await?;
        done("Your choices are saved.", Preferences::new(preferences, self.service.languages()))
    }
}
