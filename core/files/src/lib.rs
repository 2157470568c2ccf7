//! Implementation of the port [`Files`]: content-addressed files on disk or in a bucket.
//!
//! Names are hashes of the stored content, so equal content is stored once and a name always refers
//! to the same content. `public/` holds pictures encoded by this server, which anyone may fetch.
//! `sealed/` holds encrypted files under keyed names, which modules hand out themselves; `private/`
//! holds such files from before encryption. A job deletes files to which no module refers any more.
//!
//! A member who stored a public file can withhold it in another write (`fn::core::withhold_files`);
//! it is served as long as another member who stored the same content does not withhold it.

mod allowance;
mod clean_up;
mod config;
mod jpeg_size;
mod kind;
mod name;
mod objects;
mod pictures;
mod references;
mod seal;
mod serve;
mod store;
#[cfg(test)]
mod tests;

use std::sync::Arc;

#[cfg(feature = "pictures")]
pub use self::pictures::{RENDER_PICTURE, render_picture};
use self::{
    allowance::StorageAllowance,
    clean_up::CleanUp,
    kind::Kind,
    name::{Area, FileName, StoredName},
    objects::Objects,
    pictures::{Pictures, Shape},
    seal::Seal,
    store::{Records, Upload},
};
pub use self::{
    config::{FileStoreKind, FilesConfig, S3Config},
    objects::{bucket, directory},
    pictures::PictureReader,
};
use async_trait::async_trait;
use bytes::Bytes;
use poem::{EndpointExt, endpoint::BoxEndpoint};
use sparkyard_db::Db;
use sparkyard_host::{config::Config, files::FileService};
use sparkyard_kernel::{
    ApiError, Clock, HeldFiles, Job, UserId,
    keys::MasterKey,
    ports::{Files, ImageShape, StoredFile, StoredPicture},
};

/// Largest private file, in bytes.
const MAX_PRIVATE_BYTES: usize = 10 * 1024 * 1024;
/// Prefix of the URLs of public files.
const PUBLIC_PREFIX: &str = "/files/";

/// File store of one community.
#[derive(Debug)]
pub struct FileStore {
    objects: Objects,
    records: Records,
    seal: Seal,
    clock: SharedClock,
    allowance: StorageAllowance,
    pictures: Pictures,
}

impl FileStore {
    /// Opens the store as configured in section `[files]`, with the limits of `[limits]`. On disk
    /// it uses `files/` below the data directory, which is created if missing.
    pub fn open(
        config: &Config,
        db: Db,
        keys: &MasterKey,
        clock: Arc<dyn Clock>,
        reader: PictureReader,
    ) -> anyhow::Result<Self> {
        let section = config.section::<FilesConfig>("files")?;
        Ok(Self {
            objects: Objects::open(&section, &config.data_dir)?,
            records: Records::new(db),
            seal: Seal::new(keys)?,
            clock: SharedClock(clock),
            allowance: StorageAllowance::new(&config.limits),
            pictures: Pictures::new(reader),
        })
    }

    async fn put(
        &self,
        owner: &UserId,
        area: Area,
        name: FileName,
        content: Bytes,
    ) -> Result<FileName, ApiError> {
        // A bucket does not use the local disk.
        if self.objects.is_on_disk {
            self.records.room_for(content.len())?;
        }
        let upload = Upload { owner, bytes: self.allowance.check_size(content.len())? };
        let mut stored = name.within(area);
        // A name whose file is being deleted must not be reused before that is done.
        while !self.note(&stored, upload).await? {
            stored = stored.name.next().within(area);
        }
        let content = match area {
            Area::Sealed => self.seal.close(&stored.name, &content)?,
            Area::Public | Area::Private => content,
        };
        self.objects.put(&stored, content).await?;
        Ok(stored.name)
    }

    async fn note(&self, name: &StoredName, upload: Upload<'_>) -> Result<bool, ApiError> {
        let now = self.clock.0.now();
        let noted = self.records.note(name, Some((upload, self.allowance)), now).await;
        noted.map_err(|error| self.allowance.explain(error, now))
    }

    /// Counts an upload before any expensive work, whatever its outcome; refuses members whose
    /// limit for today is exhausted.
    async fn begin(&self, owner: &UserId) -> Result<(), ApiError> {
        let now = self.clock.0.now();
        self.allowance.begin(&self.records, owner, now).await
    }

    /// Deletes a file that is marked for deletion in its row.
    async fn erase(&self, stored: &StoredName) -> anyhow::Result<()> {
        self.objects.delete(stored).await?;
        Ok(self.records.delete(&stored.to_string()).await?)
    }

    async fn take_one_back(&self, stored: &str) -> anyhow::Result<()> {
        let name = stored_name(stored)?;
        if self.records.take_back(&name, self.clock.0.now()).await? {
            self.erase(&name).await?;
        }
        Ok(())
    }

    async fn delete_one_unclaimed(&self, stored: &str) -> anyhow::Result<()> {
        let name = stored_name(stored)?;
        if self.records.doom_unclaimed(&name, self.clock.0.now()).await? {
            self.erase(&name).await?;
        }
        Ok(())
    }

    /// Reads a file. The content may be large and its reader slow, so it is counted until it is
    /// dropped.
    async fn get(&self, stored: &StoredName) -> Result<Option<Bytes>, ApiError> {
        let Some((content, room)) = self.objects.get(stored).await? else { return Ok(None) };
        let content = match stored.area {
            Area::Public => content,
            Area::Sealed => self.seal.open(&stored.name, &content)?,
            // Checking the hash ensures that nobody has put another file under this name.
            Area::Private if FileName::of(&content, stored.name.kind()) == stored.name => content,
            Area::Private => return Err(ApiError::internal(format!("{stored} was changed"))),
        };
        Ok(Some(room.hold(content)))
    }

    async fn put_sealed(
        &self,
        owner: &UserId,
        content: Bytes,
        kind: Kind,
    ) -> Result<StoredFile, ApiError> {
        let name = self.seal.name(&content, kind);
        let name = self.put(owner, Area::Sealed, name, content).await?;
        Ok(StoredFile { key: name.to_string(), media_type: kind.media_type().to_owned() })
    }
}

#[async_trait]
impl Files for FileStore {
    async fn put_image(
        &self,
        owner: &UserId,
        content: Bytes,
        shape: ImageShape,
    ) -> Result<String, ApiError> {
        self.begin(owner).await?;
        let picture = self.pictures.render(owner, content, shape.into()).await?;
        let name = FileName::of(&picture.content, picture.kind);
        let name = self.put(owner, Area::Public, name, picture.content.into()).await?;
        Ok(format!("{PUBLIC_PREFIX}{name}"))
    }

    async fn put_document(&self, owner: &UserId, content: Bytes) -> Result<StoredFile, ApiError> {
        self.begin(owner).await?;
        let picture = self.pictures.render(owner, content, Shape::Document).await?;
        self.put_sealed(owner, picture.content.into(), picture.kind).await
    }

    async fn put_private_picture(
        &self,
        owner: &UserId,
        content: Bytes,
    ) -> Result<StoredPicture, ApiError> {
        self.begin(owner).await?;
        let picture = self.pictures.render(owner, content, Shape::Document).await?;
        let size = jpeg_size::of(&picture.content);
        let (width, height) = size.ok_or_else(|| ApiError::internal("a picture without a size"))?;
        let StoredFile { key, .. } =
            self.put_sealed(owner, picture.content.into(), picture.kind).await?;
        Ok(StoredPicture { key, width, height })
    }

    async fn put_private(&self, owner: &UserId, content: Bytes) -> Result<StoredFile, ApiError> {
        if content.len() > MAX_PRIVATE_BYTES {
            let message = "File size must be at most 10MB";
            return Err(ApiError::new(413, "files.too_large", message));
        }
        let kind = Kind::of(&content);
        if kind.is_picture() {
            return self.put_document(owner, content).await;
        }
        if kind::may_hold_location(&content) {
            let message = "Please send a picture as JPEG, PNG, WebP or HEIC, or a document such as \
                           a PDF. Videos, raw photos and other kinds of picture are not taken.";
            return Err(ApiError::new(415, "files.image_format", message));
        }
        self.begin(owner).await?;
        self.put_sealed(owner, content, kind).await
    }

    async fn take_back(&self, stored: &[String]) {
        for name in stored {
            if let Err(cause) = self.take_one_back(name).await {
                warn_of_left_over(name, &cause);
            }
        }
    }

    async fn delete_unclaimed(&self, stored: &[String]) {
        for name in stored {
            if let Err(cause) = self.delete_one_unclaimed(name).await {
                warn_of_left_over(name, &cause);
            }
        }
    }

    async fn get_private(&self, key: &str) -> Result<Option<Bytes>, ApiError> {
        let Ok(name) = key.parse::<FileName>() else { return Ok(None) };
        match self.get(&name.clone().within(Area::Sealed)).await? {
            None => self.get(&name.within(Area::Private)).await,
            found => Ok(found),
        }
    }

    async fn get_own(&self, stored: &str) -> Result<Option<Bytes>, ApiError> {
        match stored_name(stored) {
            Ok(name) if name.area == Area::Public => self.get(&name).await,
            _ => self.get_private(stored).await,
        }
    }
}

impl FileService for FileStore {
    fn public(self: Arc<Self>) -> BoxEndpoint<'static> {
        serve::public(self).boxed()
    }

    fn clean_up(self: Arc<Self>, holders: Vec<HeldFiles>) -> Job {
        CleanUp::job(self, holders)
    }
}

/// Parses the URL of a public file or the key of a private one.
fn stored_name(stored: &str) -> anyhow::Result<StoredName> {
    let (area, name) = match stored.strip_prefix(PUBLIC_PREFIX) {
        Some(name) => (Area::Public, name),
        None => (Area::Sealed, stored),
    };
    let name = name.parse::<FileName>().map_err(|_| anyhow::anyhow!("no name of a file"))?;
    Ok(name.within(area))
}

fn warn_of_left_over(name: &str, cause: &anyhow::Error) {
    // Nothing refers to the file, so the clean-up deletes it tomorrow.
    tracing::warn!("{name} could not be deleted and stays for a day: {cause:#}");
}

/// A clock with a `Debug` implementation.
struct SharedClock(Arc<dyn Clock>);

impl std::fmt::Debug for SharedClock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SharedClock")
    }
}
