//! Conversations of the sample people, from `conversations.json`.

use std::{collections::HashMap, time::Duration};

use anyhow::Context;
use serde::Deserialize;
use serde_json::json;
use sparkyard_db::Timestamp;

use crate::actor::Actor;

const CONVERSATIONS: &str = include_str!("../data/conversations.json");

/// A conversation between two people.
#[derive(Deserialize)]
pub(super) struct Conversation {
    /// Keys of both people.
    pub(super) between: [String; 2],
    /// Time since it began.
    hours_ago: u32,
    /// Whether the last message was read.
    read: bool,
    messages: Vec<Line>,
}

/// A message in a conversation.
#[derive(Deserialize)]
struct Line {
    from: String,
    /// Minutes after the conversation began.
    minutes: u32,
    text: String,
}

/// A message with its time and parties.
pub(super) struct Saying<'a> {
    pub(super) at: Timestamp,
    pub(super) from: &'a str,
    pub(super) to: &'a str,
    text: &'a str,
    /// Whether it is the last message, and was read.
    closes: bool,
}

/// Latest unread message of each conversation, by sender and receiver.
#[derive(Default)]
pub(super) struct Unread(HashMap<(String, String), String>);

impl Conversation {
    /// Returns the messages with their times.
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
    /// Sends the message, after marking the other's earlier messages as read.
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

    /// Marks the message as read, if the conversation ends with nothing unread.
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

/// Parses the embedded conversations.
pub(super) fn conversations() -> anyhow::Result<Vec<Conversation>> {
    Ok(serde_json::from_str(CONVERSATIONS)?)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::town::town;

    #[test]
    fn conversations_follow_both_members_joining() {
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
