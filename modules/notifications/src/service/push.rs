//! Telling members on their devices while the site is closed.

mod carrier;
mod deliver;
mod encryption;
mod identity;
mod random;
mod seal;

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::{
    ApiError, Caller, Cx, Ports,
    idempotency::digest,
    ports::{Conversations, Preferences, SignIns},
};

use self::{carrier::Carrier, identity::Identity, seal::Seal};
use crate::{
    config::PushConfig,
    error::NotificationError,
    model::push::{Device, PushNews, Subscription},
    store::NotificationStore,
};

pub(crate) use self::{deliver::DeliverPush, encryption::from_base64};

/// What happened is told after this time: whoever looks at it meanwhile need not be told. An open
/// conversation is read within a second.
const WAIT: Duration = Duration::from_secs(5);
/// What happened is told within this time or not at all; longer than quiet hours are.
const WORTH_TELLING: Duration = Duration::from_hours(24);

/// Devices of members, and what these are told.
pub(crate) struct PushService {
    cx: Cx,
    store: NotificationStore,
    sign_ins: Arc<dyn SignIns>,
    preferences: Option<Arc<dyn Preferences>>,
    messages: Option<Arc<dyn Conversations>>,
    /// Nothing when nobody has said whom push services can write to.
    post: Option<Post>,
}

/// What it takes to send anything.
struct Post {
    identity: Identity,
    seal: Seal,
    carrier: Carrier,
}

impl PushService {
    /// Takes the ports; an error names the one that is missing.
    pub(crate) fn new(cx: &Cx, ports: &Ports, config: PushConfig) -> anyhow::Result<Self> {
        let post = match config.contact.trim() {
            "" => None,
            contact => Some(Post {
                identity: Identity::new(&cx.keys, contact)?,
                seal: Seal::new(&cx.keys)?,
                carrier: Carrier::new(config.services)?,
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

    /// What browsers are given to know us by; `None` when devices are told nothing here.
    pub(crate) fn public_key(&self) -> Option<&str> {
        self.post.as_ref().map(|post| post.identity.public_key())
    }

    /// Tells the caller from now on what happens on the device of `subscription`, for as long as
    /// they are signed in there. Again: it is still there, or its keys are others now.
    pub(crate) async fn subscribe(
        &self,
        caller: &Caller,
        subscription: &Subscription,
    ) -> Result<(), NotificationError> {
        let post = self.post.as_ref().ok_or(NotificationError::PushOff)?;
        let Subscription { endpoint, p256dh, auth } = subscription;
        if !post.carrier.reaches(endpoint) {
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

    /// Tells the caller nothing more on the device that is reached at `endpoint`.
    pub(crate) async fn unsubscribe(
        &self,
        caller: &Caller,
        endpoint: &str,
    ) -> Result<(), NotificationError> {
        Ok(self.store.remove_device(&device_id(endpoint), Some(&caller.id)).await?)
    }

    /// Has the devices of members told what happened, each once however often it comes.
    pub(crate) async fn tell(&self, news: Vec<PushNews>) -> Result<(), NotificationError> {
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
