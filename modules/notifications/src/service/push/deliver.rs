//! Sends push messages that are due.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use futures_util::{StreamExt, stream::FuturesUnordered};
use serde_json::json;
use sparkyard_kernel::{Job, Timestamp, job::JobRunner, ports::MemberPreferences};
use tokio::time::{Instant, sleep};

use super::{
    Post, PushService,
    client::{Outcome, PushRequest},
    delivery_queue::{Delivery, DeliveryQueue},
    encryption::encrypt,
};
use crate::{
    error::NotificationError,
    model::push::{About, DueDevice, DuePush, Subscription},
    store::Delivered,
};

/// Interval of the job, and of looking for due devices while messages are being sent.
const EVERY: Duration = Duration::from_secs(2);
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// Devices per query, in addition to those already known.
const BATCH: i64 = 50;
/// Maximum number of messages to a device before it returns its slot.
const IN_A_ROW: i64 = 10;
/// Time after which a device returns its slot, whatever still waits for it.
const SLOT_TIME: Duration = Duration::from_secs(8);
/// Lease on a device; another worker takes over when it expires. Longer than the timeouts of as
/// many messages.
const LEASE: Duration = Duration::from_mins(1);
/// Backoff after the first failure; doubles with each further one.
const PAUSE: Duration = Duration::from_secs(30);
/// Maximum backoff.
const LONGEST_PAUSE: Duration = Duration::from_hours(2);
/// Maximum lengths that a notification shows, in characters.
const MAX_TITLE: usize = 120;
const MAX_BODY: usize = 300;

/// Job that sends push messages.
pub(crate) struct DeliverPush(pub(crate) Arc<PushService>);

impl DeliverPush {
    /// Returns the job, which runs every few seconds.
    pub(crate) fn job(self) -> Job {
        Job::from_runner("notifications.deliver_push", EVERY, Arc::new(self))
    }
}

#[async_trait]
impl JobRunner for DeliverPush {
    async fn run(&self, _: Timestamp) -> anyhow::Result<()> {
        let Some(post) = &self.0.post else { return Ok(()) };
        let (mut slots, mut begun, mut failed) =
            (DeliveryQueue::default(), FuturesUnordered::new(), None);
        loop {
            // Checked on every turn, so that devices that become due do not wait for slow ones.
            if failed.is_none() {
                failed = self.0.queue_due(post, &mut slots).await.err();
            }
            while let Some(delivery) = slots.next() {
                begun.push(async move { (self.0.look_after(post, &delivery).await, delivery) });
            }
            if begun.is_empty() {
                return failed.map_or(Ok(()), |cause| Err(cause.into()));
            }
            tokio::select! {
                Some((outcome, delivery)) = begun.next() => {
                    slots.end(&delivery);
                    failed = failed.or(outcome.err());
                }
                () = sleep(LOOK_AGAIN) => {}
            }
        }
    }
}

/// Decision about a pending message.
enum Fate {
    Send,
    /// Quiet hours last until then.
    PutOff(Timestamp),
    Drop,
}

impl PushService {
    /// Leases the due devices and adds them to `slots`.
    async fn queue_due(
        &self,
        post: &Post,
        slots: &mut DeliveryQueue,
    ) -> Result<(), NotificationError> {
        let now = self.cx.now();
        let known = i64::try_from(slots.len()).unwrap_or(BATCH);
        // Known devices whose lease has expired are due again, and come first.
        for due in self.store.due_devices(now, BATCH + known).await? {
            if slots.knows(&due.id) {
                continue;
            }
            // Another process may have leased it first.
            let leased = self.store.lease_device(&due.id, due.due_ms, now + LEASE).await?;
            let Some(DueDevice { id, user, sealed, due_ms, .. }) = leased else { continue };
            let at = post.seal.open(&id, &sealed);
            let service = at.and_then(|at| post.client.service(&at.endpoint)).unwrap_or_default();
            slots.add(Delivery { device: id, user, service, leased_ms: due_ms });
        }
        Ok(())
    }

    /// Sends a device its due messages. Stops at the first failure, with a backoff for the device.
    async fn look_after(&self, post: &Post, delivery: &Delivery) -> Result<(), NotificationError> {
        let now = self.cx.now();
        // Renews the lease, which may have expired while the device waited for a slot.
        let leased =
            self.store.lease_device(&delivery.device, delivery.leased_ms, now + LEASE).await?;
        let Some(device) = leased else { return Ok(()) };
        // Encrypted with another master key: the address cannot be read.
        let Some(at) = post.seal.open(&device.id, &device.sealed) else {
            return Ok(self.store.remove_device(&device.id, None).await?);
        };
        if !self.sign_ins.open(&device.user).await?.contains(&device.session) {
            return Ok(self.store.remove_device(&device.id, None).await?);
        }
        let wishes = self.wishes(&device).await?;
        let mut delivered = Delivered { done: Vec::new(), failures: device.failures, aside: None };
        let started = Instant::now();
        for due in self.store.waiting_push(&device.id, IN_A_ROW).await? {
            if due.due_ms > now.as_millis() || started.elapsed() > SLOT_TIME {
                break;
            }
            match self.fate(&device, &wishes, &due, now).await? {
                Fate::Send => {}
                Fate::Drop => {
                    delivered.done.push(due.id);
                    continue;
                }
                Fate::PutOff(until) => {
                    delivered.aside = Some(until);
                    break;
                }
            }
            let outcome = match Self::request(&at, &due, now) {
                Some(request) => {
                    post.client.send(request, |origin| post.identity.sign(origin, now)).await
                }
                None => Outcome::Gone,
            };
            match outcome {
                Outcome::Taken | Outcome::Refused => {
                    delivered.done.push(due.id);
                    delivered.failures = 0;
                }
                Outcome::Gone => return Ok(self.store.remove_device(&device.id, None).await?),
                Outcome::Busy(wait) => {
                    let wait = wait.unwrap_or_default().max(pause(delivered.failures));
                    delivered.aside = Some(now + wait.min(LONGEST_PAUSE));
                    delivered.failures += 1;
                    break;
                }
            }
        }
        Ok(self.store.end_delivery(&device, delivered).await?)
    }

    async fn wishes(&self, device: &DueDevice) -> Result<MemberPreferences, NotificationError> {
        let Some(preferences) = &self.preferences else { return Ok(MemberPreferences::default()) };
        let mut found = preferences.of(std::slice::from_ref(&device.user)).await?;
        Ok(found.remove(&device.user).unwrap_or_default())
    }

    async fn fate(
        &self,
        device: &DueDevice,
        wishes: &MemberPreferences,
        due: &DuePush,
        now: Timestamp,
    ) -> Result<Fate, NotificationError> {
        // Another member may use the browser now.
        let is_void = due.until_ms <= now.as_millis() || device.user != due.user;
        let unwanted = due.topic.is_some_and(|topic| !wishes.choices.wants(topic));
        if is_void || unwanted || self.is_seen(due).await? {
            return Ok(Fate::Drop);
        }
        let quiet = wishes.quiet_hours.and_then(|hours| hours.over_at(now));
        Ok(quiet.map_or(Fate::Send, Fate::PutOff))
    }

    async fn is_seen(&self, due: &DuePush) -> Result<bool, NotificationError> {
        match (due.about, &self.messages) {
            (About::Notice, _) => Ok(self.store.is_seen(&due.user, &due.subject).await?),
            (About::Message, Some(messages)) => {
                Ok(messages.is_read(&due.user, &due.subject).await?)
            }
            (About::Message, None) => Ok(true),
        }
    }

    /// Builds the encrypted message; `None` if the device's keys are invalid.
    fn request(at: &Subscription, due: &DuePush, now: Timestamp) -> Option<PushRequest> {
        let text = json!({
            "title": cut(&due.title, MAX_TITLE),
            "body": cut(&due.body, MAX_BODY),
            "link": due.link,
            "tag": due.tag,
        });
        let text = text.to_string();
        let body = encrypt(text.as_bytes(), &at.p256dh, &at.auth).ok()?;
        let left = u64::try_from(due.until_ms - now.as_millis()).unwrap_or_default();
        let good_for = Duration::from_millis(left);
        Some(PushRequest { endpoint: at.endpoint.clone(), body, tag: due.tag.clone(), good_for })
    }
}

/// Returns the backoff after this many earlier failures.
fn pause(tries: u32) -> Duration {
    PAUSE.saturating_mul(2u32.saturating_pow(tries)).min(LONGEST_PAUSE)
}

/// Shortens a text to this many characters.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backoff_doubles_up_to_a_limit() {
        let seconds = |tries| pause(tries).as_secs();
        assert_eq!([0, 1, 2, 7, 8, 40].map(seconds), [30, 60, 120, 3840, 7200, 7200]);
    }

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(cut("später", 20), "später");
        assert_eq!(cut("später", 3), "spä…");
        assert_eq!(cut("so it is", 3), "so…");
    }
}
