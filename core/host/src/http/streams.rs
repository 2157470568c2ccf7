//! Answers that go on for as long as somebody listens: streams of events.
//!
//! They are nobody's turn, since they do not end; but each keeps a connection, so a part of these
//! is left to everything else.

use std::sync::Arc;

use futures_util::StreamExt;
use poem::{Body, IntoResponse, Response};
use sparkyard_kernel::ApiError;
use tokio::sync::Semaphore;

use super::conversation::Conversation;
use crate::config::ServerConfig;

const EVENTS: &str = "text/event-stream";
/// Of so many connections, one is left to what is no stream.
const ONE_LEFT_OF: usize = 4;
/// Seconds after which there may be a place again.
const COME_BACK: u64 = 30;

/// Whether an answer goes on for as long as somebody listens.
pub(super) fn is_stream(answer: &Response) -> bool {
    answer.content_type().is_some_and(|kind| kind.starts_with(EVENTS))
}

/// Places for them.
pub(super) struct Streams(Arc<Semaphore>);

impl Streams {
    /// As configured.
    pub(super) fn new(config: &ServerConfig) -> Self {
        let all = config.max_connections;
        Self(Arc::new(Semaphore::new((all - all / ONE_LEFT_OF).max(1))))
    }

    /// The same answer, which ends when the server is told to stop; 503 where there is no place.
    pub(super) fn admit(&self, answer: Response, conversation: Option<&Conversation>) -> Response {
        let Ok(place) = self.0.clone().try_acquire_owned() else {
            let message = "Too many pages are open at present. This one will ask now and then.";
            let refused = ApiError::new(503, "server.too_many_streams", message);
            return refused.retry_after(COME_BACK).into_response();
        };
        let stopped = conversation.map(Conversation::stopped);
        let (parts, body) = answer.into_parts();
        let events = body.into_bytes_stream().map(move |event| {
            // Kept for as long as there may be more.
            let _place = &place;
            event
        });
        let body = match stopped {
            Some(stopped) => Body::from_bytes_stream(events.take_until(stopped)),
            None => Body::from_bytes_stream(events),
        };
        Response::from_parts(parts, body)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::stream;
    use tokio::{sync::watch, time::timeout};

    use super::*;

    const SOON: Duration = Duration::from_secs(5);

    fn endless() -> Response {
        let first = stream::iter([Ok::<_, std::io::Error>("data: {}\n\n")]);
        let body = Body::from_bytes_stream(first.chain(stream::pending()));
        Response::builder().content_type(EVENTS).body(body)
    }

    fn streams(max_connections: usize) -> Streams {
        Streams::new(&ServerConfig { max_connections, ..ServerConfig::default() })
    }

    #[test]
    fn a_part_of_all_connections_is_left_to_what_is_no_stream() {
        let streams = streams(8);
        let mut open: Vec<_> = (0..6).map(|_| streams.admit(endless(), None)).collect();
        assert!(open.iter().all(is_stream));
        let refused = streams.admit(endless(), None);
        assert_eq!(refused.status().as_u16(), 503);
        assert_eq!(refused.header("retry-after"), Some("30"));
        open.pop();
        assert!(is_stream(&streams.admit(endless(), None)), "a place is free again");
    }

    #[tokio::test]
    async fn streams_end_when_the_server_stops() {
        let (stopper, stopping) = watch::channel(false);
        let conversation = Conversation::new(stopping);
        let answer = streams(8).admit(endless(), Some(&conversation));
        let mut events = answer.into_body().into_bytes_stream();
        timeout(SOON, events.next()).await.unwrap().unwrap().unwrap();
        timeout(Duration::ZERO, events.next()).await.unwrap_err();
        stopper.send(true).unwrap();
        assert!(timeout(SOON, events.next()).await.unwrap().is_none());
    }
}
