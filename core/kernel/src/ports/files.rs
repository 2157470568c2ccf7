use async_trait::async_trait;
use bytes::Bytes;

use sparkyard_db::DbError;

use crate::{ApiError, UserId};

/// How large and which shape a stored image needs to be.
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
    /// Hash of the content, with extension; equal content is stored once. That of a private
    /// file is keyed, so that nobody can tell from it what the file holds.
    pub key: String,
    /// Media type as detected, not as claimed.
    pub media_type: String,
}

/// A private picture that was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPicture {
    /// As of any private file. Its media type is `image/jpeg`.
    pub key: String,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

/// Files, on disk or in a bucket. Offered by the host.
///
/// Every member may store so many bytes a day; whoever would store more gets a 429 that says when
/// they can again. What is taken back counts all the same: it was written.
///
/// What is stored stays for a day. After that it is deleted unless it is named in one of the
/// fields that modules list in [`Module::FILES`](crate::Module::FILES), so a name is saved there
/// in the request that brought the file, and a name that is needed elsewhere is not copied: the
/// content is stored anew.
#[async_trait]
pub trait Files: Send + Sync + 'static {
    /// Decodes, turns upright, strips of all metadata, resizes and stores an image for everyone
    /// to see; returns its root-relative address. What is not a JPEG, PNG, WebP or HEIC, is
    /// broken, or would unpack to too many pixels is a 415 or 422.
    async fn put_image(
        &self,
        owner: &UserId,
        content: Bytes,
        shape: ImageShape,
    ) -> Result<String, ApiError>;

    /// The same for a document that must stay legible and private: fitted into 2048 by 2048 pixels
    /// on white, and encrypted. SVG drawings are painted first.
    async fn put_document(&self, owner: &UserId, content: Bytes) -> Result<StoredFile, ApiError>;

    /// Like [`put_document`](Self::put_document), for a picture of which it must be known how large
    /// it is.
    async fn put_private_picture(
        &self,
        owner: &UserId,
        content: Bytes,
    ) -> Result<StoredPicture, ApiError>;

    /// Stores a file of at most 10 MB, whatever it is and encrypted, for the eyes of those whom
    /// the module lets read it. More is a 413.
    async fn put_private(&self, owner: &UserId, content: Bytes) -> Result<StoredFile, ApiError>;

    /// Deletes at once files, by their keys or addresses, that were stored for something that then
    /// came to nothing, unless somebody else has stored the same. Each of them was stored by the
    /// caller just now and is named nowhere.
    async fn take_back(&self, stored: &[String]);

    /// Reads a private file; `None` when there is none.
    async fn get_private(&self, key: &str) -> Result<Option<Bytes>, ApiError>;
}

/// Takes back what was stored for a write that changed nothing.
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
