//! What the sample people write to each other: what `conversations.json` says.

use std::{collections::HashMap, time::Duration};

use anyhow::Context;
use serde::Deserialize;
use serde_json::json;
use sparkyard_db::Timestamp;

use crate::actor::Actor;

const CONVERSATIONS: &str = include_str!("../data/conversations.json");

/// A conversation between two.
#[derive(Deserialize)]
pub(super) struct Conversation {
    /// Their keys.
    pub(super) between: [String; 2],
    /// When it began.
    hours_ago: u32,
    /// Whether the last message was read.
    read: bool,
    messages: Vec<Line>,
}

/// What one of them says.
#[derive(Deserialize)]
struct Line {
    from: String,
    /// After the conversation began.
    minutes: u32,
    text: String,
}

/// One thing that is said, and what it answers.
pub(super) struct Saying<'a> {
    pub(super) at: Timestamp,
    pub(super) from: &'a str,
    pub(super) to: &'a str,
    text: &'a str,
    /// Whether it is the last, and read.
    closes: bool,
}

/// The messages of each conversation that the other has not read yet, by who wrote to whom.
#[derive(Default)]
pub(super) struct Unread(HashMap<(String, String), String>);

impl Conversation {
    /// What is said, and when.
    pub(super) fn sayings(&self, now: Timestamp) -> impl Iterator<Item = Saying<'_>> {
        let began = now - Duration::from_hours(self.hours_ago.into());
        let [one, other] = &self.between;
        self.messages.iter().enumerate().map(move |(index, line)| Saying {
            at: began + Duration::from_mins(line.minutes.into()),
            from: &line.from,
            to: if line.from == *one { other } else { one },
            text: &line.text,
            closes: self.read && index + 1 == self.messages.len(),
        })
    }
}

impl Saying<'_> {
    /// Who speaks has read what the other said before.
    pub(super) async fn say(
        &self,
        (from, to): (&mut Actor, &str),
        unread: &mut Unread,
    ) -> anyhow::Result<()> {
        let before = unread.0.remove(&(self.to.to_owned(), self.from.to_owned()));
        if let Some(id) = before {
            read(from, &id).await?;
        }
        let body = json!({
            "senderId": from.id, "receiverId": to, "content": self.text, "mark_as_read": false,
        });
        let sent = from.post("/api/message", body).await?;
        let id = sent["id"].as_str().context("a message without an id")?;
        unread.0.insert((self.from.to_owned(), self.to.to_owned()), id.to_owned());
        Ok(())
    }

    /// The other reads it too, if nothing is to be left.
    pub(super) async fn close(&self, to: &mut Actor, unread: &mut Unread) -> anyhow::Result<()> {
        if !self.closes {
            return Ok(());
        }
        match unread.0.remove(&(self.from.to_owned(), self.to.to_owned())) {
            Some(id) => read(to, &id).await,
            None => Ok(()),
        }
    }
}

async fn read(reader: &mut Actor, id: &str) -> anyhow::Result<()> {
    reader.put(&format!("/api/message/markasread/{id}"), json!({})).await.map(drop)
}

/// Reads the embedded conversations.
pub(super) fn conversations() -> anyhow::Result<Vec<Conversation>> {
    Ok(serde_json::from_str(CONVERSATIONS)?)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::town::town;

    #[test]
    fn the_sample_conversations_are_between_people_who_are_there_in_good_time() {
        let people = town().unwrap().people;
        let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
        let mut pairs = HashSet::new();
        for conversation in conversations().unwrap() {
            let mut pair = conversation.between.clone();
            for key in &pair {
                let person = people.iter().find(|person| person.key == *key).unwrap();
                let days = i64::from(conversation.hours_ago / 24) + 1;
                assert!(person.joined_day < -days, "{key} has not joined");
            }
            assert!(pair.contains(&conversation.messages[0].from), "{pair:?}");
            pair.sort();
            assert!(pairs.insert(pair), "one conversation each: {:?}", conversation.between);
            let sayings: Vec<_> = conversation.sayings(now).collect();
            assert!((2..=12).contains(&sayings.len()), "{:?}", conversation.between);
            assert!(sayings.iter().all(|saying| saying.from != saying.to && saying.at < now));
            assert!(sayings.is_sorted_by_key(|saying| saying.at), "{:?}", conversation.between);
        }
        assert!(pairs.len() >= 15);
    }
}
