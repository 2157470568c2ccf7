//! Reading uploaded files without trusting their size.

use bytes::Bytes;
use poem_openapi::types::multipart::Upload;
use tokio::io::AsyncReadExt;

use crate::ApiError;

/// Largest image accepted, in bytes: the 5 MB of the upload screens.
pub const MAX_IMAGE_BYTES: u64 = 5 * 1024 * 1024;

/// The content of `upload`, at most `max` bytes of it; more is a 413 with `message`.
pub async fn read_upload(upload: Upload, max: u64, message: &str) -> Result<Bytes, ApiError> {
    let mut content = Vec::new();
    let mut reader = upload.into_async_read().take(max + 1);
    reader.read_to_end(&mut content).await.map_err(|error| {
        ApiError::new(400, "request.malformed", format!("The upload broke off: {error}"))
    })?;
    if content.len() as u64 > max {
        return Err(ApiError::new(413, "request.too_large", message));
    }
    Ok(content.into())
}
