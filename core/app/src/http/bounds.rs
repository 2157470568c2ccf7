//! Bounds what a request may send, and how long it may take.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use futures_util::StreamExt;
use poem::{Body, Endpoint, IntoResponse, Request, Response, http::header};
use sparkyard_kernel::ApiError;

use super::{errors::last, layer::Keeper};
use crate::config::ServerConfig;

/// Largest body without files, in bytes: the longest text we take is a small part of it.
const MAX_TEXT_BYTES: u64 = 1024 * 1024;
/// Largest body with files, in bytes: one image too many and a form, so that the answer can
/// say so.
const MAX_UPLOAD_BYTES: u64 = 28 * 1024 * 1024;

/// What requests may cost.
pub(super) struct Bounds {
    request: Duration,
    upload: Duration,
}

impl Bounds {
    pub(super) fn new(config: &ServerConfig) -> Self {
        Self { request: config.request(), upload: config.upload() }
    }
}

impl Keeper for Bounds {
    /// Passes the request on with a body that ends with an error at the limit. A body that is
    /// packed counts as what it unpacks to, so this belongs inside whatever unpacks it.
    async fn keep<E: Endpoint>(&self, next: &E, mut request: Request) -> poem::Result<Response> {
        let (bytes, time) = match is_form_with_files(&request) {
            true => (MAX_UPLOAD_BYTES, self.upload),
            false => (MAX_TEXT_BYTES, self.request),
        };
        let declared = request.header(header::CONTENT_LENGTH).and_then(|text| text.parse().ok());
        if declared.is_some_and(|length: u64| length > bytes) {
            return Ok(too_large());
        }
        let progress = Arc::new(Progress::default());
        let body = request.take_body();
        request.set_body(progress.clone().watch(body, bytes));
        let answer = tokio::time::timeout(time, next.call(request)).await;
        match answer {
            _ if progress.overflowed() => Ok(too_large()),
            Ok(answer) => Ok(answer?.into_response()),
            Err(_) if progress.complete() => Ok(took_too_long()),
            Err(_) => Ok(came_too_slowly()),
        }
    }
}

fn is_form_with_files(request: &Request) -> bool {
    request.content_type().is_some_and(|kind| kind.trim_start().starts_with("multipart/form-data"))
}

/// How far a body has come.
#[derive(Default)]
struct Progress {
    bytes: AtomicU64,
    ended: AtomicBool,
    overflowed: AtomicBool,
}

impl Progress {
    fn watch(self: Arc<Self>, body: Body, limit: u64) -> Body {
        if body.is_empty() {
            self.ended.store(true, Ordering::Relaxed);
            return body;
        }
        let end = self.clone();
        let pieces = body.into_bytes_stream().map(move |piece| {
            let piece = piece?;
            let length = u64::try_from(piece.len()).unwrap_or(u64::MAX);
            let before = self.bytes.fetch_add(length, Ordering::Relaxed);
            if before.saturating_add(length) > limit {
                self.overflowed.store(true, Ordering::Relaxed);
                return Err(io::Error::other("the body is too large"));
            }
            Ok(piece)
        });
        let ending = futures_util::stream::once(async move {
            end.ended.store(true, Ordering::Relaxed);
            Ok(bytes::Bytes::new())
        });
        Body::from_bytes_stream(pieces.chain(ending))
    }

    fn overflowed(&self) -> bool {
        self.overflowed.load(Ordering::Relaxed)
    }

    fn complete(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }
}

fn too_large() -> Response {
    ApiError::new(413, "request.too_large", "That is too large to send.").into_response()
}

fn came_too_slowly() -> Response {
    let message = "Your request arrived too slowly. Please check your connection and try again.";
    last(ApiError::new(408, "request.too_slow", message).into_response())
}

fn took_too_long() -> Response {
    // Whether it was done is not known here, so nothing is said of it.
    let message = "This took too long. Please check whether it was done before you try again.";
    ApiError::new(503, "server.too_slow", message).retry_after(5).into_response()
}

#[cfg(test)]
mod tests {
    use poem::{EndpointExt, http::StatusCode, test::TestClient};

    use super::*;
    use crate::http::layer::Layer;

    #[poem::handler]
    async fn swallow(body: Body) -> poem::Result<String> {
        Ok(body.into_bytes().await?.len().to_string())
    }

    #[poem::handler]
    async fn dawdle() {
        std::future::pending::<()>().await;
    }

    async fn answer(
        endpoint: impl Endpoint + 'static,
        body: Body,
        kind: &str,
        limit: Duration,
    ) -> StatusCode {
        let bounded = endpoint.with(Layer(Arc::new(Bounds { request: limit, upload: limit })));
        let client = TestClient::new(bounded);
        client.post("/").content_type(kind).body(body).send().await.0.status()
    }

    fn unannounced(bytes: usize) -> Body {
        Body::from_async_read(tokio::io::AsyncReadExt::take(tokio::io::repeat(0), bytes as u64))
    }

    #[tokio::test]
    async fn bodies_are_bounded_announced_or_not() {
        let (json, form) = ("application/json", "multipart/form-data; boundary=x");
        let rows = [
            (unannounced(1 << 20), json, 200),
            (unannounced((1 << 20) + 1), json, 413),
            (unannounced((1 << 20) + 1), form, 200),
            (unannounced((28 << 20) + 1), form, 413),
            (Body::from(vec![0; (1 << 20) + 1]), json, 413),
        ];
        for (body, kind, expected) in rows {
            let status = answer(swallow, body, kind, Duration::from_mins(5)).await;
            assert_eq!(status.as_u16(), expected, "{kind}");
        }
    }

    #[tokio::test]
    async fn what_takes_too_long_is_told_from_what_comes_too_slowly() {
        let never = futures_util::stream::pending::<Result<bytes::Bytes, io::Error>>();
        let slow = Body::from_bytes_stream(never);
        let (kind, limit) = ("application/json", Duration::from_millis(20));
        assert_eq!(answer(swallow, slow, kind, limit).await.as_u16(), 408);
        assert_eq!(answer(dawdle, Body::empty(), kind, limit).await.as_u16(), 503);
    }
}
