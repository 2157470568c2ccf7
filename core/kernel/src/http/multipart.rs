//! File uploads in forms, with limits on size and number.

use std::{io::SeekFrom, sync::Arc};

use bytes::Bytes;
use poem::web::Field;
use poem_openapi::{
    registry::MetaSchema,
    types::{ParseError, ParseFromMultipartField, ParseResult},
};
use sparkyard_db::DbError;
use tokio::{
    fs::File,
    io::{self, AsyncReadExt, AsyncSeekExt, AsyncWriteExt, BufWriter},
};

use crate::{
    ApiError, UnreadFile,
    request_usage::{RequestUsage, in_place, reserve},
    values::openapi_type::openapi_type,
};

/// Largest image accepted, in bytes: the 5 MB of the upload screens.
pub const MAX_IMAGE_BYTES: u64 = 5 * 1024 * 1024;
/// Largest file of any kind, in bytes. The rest of a longer file is discarded unread.
pub const MAX_FILE_BYTES: u64 = 10 * 1024 * 1024;

/// Largest table accepted, in bytes.
pub const MAX_TABLE_BYTES: u64 = 20 * 1024 * 1024;

/// Buffer size of reads and writes, in bytes.
const PIECE: usize = 32 * 1024;

/// A file of a form, kept in an unnamed temporary file until it is read.
#[derive(Debug)]
pub struct Upload {
    file_name: Option<String>,
    file: Option<BufWriter<File>>,
    size: u64,
    usage: Option<Arc<RequestUsage>>,
}

impl Upload {
    /// Returns the file name given by the sender.
    pub fn file_name(&self) -> Option<&str> {
        self.file_name.as_deref()
    }

    /// Returns the number of bytes sent, which may exceed the number kept.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Checks whether a file was chosen: browsers send an empty, unnamed part for an unused file
    /// field.
    pub fn is_chosen(&self) -> bool {
        self.size > 0 || self.file_name().is_some_and(|name| !name.is_empty())
    }

    /// Returns the content, to be [read](read_upload) later.
    pub fn unread(self, max: u64, message: &'static str) -> UnreadFile {
        UnreadFile::new(read_upload(self, max, message))
    }

    async fn receive(field: Field, most: u64) -> io::Result<Self> {
        let usage = RequestUsage::current();
        if let Some(usage) = &usage {
            usage.begin_file().map_err(io::Error::other)?;
        }
        let file_name = field.file_name().map(ToOwned::to_owned);
        let mut upload = Self { file_name, file: None, size: 0, usage };
        let mut reader = field.into_async_read();
        let mut piece = vec![0; PIECE / 8];
        loop {
            let length = reader.read(&mut piece).await?;
            if length == 0 {
                break;
            }
            upload.add(&piece[..length], most).await?;
        }
        let ended = upload.rewind().await;
        ended.map_err(|cause| upload.not_stored(cause))?;
        Ok(upload)
    }

    async fn rewind(&mut self) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            file.flush().await?;
            file.seek(SeekFrom::Start(0)).await?;
        }
        Ok(())
    }

    async fn add(&mut self, piece: &[u8], most: u64) -> io::Result<()> {
        let stored = self.size <= most;
        if let Some(usage) = &self.usage {
            usage.take_for_file(piece.len(), stored).map_err(io::Error::other)?;
        }
        self.size += piece.len() as u64;
        if !stored {
            return Ok(());
        }
        self.store(piece).await.map_err(|cause| self.not_stored(cause))
    }

    async fn store(&mut self, piece: &[u8]) -> io::Result<()> {
        if self.file.is_none() {
            self.file = Some(BufWriter::with_capacity(PIECE, self.create().await?));
        }
        match &mut self.file {
            Some(file) => file.write_all(piece).await,
            None => Ok(()),
        }
    }

    /// Reports a failing disk as a server error, since it is not the sender's fault.
    fn not_stored(&self, cause: io::Error) -> io::Error {
        let Some(usage) = &self.usage else { return cause };
        let rejection = match cause.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => DbError::Full,
            _ => DbError::Stopped(cause.to_string()),
        };
        io::Error::other(usage.reject(rejection.into()))
    }

    async fn create(&self) -> io::Result<File> {
        let folder = self.usage.as_ref().map(|usage| usage.folder());
        let made = tokio::task::spawn_blocking(move || match folder {
            Some(folder) => tempfile::tempfile_in(folder),
            None => tempfile::tempfile(),
        });
        Ok(File::from_std(made.await.map_err(io::Error::other)??))
    }
}

/// Reads the content of `upload`; more than `max` bytes are a 413 with `message`. The content
/// counts as memory of the sender until it is dropped.
pub async fn read_upload(upload: Upload, max: u64, message: &str) -> Result<Bytes, ApiError> {
    let size = upload.size;
    if size > max.min(MAX_FILE_BYTES) {
        return Err(ApiError::new(413, "request.too_large", message));
    }
    let size = usize::try_from(size).map_err(ApiError::internal)?;
    let held = reserve(size).await?;
    let mut content = Vec::with_capacity(size);
    if let Some(file) = upload.file {
        // The buffer was flushed by `rewind`, so the inner file is complete.
        file.into_inner().read_to_end(&mut content).await.map_err(ApiError::internal)?;
    }
    Ok(in_place(content, held))
}

/// A table of a form, which may be longer than other files.
#[derive(Debug)]
pub struct TableUpload(Upload);

impl TableUpload {
    /// Returns the file name given by the sender.
    pub fn file_name(&self) -> Option<&str> {
        self.0.file_name()
    }

    /// Checks whether a file was chosen.
    pub fn is_chosen(&self) -> bool {
        self.0.is_chosen()
    }

    /// Returns the file, to be read on other threads than those that serve requests. More than
    /// [`MAX_TABLE_BYTES`] are a 413 with `message`.
    pub async fn into_file(self, message: &str) -> Result<Option<std::fs::File>, ApiError> {
        if self.0.size > MAX_TABLE_BYTES {
            return Err(ApiError::new(413, "request.too_large", message));
        }
        let Some(file) = self.0.file else { return Ok(None) };
        // The buffer was flushed by `rewind`, so the inner file is complete.
        Ok(Some(file.into_inner().into_std().await))
    }
}

openapi_type!(TableUpload, || MetaSchema::new_with_format("string", "binary"));

impl ParseFromMultipartField for TableUpload {
    async fn parse_from_multipart(field: Option<Field>) -> ParseResult<Self> {
        let Some(field) = field else { return Err(ParseError::expected_input()) };
        let upload = Upload::receive(field, MAX_TABLE_BYTES).await.map_err(ParseError::custom)?;
        Ok(Self(upload))
    }
}

openapi_type!(Upload, || MetaSchema::new_with_format("string", "binary"));

impl ParseFromMultipartField for Upload {
    async fn parse_from_multipart(field: Option<Field>) -> ParseResult<Self> {
        match field {
            Some(field) => Self::receive(field, MAX_FILE_BYTES).await.map_err(ParseError::custom),
            None => Err(ParseError::expected_input()),
        }
    }
}
