//! Bounds what a request may send.

use std::sync::Arc;

use poem::{Body, Endpoint, IntoResponse, Request, Response, http::header};
use sparkyard_kernel::ApiError;
use tokio::io::AsyncReadExt;

/// Largest body of any request, in bytes: one image too many and a form, so that the answer can
/// say so.
const MAX_BODY_BYTES: u64 = 28 * 1024 * 1024;

pub(super) async fn bounded<E: Endpoint>(
    next: Arc<E>,
    mut request: Request,
) -> poem::Result<Response> {
    let declared = request.header(header::CONTENT_LENGTH).and_then(|text| text.parse::<u64>().ok());
    match declared {
        Some(length) if length > MAX_BODY_BYTES => {
            let message = "That is too large to send.";
            return Ok(ApiError::new(413, "request.too_large", message).into_response());
        }
        Some(_) => {}
        // Length unknown: stop reading at the limit; what is cut off there cannot be parsed.
        None => {
            let body = request.take_body().into_async_read().take(MAX_BODY_BYTES);
            request.set_body(Body::from_async_read(body));
        }
    }
    Ok(next.call(request).await?.into_response())
}
