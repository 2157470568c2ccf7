//! Gives every request an id, a span and a log line.

use std::time::Instant;

use poem::{Endpoint, IntoResponse, Request, Response, http::HeaderValue};
use sparkyard_kernel::{ClientAddress, error::REQUEST_ID};
use tracing::{Instrument, debug, info_span};

use super::layer::Keeper;

/// Keeps the log.
pub(super) struct Trace;

impl Keeper for Trace {
    async fn keep<E: Endpoint>(&self, next: &E, request: Request) -> poem::Result<Response> {
        let id = request_id();
        // The path only: a query can carry what must not be logged.
        let (method, path, client) =
            (request.method(), request.uri().path(), ClientAddress::of(&request));
        let span = info_span!("request", id, %method, path, %client);
        let answer = REQUEST_ID.scope(id.clone(), async {
            let started = Instant::now();
            let mut response = match next.call(request).await {
                Ok(response) => response.into_response(),
                Err(error) => error.into_response(),
            };
            debug!(status = response.status().as_u16(), elapsed = ?started.elapsed(), "answered");
            if let Ok(id) = HeaderValue::from_str(&id) {
                response.headers_mut().insert("x-request-id", id);
            }
            response
        });
        Ok(answer.instrument(span).await)
    }
}

#[expect(clippy::disallowed_methods, reason = "only tells requests apart, no test depends on it")]
fn request_id() -> String {
    format!("{:016x}", rand::random::<u64>())
}
