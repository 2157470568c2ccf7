//! Web Push messages to members' devices.

mod client;
mod deliver;
mod delivery_queue;
mod encryption;
mod identity;
mod seal;

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::{
    ApiError, Caller, Cx, Ports,
    idempotency::digest,
    ports::{Conversations, Preferences, SignIns},
};

use self::{client::PushClient, identity::Identity, seal::Seal};
use crate::{
    config::PushConfig,
    error::NotificationError,
    model::push::{Device, PushNews, Subscription},
    store::NotificationStore,
};

pub(crate) use self::{deliver::DeliverPush, encryption::from_base64};

/// Delay before a message is sent: it is dropped if the member sees the item meanwhile. An open
/// conversation is read within a second.
const WAIT: Duration = Duration::from_secs(5);
/// Time after which a message is dropped; longer than quiet hours.
const WORTH_TELLING: Duration = Duration::from_hours(24);

/// Manages the devices of members, and their messages.
pub(crate) struct PushService {
    cx: Cx,
    store: NotificationStore,
    sign_ins: Arc<dyn SignIns>,
    preferences: Option<Arc<dyn Preferences>>,
    messages: Option<Arc<dyn Conversations>>,
    /// `None` if no contact for push services is configured.
    post: Option<Post>,
}

/// Everything needed to send messages.
struct Post {
    identity: Identity,
    seal: Seal,
    client: PushClient,
}

impl PushService {
    /// Creates the service; fails with the name of a missing port.
    pub(crate) fn new(cx: &Cx, ports: &Ports, config: PushConfig) -> anyhow::Result<Self> {
        let post = match config.contact.trim() {
            "" => None,
            contact => Some(Post {
                identity: Identity::new(&cx.keys, contact)?,
                seal: Seal::new(&cx.keys)?,
                client: PushClient::new(config.services)?,
            }),
        };
        Ok(Self {
            cx: cx.clone(),
            store: NotificationStore::new(cx.db.clone()),
            sign_ins: ports.require("notifications")?,
            preferences: ports.optional(),
            messages: ports.optional(),
            post,
        })
    }

    /// Returns the public key for browsers; `None` if Web Push is off.
    pub(crate) fn public_key(&self) -> Option<&str> {
        self.post.as_ref().map(|post| post.identity.public_key())
    }

    /// Registers a device of the caller for as long as they are signed in there. A repeated call
    /// renews the registration or replaces its keys.
    pub(crate) async fn subscribe(
        &self,
        caller: &Caller,
        subscription: &Subscription,
    ) -> Result<(), NotificationError> {
        let post = self.post.as_ref().ok_or(NotificationError::PushOff)?;
        let Subscription { endpoint, p256dh, auth } = subscription;
        if !post.client.reaches(endpoint) {
            return Err(NotificationError::UnknownPushService);
        }
        if !encryption::are_keys(p256dh, auth) {
            return Err(NotificationError::WrongPushKeys);
        }
        let id = device_id(endpoint);
        let sealed = post.seal.close(&id, subscription).map_err(ApiError::internal)?;
        let (user, session) = (caller.id.clone(), caller.session.clone());
        let device = Device { id, user, session, sealed };
        Ok(self.store.put_device(device, self.cx.now()).await?)
    }

    /// Unregisters the caller's device at `endpoint`.
    pub(crate) async fn unsubscribe(
        &self,
        caller: &Caller,
        endpoint: &str,
    ) -> Result<(), NotificationError> {
        Ok(self.store.remove_device(&device_id(endpoint), Some(&caller.id)).await?)
    }

    /// Queues messages for the devices of members, each once however often an event is delivered.
    pub(crate) async fn send(&self, news: Vec<PushNews>) -> Result<(), NotificationError> {
        if self.post.is_none() || news.is_empty() {
            return Ok(());
        }
        let now = self.cx.now();
        Ok(self.store.put_push(news, now + WAIT, now + WORTH_TELLING).await?)
    }
}

fn device_id(endpoint: &str) -> String {
    digest(&[b"push", endpoint.as_bytes()])
}
