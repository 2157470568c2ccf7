//! Client of an event stream.

use std::time::Duration;

use futures_util::{StreamExt, stream::BoxStream};
use poem::{Endpoint, Request, Response, http::header};
use serde_json::Value;
use sparkyard_testkit::Member;
use tokio::time::timeout;

/// Timeout for an expected event, on a machine that is busy with other tests.
const SOON: Duration = Duration::from_secs(20);

/// A stream, and received text that is not a whole event yet.
pub(super) struct Listener {
    chunks: BoxStream<'static, String>,
    rest: String,
}

/// An event or a heartbeat.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Event {
    pub(super) id: Option<i64>,
    pub(super) name: String,
    pub(super) data: Value,
    pub(super) is_beat: bool,
}

/// Sends a request for a stream.
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
        let response = ask(member, query).await;
        assert_eq!(response.status(), 200);
        let chunks = response.into_body().into_bytes_stream();
        let chunks = chunks.map(|chunk| String::from_utf8(chunk.unwrap().to_vec()).unwrap());
        Self { chunks: chunks.boxed(), rest: String::new() }
    }

    /// Returns the next event; `None` at the end.
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

    /// Returns the next event that is not a heartbeat.
    pub(super) async fn news(&mut self) -> Event {
        loop {
            let event = self.next().await.unwrap();
            if !event.is_beat {
                return event;
            }
        }
    }

    /// Checks that nothing has arrived.
    pub(super) async fn is_quiet(&mut self) -> bool {
        timeout(Duration::from_millis(50), self.chunks.next()).await.is_err()
    }

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
