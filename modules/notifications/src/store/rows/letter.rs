use sparkyard_kernel::{
    ItemId, Timestamp, UserId, newest_first,
    segment::{Segment, SegmentOffers},
};
use surrealdb::types::SurrealValue;

use crate::model::letter::{Letter, LetterWords};

#[derive(SurrealValue)]
pub(in crate::store) struct LetterRow {
    id: ItemId,
    subject: String,
    text: String,
    author: UserId,
    sent_at: Timestamp,
    pub(in crate::store) newest: String,
    members: u64,
    sent: u64,
    cursor: Option<String>,
    done: bool,
    town: Option<String>,
    joined_since: Option<Timestamp>,
    offers: Option<SegmentOffers>,
    category: Option<String>,
    next_at: Option<Timestamp>,
    stopped: Option<bool>,
}

impl From<Letter> for LetterRow {
    fn from(letter: Letter) -> Self {
        let Letter { id, words, author, sent_at, segment, members, sent, cursor, .. } = letter;
        let LetterWords { subject, text } = words;
        let Segment { town, joined_since, offers, category } = segment;
        Self {
            newest: newest_first(sent_at, id.as_str()),
            id,
            subject,
            text,
            author,
            sent_at,
            members,
            sent,
            cursor,
            done: letter.done,
            town,
            joined_since,
            offers,
            category,
            next_at: letter.next_at,
            stopped: letter.stopped.then_some(true),
        }
    }
}

impl From<LetterRow> for Letter {
    fn from(row: LetterRow) -> Self {
        let LetterRow { id, subject, text, author, sent_at, members, sent, cursor, .. } = row;
        let LetterRow { town, joined_since, offers, category, .. } = row;
        Self {
            id,
            words: LetterWords { subject, text },
            author,
            sent_at,
            segment: Segment { town, joined_since, offers, category },
            members,
            sent,
            cursor,
            next_at: row.next_at,
            done: row.done,
            stopped: row.stopped.unwrap_or_default(),
        }
    }
}
