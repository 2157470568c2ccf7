//! Registry of event streams.
//!
//! A stream does not end, so it does not count as in flight; but it keeps a connection, so a
//! quarter of the connections is reserved for other requests.

use std::sync::Arc;

use futures_util::StreamExt;
use poem::{Body, IntoResponse, Response};
use prometheus::IntGauge;
use sparkyard_kernel::ApiError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::state::ConnectionState;
use crate::config::ServerConfig;

const EVENTS: &str = "text/event-stream";
/// Reciprocal of the fraction of connections that is reserved for other requests.
const ONE_LEFT_OF: usize = 4;
/// Seconds after which a client may retry for a slot.
const RETRY_AFTER: u64 = 30;

/// Checks whether a response is an event stream.
pub(in crate::http) fn is_stream(response: &Response) -> bool {
    response.content_type().is_some_and(|kind| kind.starts_with(EVENTS))
}

/// Slots for streams.
pub(super) struct Streams {
    permits: Arc<Semaphore>,
    pub(super) open: IntGauge,
}

/// Slot of an open stream.
struct OpenStream {
    _permit: OwnedSemaphorePermit,
    open: IntGauge,
}

impl OpenStream {
    fn new(permit: OwnedSemaphorePermit, open: IntGauge) -> Self {
        open.inc();
        Self { _permit: permit, open }
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.open.dec();
    }
}

impl Streams {
    /// Creates the slots from the configuration.
    pub(super) fn new(config: &ServerConfig) -> anyhow::Result<Self> {
        let all = config.max_connections;
        let permits = Arc::new(Semaphore::new((all - all / ONE_LEFT_OF).max(1)));
        let open = IntGauge::new("sparkyard_event_streams_open", "Open event streams.")?;
        Ok(Self { permits, open })
    }

    /// Returns the response, ending when the server stops; 503 if no slot is free.
    pub(super) fn admit(
        &self,
        response: Response,
        connection_state: Option<&ConnectionState>,
    ) -> Response {
        let Ok(permit) = self.permits.clone().try_acquire_owned() else {
            let message = "Too many pages are open at present. This one is updated less often.";
            let refused = ApiError::new(503, "server.too_many_streams", message);
            return refused.retry_after(RETRY_AFTER).into_response();
        };
        let stream = OpenStream::new(permit, self.open.clone());
        let stopped = connection_state.map(ConnectionState::stopped);
        let (parts, body) = response.into_parts();
        let events = body.into_bytes_stream().map(move |event| {
            // Holds the slot for as long as the stream lives.
            let _stream = &stream;
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
        Streams::new(&ServerConfig { max_connections, ..ServerConfig::default() }).unwrap()
    }

    #[test]
    fn a_quarter_of_the_connections_is_reserved() {
        let streams = streams(8);
        let mut open: Vec<_> = (0..6).map(|_| streams.admit(endless(), None)).collect();
        assert!(open.iter().all(is_stream));
        let refused = streams.admit(endless(), None);
        assert_eq!(refused.status().as_u16(), 503);
        assert_eq!(refused.header("retry-after"), Some("30"));
        assert_eq!(streams.open.get(), 6);
        open.pop();
        assert_eq!(streams.open.get(), 5);
        assert!(is_stream(&streams.admit(endless(), None)), "a permit is free again");
    }

    #[tokio::test]
    async fn streams_end_on_server_stop() {
        let (shutdown, stopping) = watch::channel(false);
        let connection_state = ConnectionState::new(stopping);
        let response = streams(8).admit(endless(), Some(&connection_state));
        let mut events = response.into_body().into_bytes_stream();
        timeout(SOON, events.next()).await.unwrap().unwrap().unwrap();
        timeout(Duration::ZERO, events.next()).await.unwrap_err();
        shutdown.send(true).unwrap();
        assert!(timeout(SOON, events.next()).await.unwrap().is_none());
    }
}
