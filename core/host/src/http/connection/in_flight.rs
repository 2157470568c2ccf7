//! In-flight limit per sender, across all connections: a proxy's connections carry many senders.

use poem::{Endpoint, IntoResponse, Request, Response};
use prometheus::IntGauge;
use sparkyard_kernel::{ClientAddress, in_flight::InFlightLimit};

use super::{
    state::ConnectionState,
    streams::{Streams, is_stream},
};
use crate::{
    config::{LimitsConfig, ServerConfig},
    http::{errors::closing_connection, middleware::AsyncMiddleware},
};

/// Middleware with the in-flight limit and the stream registry.
pub(in crate::http) struct InFlightLimits {
    limit: Option<InFlightLimit>,
    streams: Streams,
}

impl InFlightLimits {
    /// Creates the limits from the configuration.
    pub(in crate::http) fn new(
        limits: &LimitsConfig,
        server: &ServerConfig,
    ) -> anyhow::Result<Self> {
        let most = u64::from(limits.requests_at_once.get());
        let limit = limits.enabled.then(|| InFlightLimit::new(most));
        Ok(Self { limit, streams: Streams::new(server)? })
    }

    /// Returns the number of open event streams, for metrics.
    pub(in crate::http) fn open_streams(&self) -> IntGauge {
        self.streams.open.clone()
    }
}

impl AsyncMiddleware for InFlightLimits {
    /// Holds an in-flight slot from the request's head until the response has been read; a slow
    /// body is not read before. An event stream releases the slot when it begins.
    async fn call<E: Endpoint>(&self, next: &E, mut request: Request) -> poem::Result<Response> {
        let address = ClientAddress::of(&request);
        let in_flight = match self.limit.as_ref().map(|limit| limit.begin(address)).transpose() {
            Err(refused) => return Ok(closing_connection(refused.into_response())),
            Ok(in_flight) => in_flight,
        };
        let connection_state = request.data::<ConnectionState>().cloned();
        if let Some(in_flight) = &in_flight {
            if let Some(connection_state) = &connection_state {
                connection_state.take(in_flight.clone());
            }
            request.set_data(in_flight.clone());
        }
        let response = next.call(request).await;
        drop(in_flight);
        let response = response?.into_response();
        if !is_stream(&response) {
            return Ok(response);
        }
        if let Some(connection_state) = &connection_state {
            connection_state.give_back();
        }
        Ok(self.streams.admit(response, connection_state.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use std::{num::NonZeroU32, sync::Arc};

    use futures_util::stream;
    use poem::{Body, EndpointExt, test::TestClient};
    use tokio::sync::watch;

    use super::*;
    use crate::http::middleware::Adapter;

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
        let in_flight = InFlightLimits::new(&limits, &ServerConfig::default()).unwrap();
        let client = TestClient::new(endpoint.with(Adapter(Arc::new(in_flight))));
        let (_shutdown, stopping) = watch::channel(false);
        let talks = [(); 2].map(|()| ConnectionState::new(stopping.clone()));
        let first = client.get("/").data(talks[0].clone()).send().await;
        let second = client.get("/").data(talks[1].clone()).send().await;
        [first, second].map(|response| response.0.status().as_u16())
    }

    #[tokio::test]
    async fn a_started_stream_releases_its_slot() {
        assert_eq!(two_at_once(plain).await, [200, 503]);
        assert_eq!(two_at_once(events).await, [200, 200]);
    }
}
