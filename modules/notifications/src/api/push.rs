use std::sync::Arc;

use poem_openapi::OpenApi;
use sparkyard_kernel::{
    Json, Reply, SignedIn, done,
    envelope::{INPUT, UNAUTHORISED},
    ok,
};

use super::{
    Tag,
    dto::push::{NewPushDevice, PushDevice, PushKey},
};
use crate::service::push::PushService;

/// Operations on devices that receive Web Push messages.
pub struct PushApi {
    service: Arc<PushService>,
}

impl PushApi {
    pub(crate) fn new(service: Arc<PushService>) -> Self {
        Self { service }
    }
}

#[OpenApi(prefix_path = "/api/notifications/push", tag = "Tag::Notifications")]
impl PushApi {
    /// Returns the site's public key, for the browser's `applicationServerKey`; none if Web Push is
    /// switched off.
    #[oai(path = "/key", method = "get", operation_id = "get_push_key")]
    #[expect(clippy::unused_async, reason = "every operation is awaited")]
    async fn get_push_key(&self, SignedIn(_caller): SignedIn) -> Reply<PushKey, UNAUTHORISED> {
        ok(PushKey { key: self.service.public_key().map(str::to_owned) })
    }

    /// Registers a browser's Web Push subscription, for as long as you are signed in there.
    ///
    /// Register it again from time to time, and when the browser has changed it. At most ten
    /// devices are kept, the most recently seen ones. 422 if `endpoint` is not one of a push
    /// service on the Internet, or the keys are not a browser's; 503 `notifications.not_configured`
    /// if Web Push is switched off.
    #[oai(path = "/", method = "post", operation_id = "add_push_device")]
    async fn add_push_device(
        &self,
        SignedIn(caller): SignedIn,
        Json(body): Json<NewPushDevice>,
    ) -> Reply<Option<String>, { UNAUTHORISED | INPUT }> {
        self.service.subscribe(&caller, &body.read()?).await?;
        done("This device gets notifications now.", None)
    }

    /// Unregisters a device. Repeating it changes nothing.
    #[oai(path = "/", method = "delete", operation_id = "remove_push_device")]
    async fn remove_push_device(
        &self,
        SignedIn(caller): SignedIn,
        Json(body): Json<PushDevice>,
    ) -> Reply<Option<String>, { UNAUTHORISED | INPUT }> {
        self.service.unsubscribe(&caller, &body.endpoint).await?;
        done("This device gets no more notifications.", None)
    }
}
