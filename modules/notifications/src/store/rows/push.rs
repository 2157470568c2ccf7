use sparkyard_kernel::{ItemId, UserId, ports::MailTopic};
use surrealdb::types::SurrealValue;

use crate::model::push::{About, PushNews};

/// Longest name that push services take.
const MAX_TAG: usize = 32;

/// What devices are told, before it is known which.
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
        // A hash, in the letters that services take.
        let tag = id.chars().take(MAX_TAG).collect();
        Self { id, user: to, topic, about, subject, title, body, link, tag }
    }
}
