use sparkyard_kernel::{ItemId, UserId, ports::MailTopic};
use surrealdb::types::SurrealValue;

use crate::model::push::{About, PushNews};

/// Maximum length of a topic at push services (RFC 8030).
const MAX_TAG: usize = 32;

/// A message before it is assigned to devices.
#[derive(SurrealValue)]
pub(in crate::store) struct PushRow {
    id: String,
    user: UserId,
    topic: Option<MailTopic>,
    about: About,
    subject: ItemId,
    title: String,
    body: String,
    link: String,
    tag: String,
}

impl From<PushNews> for PushRow {
    fn from(news: PushNews) -> Self {
        let PushNews { id, to, topic, about, subject, title, body, link } = news;
        // The id is a hash in characters that push services accept.
        let tag = id.chars().take(MAX_TAG).collect();
        Self { id, user: to, topic, about, subject, title, body, link, tag }
    }
}
