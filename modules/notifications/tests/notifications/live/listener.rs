//! Somebody who has a page open.

use std::time::Duration;

use futures_util::{StreamExt, stream::BoxStream};
use poem::{Endpoint, Request, Response, http::header};
use serde_json::Value;
use sparkyard_testkit::Member;
use tokio::time::timeout;

/// Longest that anything may take that is to come, on a machine that is busy with other tests.
const SOON: Duration = Duration::from_secs(20);

/// A stream, and what has come of it that is not an event yet.
pub(super) struct Listener {
    chunks: BoxStream<'static, String>,
    rest: String,
}

/// An event, or a sign of life.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Event {
    pub(super) id: Option<i64>,
    pub(super) name: String,
    pub(super) data: Value,
    pub(super) is_beat: bool,
}

/// The answer to somebody who wants to listen.
pub(super) async fn ask(member: &Member, query: &str) -> Response {
    let mut request = Request::builder().uri(format!("/api/live{query}").parse().unwrap());
    if let Some(token) = &member.client.token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    for (name, value) in &member.client.headers {
        request = request.header(name, value);
    }
    member.client.endpoint.get_response(request.finish()).await
}

impl Listener {
    pub(super) async fn open(member: &Member, query: &str) -> Self {
        let answer = ask(member, query).await;
        assert_eq!(answer.status(), 200);
        let chunks = answer.into_body().into_bytes_stream();
        let chunks = chunks.map(|chunk| String::from_utf8(chunk.unwrap().to_vec()).unwrap());
        Self { chunks: chunks.boxed(), rest: String::new() }
    }

    /// The next event; `None` at the end.
    pub(super) async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((event, rest)) = self.rest.split_once("\n\n") {
                let (event, rest) = (parse(event), rest.to_owned());
                self.rest = rest;
                return Some(event);
            }
            let chunk = timeout(SOON, self.chunks.next()).await.unwrap()?;
            self.rest.push_str(&chunk);
        }
    }

    /// The next of the news, past signs of life.
    pub(super) async fn news(&mut self) -> Event {
        loop {
            let event = self.next().await.unwrap();
            if !event.is_beat {
                return event;
            }
        }
    }

    /// Whether nothing has come so far.
    pub(super) async fn is_quiet(&mut self) -> bool {
        timeout(Duration::from_millis(50), self.chunks.next()).await.is_err()
    }

    /// All events up to the end.
    pub(super) async fn all(mut self) -> Vec<Event> {
        let mut all = Vec::new();
        while let Some(event) = self.next().await {
            all.push(event);
        }
        all
    }
}

fn parse(text: &str) -> Event {
    let mut event = Event::default();
    for line in text.lines() {
        match line.split_once(':').unwrap() {
            ("", "") => event.is_beat = true,
            ("id", id) => event.id = Some(id.trim().parse().unwrap()),
            ("event", name) => name.trim().clone_into(&mut event.name),
            ("data", data) => event.data = serde_json::from_str(data).unwrap(),
            _ => panic!("{text}"),
        }
    }
    event
}
