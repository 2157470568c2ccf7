//! Compresses responses; rejects compressed requests, since a few kilobytes could expand to many
//! megabytes.

use std::{
    mem,
    sync::{Mutex, PoisonError},
};

use poem::{
    Endpoint, IntoResponse, Middleware, Request, Response,
    http::{HeaderValue, header},
    middleware::Compression,
};
use sparkyard_kernel::ApiError;

use super::{connection::streams::is_stream, errors::last, middleware::AsyncMiddleware};

/// Middleware for request encodings; belongs outside [`Compressed`].
pub(super) struct Unencoded;

impl AsyncMiddleware for Unencoded {
    /// Rejects a compressed request with 415; disables compression of the response to a range
    /// request.
    async fn call<E: Endpoint>(&self, next: &E, mut request: Request) -> poem::Result<Response> {
        if is_packed(&request) {
            let message = "Please send the request as it is, without Content-Encoding.";
            let mut response = ApiError::new(415, "request.encoded", message).into_response();
            let accepted = HeaderValue::from_static("identity");
            response.headers_mut().insert(header::ACCEPT_ENCODING, accepted);
            return Ok(last(response));
        }
        // A range refers to the file, not to its compressed form.
        if request.headers().contains_key(header::RANGE) {
            request.headers_mut().remove(header::ACCEPT_ENCODING);
        }
        Ok(next.call(request).await?.into_response())
    }
}

/// Middleware that compresses responses as the request accepts.
pub(super) struct Compressed;

impl AsyncMiddleware for Compressed {
    /// Leaves event streams uncompressed: the compressor buffers data before passing it on.
    async fn call<E: Endpoint>(&self, next: &E, request: Request) -> poem::Result<Response> {
        let mut asked = Request::default();
        for accepted in request.headers().get_all(header::ACCEPT_ENCODING) {
            asked.headers_mut().append(header::ACCEPT_ENCODING, accepted.clone());
        }
        let answer = next.call(request).await?.into_response();
        if is_stream(&answer) {
            return Ok(answer);
        }
        Compression::new().transform(Given(Mutex::new(answer))).call(asked).await
    }
}

/// An endpoint that returns the given response, once.
struct Given(Mutex<Response>);

impl Endpoint for Given {
    type Output = Response;

    async fn call(&self, _: Request) -> poem::Result<Response> {
        let mut given = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(mem::take(&mut given))
    }
}

fn is_packed(request: &Request) -> bool {
    let encodings = request.headers().get_all(header::CONTENT_ENCODING);
    encodings.iter().any(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use poem::{Body, EndpointExt, http::StatusCode, test::TestClient};

    use super::*;
    use crate::http::middleware::Adapter;

    #[poem::handler]
    async fn swallow(body: poem::Body) -> poem::Result<String> {
        Ok(body.into_bytes().await?.len().to_string())
    }

    #[tokio::test]
    async fn compressed_requests_are_rejected() {
        let endpoint =
            swallow.with(Adapter(Arc::new(Compressed))).with(Adapter(Arc::new(Unencoded)));
        let client = TestClient::new(endpoint);
        for encoding in ["gzip", "br", "deflate", "zstd", "identity, gzip", "GZIP", ""] {
            let request = client.post("/").header("content-encoding", encoding).body("packed");
            let response = request.send().await;
            response.assert_status(StatusCode::UNSUPPORTED_MEDIA_TYPE);
            response.assert_header("accept-encoding", "identity");
        }
        let plain = client.post("/").header("content-encoding", "Identity").body("plain");
        plain.send().await.assert_text("5").await;
    }

    #[poem::handler]
    fn long() -> String {
        "long ".repeat(1000)
    }

    #[poem::handler]
    fn events() -> Response {
        let body = Body::from_string("data: {}\n\n".repeat(1000));
        Response::builder().content_type("text/event-stream").body(body)
    }

    #[tokio::test]
    async fn responses_are_compressed_but_event_streams_are_not() {
        let packed = || Adapter(Arc::new(Compressed));
        for accepted in ["gzip", "br, gzip;q=0.5", "gzip, deflate, br, zstd"] {
            let client = TestClient::new(long.with(packed()));
            let answer = client.get("/").header("accept-encoding", accepted).send().await;
            assert!(answer.0.headers().contains_key("content-encoding"), "{accepted}");
            assert!(answer.0.into_body().into_vec().await.unwrap().len() < 500, "{accepted}");
            let client = TestClient::new(events.with(packed()));
            let answer = client.get("/").header("accept-encoding", accepted).send().await;
            assert!(!answer.0.headers().contains_key("content-encoding"), "{accepted}");
            assert_eq!(answer.0.into_body().into_vec().await.unwrap().len(), 10_000);
        }
        let plain = TestClient::new(long.with(packed())).get("/").send().await;
        assert!(!plain.0.headers().contains_key("content-encoding"));
    }
}
