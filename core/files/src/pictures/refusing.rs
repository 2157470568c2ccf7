use bytes::Bytes;
use sparkyard_kernel::{ApiError, UserId};

use super::{Picture, PictureReader, Shape};

/// Refuses every picture, for builds without the feature `pictures`.
#[derive(Debug)]
pub(crate) struct Pictures;

impl Pictures {
    pub(crate) fn new(_: PictureReader) -> Self {
        Self
    }

    #[expect(clippy::unused_async, reason = "called like the one that reads pictures")]
    pub(crate) async fn render(&self, _: &UserId, _: Bytes, _: Shape) -> Result<Picture, ApiError> {
        Err(ApiError::new(415, "files.not_an_image", "This build reads no pictures."))
    }
}
