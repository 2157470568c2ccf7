//! In-flight limit per sender, across all connections: a proxy's connections carry many senders.

use poem::{Endpoint, IntoResponse, Request, Response};
use sparkyard_kernel::{ClientAddress, turn::Turns};

use super::{
    conversation::Conversation,
    errors::last,
    layer::Around,
    streams::{Streams, is_stream},
};
use crate::config::{LimitsConfig, ServerConfig};

/// Middleware with the in-flight limit and the stream registry.
pub(super) struct AtOnce {
    turns: Option<Turns>,
    streams: Streams,
}

impl AtOnce {
    /// Creates the limits from the configuration.
    pub(super) fn new(limits: &LimitsConfig, server: &ServerConfig) -> Self {
        let most = u64::from(limits.requests_at_once.get());
        let turns = limits.enabled.then(|| Turns::new(most));
        Self { turns, streams: Streams::new(server) }
    }
}

impl Around for AtOnce {
    /// Holds an in-flight slot from the request's head until the response has been read; a slow
    /// body is not read before. An event stream releases the slot when it begins.
    async fn call<E: Endpoint>(&self, next: &E, mut request: Request) -> poem::Result<Response> {
        let address = ClientAddress::of(&request);
        let turn = match self.turns.as_ref().map(|turns| turns.begin(address)).transpose() {
            Err(refused) => return Ok(last(refused.into_response())),
            Ok(turn) => turn,
        };
        let conversation = request.data::<Conversation>().cloned();
        if let Some(turn) = &turn {
            if let Some(conversation) = &conversation {
                conversation.take(turn.clone());
            }
            request.set_data(turn.clone());
        }
        let answer = next.call(request).await;
        drop(turn);
        let answer = answer?.into_response();
        if !is_stream(&answer) {
            return Ok(answer);
        }
        if let Some(conversation) = &conversation {
            conversation.give_back();
        }
        Ok(self.streams.admit(answer, conversation.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use std::{num::NonZeroU32, sync::Arc};

    use futures_util::stream;
    use poem::{Body, EndpointExt, test::TestClient};
    use tokio::sync::watch;

    use super::*;
    use crate::http::layer::Layer;

    #[poem::handler]
    fn events() -> Response {
        let body = Body::from_bytes_stream(stream::pending::<Result<Vec<u8>, std::io::Error>>());
        Response::builder().content_type("text/event-stream").body(body)
    }

    #[poem::handler]
    fn plain() -> &'static str {
        "plain"
    }

    /// Returns the statuses of two responses, neither of which has been read.
    async fn two_at_once(endpoint: impl Endpoint) -> [u16; 2] {
        let limits = LimitsConfig { requests_at_once: NonZeroU32::MIN, ..LimitsConfig::default() };
        let at_once = AtOnce::new(&limits, &ServerConfig::default());
        let client = TestClient::new(endpoint.with(Layer(Arc::new(at_once))));
        let (_stopper, stopping) = watch::channel(false);
        let talks = [(); 2].map(|()| Conversation::new(stopping.clone()));
        let first = client.get("/").data(talks[0].clone()).send().await;
        let second = client.get("/").data(talks[1].clone()).send().await;
        [first, second].map(|answer| answer.0.status().as_u16())
    }

    #[tokio::test]
    async fn a_started_stream_releases_its_slot() {
        assert_eq!(two_at_once(plain).await, [200, 503]);
        assert_eq!(two_at_once(events).await, [200, 200]);
    }
}
