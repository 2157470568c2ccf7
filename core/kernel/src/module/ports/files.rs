use async_trait::async_trait;
use bytes::Bytes;

use sparkyard_db::DbError;

use crate::{ApiError, UserId};

/// Size and shape of a stored image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageShape {
    /// Portrait, cropped to a square of 288 pixels.
    Avatar,
    /// Picture of work, scaled to fit 1280 by 1280 pixels.
    Picture,
}

/// A file that was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFile {
    /// Hash of the content, with extension; equal content is stored once. The hash of a private
    /// file is keyed, so that it does not reveal the content.
    pub key: String,
    /// Media type as detected, not as claimed.
    pub media_type: String,
}

/// A private picture that was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPicture {
    /// Key as of any private file. The media type is `image/jpeg`.
    pub key: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

/// File storage, on disk or in a bucket. Offered by the host.
///
/// Every member has a daily quota of bytes; beyond it a write is a 429 that says when more is
/// available. Files that are taken back count as well, since they were written.
///
/// A stored file is kept for a day. After that it is deleted unless one of the fields that modules
/// list in [`Module::FILES`](crate::Module::FILES) refers to it. So save the reference in the same
/// request, and do not copy a reference to another place: store the content anew.
#[async_trait]
pub trait Files: Send + Sync + 'static {
    /// Stores a public image and returns its root-relative URL. The image is decoded, turned
    /// upright, stripped of all metadata and resized. Formats other than JPEG, PNG, WebP and HEIC,
    /// broken images and images with too many pixels are a 415 or 422.
    async fn put_image(
        &self,
        owner: &UserId,
        content: Bytes,
        shape: ImageShape,
    ) -> Result<String, ApiError>;

    /// Stores a private document that must stay legible: like [`put_image`](Self::put_image), but
    /// scaled to fit 2048 by 2048 pixels on white, and encrypted. SVG drawings are rasterised
    /// first.
    async fn put_document(&self, owner: &UserId, content: Bytes) -> Result<StoredFile, ApiError>;

    /// Stores a picture like [`put_document`](Self::put_document), and returns its size in pixels.
    async fn put_private_picture(
        &self,
        owner: &UserId,
        content: Bytes,
    ) -> Result<StoredPicture, ApiError>;

    /// Stores an encrypted file of at most 10 MB, for readers authorised by the module; more is a
    /// 413. Pictures are stored as by [`put_document`](Self::put_document), which removes the
    /// location where they were taken. A video, or a picture that cannot be rendered, is a 415;
    /// other files are stored unchanged.
    async fn put_private(&self, owner: &UserId, content: Bytes) -> Result<StoredFile, ApiError>;

    /// Deletes files, by key or URL, at once, unless the same content is stored for another place
    /// too. Each must have been stored for one place that no longer refers to it, and may be taken
    /// back only once: a second call would release the claim of another place.
    async fn take_back(&self, stored: &[String]);

    /// Deletes those of the files, by URL, that no place claims any more. For withheld files, whose
    /// claims are released in the write that drops the reference
    /// (`fn::core::take_back_withheld_files`).
    async fn delete_unclaimed(&self, stored: &[String]);

    /// Reads a private file; `None` when there is none.
    async fn get_private(&self, key: &str) -> Result<Option<Bytes>, ApiError>;

    /// Reads a file by key or URL, for its owner, who may read it even while it is withheld; `None`
    /// when there is none.
    async fn get_own(&self, stored: &str) -> Result<Option<Bytes>, ApiError>;
}

/// Takes back files that were stored for a write that changed nothing.
pub async fn kept_if_saved<T>(
    files: &dyn Files,
    stored: &[String],
    saved: Result<T, DbError>,
) -> Result<T, DbError> {
    if saved.as_ref().is_err_and(DbError::changed_nothing) {
        files.take_back(stored).await;
    }
    saved
}
