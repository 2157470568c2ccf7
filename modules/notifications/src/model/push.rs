//! Web Push messages to members' devices.

pub(crate) mod address;

use sparkyard_kernel::{ItemId, UserId, ports::MailTopic};
use surrealdb::types::SurrealValue;

use super::{NewNotice, Text};

/// Web Push subscription: address and keys of a device.
#[derive(Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Subscription {
    /// URL at the browser's push service. A secret: anybody who knows it can send there.
    pub(crate) endpoint: String,
    /// Public key of the device: an uncompressed point on P-256.
    pub(crate) p256dh: Vec<u8>,
    /// Secret shared by the device and this server.
    pub(crate) auth: Vec<u8>,
}

/// A registered device of a member.
#[derive(Clone, Debug)]
pub(crate) struct Device {
    pub(crate) id: String,
    pub(crate) user: UserId,
    pub(crate) session: String,
    /// [`Subscription`] of the device, encrypted.
    pub(crate) sealed: String,
}

/// A device with pending messages.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct DueDevice {
    pub(crate) id: String,
    pub(crate) user: UserId,
    pub(crate) session: String,
    pub(crate) sealed: String,
    /// Time at which it became due, in milliseconds; while a worker holds the lease, the time when
    /// that expires.
    pub(crate) due_ms: i64,
    /// Number of consecutive failures to reach it.
    pub(crate) failures: u32,
}

/// A message to all devices of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PushNews {
    /// Deterministic id, so that an event delivered twice yields one message.
    pub(crate) id: String,
    pub(crate) to: UserId,
    /// Preference that can suppress the message; `None` if nothing can.
    pub(crate) topic: Option<MailTopic>,
    /// Kind of the item that makes the message unnecessary once it was seen.
    pub(crate) about: About,
    pub(crate) subject: ItemId,
    pub(crate) title: String,
    pub(crate) body: String,
    /// Root-relative path in the client.
    pub(crate) link: String,
}

/// Kind of item that can also be seen in the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum About {
    /// A notice.
    Notice,
    /// A message; it is read at once if its conversation is on screen.
    Message,
}

impl PushNews {
    /// Builds the push message for a notice.
    pub(crate) fn of(notice: &NewNotice, topic: Option<MailTopic>) -> Self {
        let NewNotice { id, receiver, text, .. } = notice;
        let Text { title, description, link } = text.clone();
        Self {
            id: id.0.clone(),
            to: receiver.clone(),
            topic,
            about: About::Notice,
            subject: id.clone(),
            title,
            body: description,
            link,
        }
    }
}

/// A pending message to one device.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct DuePush {
    pub(crate) id: String,
    pub(crate) user: UserId,
    pub(crate) topic: Option<MailTopic>,
    pub(crate) about: About,
    pub(crate) subject: ItemId,
    pub(crate) title: String,
    pub(crate) body: String,
    pub(crate) link: String,
    /// Tag of the notification: a later message with the same tag replaces it.
    pub(crate) tag: String,
    /// Time to send it, and time until which it is worth sending, in milliseconds.
    pub(crate) due_ms: i64,
    pub(crate) until_ms: i64,
}
