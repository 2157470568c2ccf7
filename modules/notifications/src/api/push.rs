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

/// The operations on devices that are told what happens while the site is closed.
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
    /// The key by which browsers know this site's notifications, for `applicationServerKey`;
    /// nothing where the site sends none to devices.
    #[oai(path = "/key", method = "get", operation_id = "get_push_key")]
    #[expect(clippy::unused_async, reason = "every operation is awaited")]
    async fn get_push_key(&self, SignedIn(_caller): SignedIn) -> Reply<PushKey, UNAUTHORISED> {
        ok(PushKey { key: self.service.public_key().map(str::to_owned) })
    }

    /// Has the browser of a subscription (Web Push) told what happens to you, for as long as you
    /// are signed in there. Send it again now and then, and when the browser has changed it. Of
    /// more than ten devices those stay that were there last.
    ///
    /// 422 for an address that is not one of a push service on the Internet; 503
    /// `notifications.push_off` where the site sends nothing to devices.
    #[oai(path = "/", method = "post", operation_id = "add_push_device")]
    async fn add_push_device(
        &self,
        SignedIn(caller): SignedIn,
        Json(body): Json<NewPushDevice>,
    ) -> Reply<Option<String>, { UNAUTHORISED | INPUT }> {
        self.service.subscribe(&caller, &body.read()?).await?;
        done("This device is told what happens.", None)
    }

    /// Tells a device nothing more. Repeating it changes nothing.
    #[oai(path = "/", method = "delete", operation_id = "remove_push_device")]
    async fn remove_push_device(
        &self,
        SignedIn(caller): SignedIn,
        Json(body): Json<PushDevice>,
    ) -> Reply<Option<String>, { UNAUTHORISED | INPUT }> {
        self.service.unsubscribe(&caller, &body.endpoint).await?;
        done("This device is told nothing more.", None)
    }
}
