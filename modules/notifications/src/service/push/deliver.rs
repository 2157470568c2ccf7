//! Sends what devices are to be told, when its time has come.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use futures_util::{StreamExt, stream};
use serde_json::json;
use sparkyard_kernel::{Job, Timestamp, job::JobRunner};

use super::{
    Post, PushService,
    carrier::{Outcome, Parcel},
    encryption::encrypt,
};
use crate::{
    error::NotificationError,
    model::push::{About, Device, DuePush},
};

/// How often to look.
const EVERY: Duration = Duration::from_secs(2);
/// Messages read at one time, and sent at one time.
const BATCH: i64 = 50;
const AT_ONCE: usize = 8;
/// Whoever sends a message has so much time for it; then somebody else takes it up. More than a
/// service may take.
const LEASE: Duration = Duration::from_mins(1);
/// How long to wait after a first failure; twice as long after each other.
const PAUSE: Duration = Duration::from_secs(30);
/// Beyond that nobody waits longer.
const LONGEST_PAUSE: Duration = Duration::from_hours(2);
/// A notification shows no more than this.
const MAX_TITLE: usize = 120;
const MAX_BODY: usize = 300;

/// The job.
pub(crate) struct DeliverPush(pub(crate) Arc<PushService>);

impl DeliverPush {
    /// Looks every few seconds.
    pub(crate) fn job(self) -> Job {
        Job { name: "notifications.deliver_push", every: EVERY, runner: Arc::new(self) }
    }
}

#[async_trait]
impl JobRunner for DeliverPush {
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        let Some(post) = &self.0.post else { return Ok(()) };
        loop {
            let due = self.0.store.due_push(now, BATCH).await?;
            let count = due.len();
            let sent = stream::iter(due).map(|one| self.0.deliver(post, one, now));
            let sent: Vec<_> = sent.buffer_unordered(AT_ONCE).collect().await;
            sent.into_iter().collect::<Result<Vec<()>, _>>()?;
            if count < usize::try_from(BATCH)? {
                return Ok(());
            }
        }
    }
}

/// What is to become of a message.
enum Fate {
    Send(Device),
    /// Somebody is left alone until then.
    PutOff(Timestamp),
    Drop,
}

impl PushService {
    async fn deliver(
        &self,
        post: &Post,
        due: DuePush,
        now: Timestamp,
    ) -> Result<(), NotificationError> {
        // Another process may be faster.
        if !self.store.lease_push(&due, now + LEASE).await? {
            return Ok(());
        }
        let device = match self.fate(&due, now).await? {
            Fate::Send(device) => device,
            Fate::PutOff(until) => {
                return Ok(self.store.put_off_push(&due, until, due.tries).await?);
            }
            Fate::Drop => return Ok(self.store.end_push(&due).await?),
        };
        let outcome = match Self::parcel(post, &device, &due, now) {
            Some(parcel) => {
                post.carrier.send(parcel, |origin| post.identity.sign(origin, now)).await
            }
            // Of another master key: nobody can read where it is.
            None => Outcome::Gone,
        };
        match outcome {
            Outcome::Taken | Outcome::Refused => self.store.end_push(&due).await?,
            Outcome::Gone => {
                self.store.remove_device(&device.id, None).await?;
                self.store.end_push(&due).await?;
            }
            Outcome::Busy(wait) => {
                let until = now + wait.unwrap_or_default().max(pause(due.tries)).min(LONGEST_PAUSE);
                self.store.put_off_push(&due, until, due.tries + 1).await?;
            }
        }
        Ok(())
    }

    async fn fate(&self, due: &DuePush, now: Timestamp) -> Result<Fate, NotificationError> {
        if due.until_ms <= now.as_millis() {
            return Ok(Fate::Drop);
        }
        let Some(device) = self.store.device(&due.device).await? else { return Ok(Fate::Drop) };
        // Somebody else may use the browser now.
        if device.user != due.user {
            return Ok(Fate::Drop);
        }
        if !self.sign_ins.open(&due.user).await?.contains(&device.session) {
            self.store.remove_device(&device.id, None).await?;
            return Ok(Fate::Drop);
        }
        if self.is_seen(due).await? {
            return Ok(Fate::Drop);
        }
        let Some(preferences) = &self.preferences else { return Ok(Fate::Send(device)) };
        let mut found = preferences.of(std::slice::from_ref(&due.user)).await?;
        let wishes = found.remove(&due.user).unwrap_or_default();
        if due.topic.is_some_and(|topic| !wishes.choices.wants(topic)) {
            return Ok(Fate::Drop);
        }
        let quiet = wishes.quiet_hours.and_then(|hours| hours.over_at(now));
        Ok(quiet.map_or(Fate::Send(device), Fate::PutOff))
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

    /// What is handed to the push service; `None` when the device's keys cannot be had.
    fn parcel(post: &Post, device: &Device, due: &DuePush, now: Timestamp) -> Option<Parcel> {
        let subscription = post.seal.open(&device.id, &device.sealed)?;
        let text = json!({
            "title": cut(&due.title, MAX_TITLE),
            "body": cut(&due.body, MAX_BODY),
            "link": due.link,
            "tag": due.tag,
        });
        let text = text.to_string();
        let body = encrypt(text.as_bytes(), &subscription.p256dh, &subscription.auth).ok()?;
        let left = u64::try_from(due.until_ms - now.as_millis()).unwrap_or_default();
        let good_for = Duration::from_millis(left);
        Some(Parcel { endpoint: subscription.endpoint, body, tag: due.tag.clone(), good_for })
    }
}

/// How long to wait after so many failures.
fn pause(tries: u32) -> Duration {
    PAUSE.saturating_mul(2u32.saturating_pow(tries)).min(LONGEST_PAUSE)
}

/// The first so many characters.
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
    fn who_fails_waits_longer_each_time() {
        let seconds = |tries| pause(tries).as_secs();
        assert_eq!([0, 1, 2, 7, 8, 40].map(seconds), [30, 60, 120, 3840, 7200, 7200]);
    }

    #[test]
    fn long_words_are_cut_between_characters() {
        assert_eq!(cut("später", 20), "später");
        assert_eq!(cut("später", 3), "spä…");
        assert_eq!(cut("so it is", 3), "so…");
    }
}
