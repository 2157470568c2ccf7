//! What is told on devices while the site is closed.

pub(crate) mod address;

use sparkyard_kernel::{ItemId, UserId, ports::MailTopic};
use surrealdb::types::SurrealValue;

use super::{NewNotice, Text};

/// Where a device is reached, and the keys that only it can read with.
#[derive(Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Subscription {
    /// Address at the browser's push service. Whoever knows it can send there.
    pub(crate) endpoint: String,
    /// The device's public key: an uncompressed point of P-256.
    pub(crate) p256dh: Vec<u8>,
    /// What only the device and we know.
    pub(crate) auth: Vec<u8>,
}

/// A device as it is kept.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Device {
    pub(crate) id: String,
    pub(crate) user: UserId,
    pub(crate) session: String,
    /// Its [`Subscription`], encrypted.
    pub(crate) sealed: String,
}

/// Something that all devices of a member are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PushNews {
    /// Deterministic, so that an event that comes twice is told once.
    pub(crate) id: String,
    pub(crate) to: UserId,
    /// Who does not want to be told about it is not; everybody is told what has none.
    pub(crate) topic: Option<MailTopic>,
    /// Once this was seen it need not be told any more.
    pub(crate) about: About,
    pub(crate) subject: ItemId,
    pub(crate) title: String,
    pub(crate) body: String,
    /// Root-relative address in the client.
    pub(crate) link: String,
}

/// What can be seen elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum About {
    /// A notice.
    Notice,
    /// A message, which is read at once where its conversation is in sight.
    Message,
}

impl PushNews {
    /// What devices are told of a notice.
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

/// The same on its way to one device.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct DuePush {
    pub(crate) id: String,
    pub(crate) device: String,
    pub(crate) user: UserId,
    pub(crate) topic: Option<MailTopic>,
    pub(crate) about: About,
    pub(crate) subject: ItemId,
    pub(crate) title: String,
    pub(crate) body: String,
    pub(crate) link: String,
    /// What replaces what.
    pub(crate) tag: String,
    /// How often it was tried.
    pub(crate) tries: u32,
    /// When it is to be sent, and until when it is worth sending, in milliseconds.
    pub(crate) due_ms: i64,
    pub(crate) until_ms: i64,
}
