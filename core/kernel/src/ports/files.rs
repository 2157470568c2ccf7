use async_trait::async_trait;
use bytes::Bytes;

use crate::ApiError;

/// Where an image will be shown, hence how large it needs to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageShape {
    /// A face: cut to a square of 512 pixels.
    Avatar,
    /// A picture of work: fitted into 1280 by 1280 pixels.
    Picture,
}

/// A file that was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFile {
    /// Content hash with extension; equal content is stored once.
    pub key: String,
    /// Media type as detected, not as claimed.
    pub media_type: String,
}

/// Files on disk. Offered by the hall.
#[async_trait]
pub trait Files: Send + Sync + 'static {
    /// Decodes, turns upright, strips of all metadata, resizes and stores an image for everyone
    /// to see; returns its root-relative address. What is not a JPEG, PNG or WebP, is broken,
    /// or would unpack to too many pixels is a 415 or 422.
    async fn put_image(&self, content: Bytes, shape: ImageShape) -> Result<String, ApiError>;

    /// Stores a file for the eyes of those whom the module lets read it.
    async fn put_private(&self, content: Bytes) -> Result<StoredFile, ApiError>;

    /// Reads a private file; `None` when there is none.
    async fn get_private(&self, key: &str) -> Result<Option<Bytes>, ApiError>;
}
