use sparkyard_kernel::{ItemId, Timestamp, UserId, newest_first};
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
}

impl From<Letter> for LetterRow {
    fn from(letter: Letter) -> Self {
        let Letter { id, words, author, sent_at, members, sent, cursor, done } = letter;
        let LetterWords { subject, text } = words;
        let newest = newest_first(sent_at, id.as_str());
        Self { id, subject, text, author, sent_at, newest, members, sent, cursor, done }
    }
}

impl From<LetterRow> for Letter {
    fn from(row: LetterRow) -> Self {
        let LetterRow { id, subject, text, author, sent_at, members, sent, cursor, done, .. } = row;
        let words = LetterWords { subject, text };
        Self { id, words, author, sent_at, members, sent, cursor, done }
    }
}
