//! Compresses responses; rejects requests with a content coding, since a few kilobytes could expand
//! to many megabytes.

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

use super::{
    connection::streams::is_stream, errors::closing_connection, middleware::AsyncMiddleware,
};

/// Middleware that rejects encoded requests; must be outside of [`CompressResponses`].
pub(super) struct RejectEncodedRequests;

impl AsyncMiddleware for RejectEncodedRequests {
    /// Rejects an encoded request with 415; disables compression of the response to a range
    /// request.
    async fn call<E: Endpoint>(&self, next: &E, mut request: Request) -> poem::Result<Response> {
        if is_encoded(&request) {
            let message = "Please send the request as it is, without Content-Encoding.";
            let mut response = ApiError::new(415, "request.encoded", message).into_response();
            let accepted = HeaderValue::from_static("identity");
            response.headers_mut().insert(header::ACCEPT_ENCODING, accepted);
            return Ok(closing_connection(response));
        }
        // The range is cut from the uncompressed file. Compressing the part would corrupt it: the
        // client joins parts as bytes of one representation.
        if request.headers().contains_key(header::RANGE) {
            request.headers_mut().remove(header::ACCEPT_ENCODING);
        }
        Ok(next.call(request).await?.into_response())
    }
}

/// Middleware that compresses responses as the request accepts.
pub(super) struct CompressResponses;

impl AsyncMiddleware for CompressResponses {
    /// Leaves event streams uncompressed: the compressor buffers data before passing it on.
    async fn call<E: Endpoint>(&self, next: &E, request: Request) -> poem::Result<Response> {
        // `Compression` wraps an endpoint and would compress whatever it returns. The response is
        // needed first, to leave event streams out; it is then passed on as an endpoint of its own.
        let mut accepting = Request::default();
        for accepted in request.headers().get_all(header::ACCEPT_ENCODING) {
            accepting.headers_mut().append(header::ACCEPT_ENCODING, accepted.clone());
        }
        let response = next.call(request).await?.into_response();
        if is_stream(&response) {
            return Ok(response);
        }
        let endpoint = ReadyResponse(Mutex::new(response));
        Compression::new().transform(endpoint).call(accepting).await
    }
}

/// An endpoint that returns a response that exists already, once.
struct ReadyResponse(Mutex<Response>);

impl Endpoint for ReadyResponse {
    type Output = Response;

    async fn call(&self, _: Request) -> poem::Result<Response> {
        let mut response = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(mem::take(&mut response))
    }
}

fn is_encoded(request: &Request) -> bool {
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
    async fn body_length(body: poem::Body) -> poem::Result<String> {
        Ok(body.into_bytes().await?.len().to_string())
    }

    #[tokio::test]
    async fn compressed_requests_are_rejected() {
        let endpoint = body_length
            .with(Adapter(Arc::new(CompressResponses)))
            .with(Adapter(Arc::new(RejectEncodedRequests)));
        let client = TestClient::new(endpoint);
        for encoding in ["gzip", "br", "deflate", "zstd", "identity, gzip", "GZIP", ""] {
            let request = client.post("/").header("content-encoding", encoding).body("encoded");
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
        let compress = || Adapter(Arc::new(CompressResponses));
        for accepted in ["gzip", "br, gzip;q=0.5", "gzip, deflate, br, zstd"] {
            let client = TestClient::new(long.with(compress()));
            let response = client.get("/").header("accept-encoding", accepted).send().await;
            assert!(response.0.headers().contains_key("content-encoding"), "{accepted}");
            assert!(response.0.into_body().into_vec().await.unwrap().len() < 500, "{accepted}");
            let client = TestClient::new(events.with(compress()));
            let response = client.get("/").header("accept-encoding", accepted).send().await;
            assert!(!response.0.headers().contains_key("content-encoding"), "{accepted}");
            assert_eq!(response.0.into_body().into_vec().await.unwrap().len(), 10_000);
        }
        let plain = TestClient::new(long.with(compress())).get("/").send().await;
        assert!(!plain.0.headers().contains_key("content-encoding"));
    }
}
