//! Answers may be packed; requests may not be: a few kilobytes would unpack to many megabytes.

use poem::{
    Endpoint, IntoResponse, Request, Response,
    http::{HeaderValue, header},
};
use sparkyard_kernel::ApiError;

use super::{errors::last, layer::Around};

/// Belongs around what packs answers.
pub(super) struct Unencoded;

impl Around for Unencoded {
    /// Refuses a packed request, and asks for an unpacked answer where only a part is wanted.
    async fn call<E: Endpoint>(&self, next: &E, mut request: Request) -> poem::Result<Response> {
        if is_packed(&request) {
            let message = "Please send the request as it is, without Content-Encoding.";
            let mut response = ApiError::new(415, "request.encoded", message).into_response();
            let accepted = HeaderValue::from_static("identity");
            response.headers_mut().insert(header::ACCEPT_ENCODING, accepted);
            return Ok(last(response));
        }
        // A part of a packed answer is no part of the file.
        if request.headers().contains_key(header::RANGE) {
            request.headers_mut().remove(header::ACCEPT_ENCODING);
        }
        Ok(next.call(request).await?.into_response())
    }
}

fn is_packed(request: &Request) -> bool {
    let encodings = request.headers().get_all(header::CONTENT_ENCODING);
    encodings.iter().any(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use poem::{EndpointExt, http::StatusCode, middleware::Compression, test::TestClient};

    use super::*;
    use crate::http::layer::Layer;

    #[poem::handler]
    async fn swallow(body: poem::Body) -> poem::Result<String> {
        Ok(body.into_bytes().await?.len().to_string())
    }

    #[tokio::test]
    async fn packed_requests_are_refused_whatever_they_are_packed_with() {
        let endpoint = swallow.with(Compression::new()).with(Layer(Arc::new(Unencoded)));
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
}
