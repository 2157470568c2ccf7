use std::sync::Arc;

use poem_openapi::OpenApi;
use sparkyard_kernel::{
    Json, Reply, SignedIn, done,
    envelope::{INPUT, UNAUTHORISED},
    ok,
};

use super::{Tag, dto::NotificationChoices};
use crate::service::SettingsService;

/// Operations on notification preferences.
pub struct ChoicesApi {
    service: Arc<SettingsService>,
}

impl ChoicesApi {
    pub(crate) fn new(service: Arc<SettingsService>) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Settings")]
impl ChoicesApi {
    /// Returns your preferences for mail and push messages.
    #[oai(
        path = "/api/settings/notifications",
        method = "get",
        operation_id = "get_notification_choices"
    )]
    async fn get_notification_choices(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<NotificationChoices, UNAUTHORISED> {
        ok(self.service.preferences(&caller.id).await?.choices.into())
    }

    /// Sets your preferences for mail and push messages.
    #[oai(
        path = "/api/settings/notifications",
        method = "put",
        operation_id = "set_notification_choices"
    )]
    async fn set_notification_choices(
        &self,
        SignedIn(caller): SignedIn,
        Json(body): Json<NotificationChoices>,
    ) -> Reply<NotificationChoices, { UNAUTHORISED | INPUT }> {
        self.service.choose(&caller.id, body.into()).await?;
        done("Your choices are saved.", body)
    }
}
