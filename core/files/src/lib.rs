//! The port [`Files`] as the host offers it: content-addressed files on disk or in a bucket.
//!
//! Names are hashes of what is stored, so equal content is stored once and a name never changes
//! its meaning. `public/` holds pictures that were rendered here and anyone may fetch; `sealed/`
//! holds, encrypted and under keyed names, what modules hand out themselves; `private/` the same
//! from before files were sealed. What no module names any more is deleted by a job.

mod allowance;
mod clean_up;
mod config;
mod jpeg_size;
mod kind;
mod name;
mod objects;
mod pictures;
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
/// What addresses of public files begin with.
const PUBLIC_PREFIX: &str = "/files/";

/// Files of one community.
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
    /// Keeps files as the section `[files]` says, as many as `[limits]` allows; on disk, in
    /// `files/` below the data directory, which is made if it is not there.
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
        // A bucket has room of its own.
        if self.objects.is_on_disk {
            self.records.room_for(content.len())?;
        }
        let upload = Upload { owner, bytes: self.allowance.check_size(content.len())? };
        let mut stored = name.within(area);
        // A name that is just being deleted is not used again before it is gone.
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

    /// Counts an upload, whatever becomes of it, before it costs anything; refuses whoever has
    /// nothing left for today.
    async fn begin(&self, owner: &UserId) -> Result<(), ApiError> {
        let now = self.clock.0.now();
        self.allowance.begin(&self.records, owner, now).await
    }

    /// Deletes a file whose deletion has begun in its record.
    async fn erase(&self, stored: &StoredName) -> anyhow::Result<()> {
        self.objects.delete(stored).await?;
        Ok(self.records.forget(&stored.to_string()).await?)
    }

    async fn take_one_back(&self, stored: &str) -> anyhow::Result<()> {
        let (area, name) = match stored.strip_prefix(PUBLIC_PREFIX) {
            Some(name) => (Area::Public, name),
            None => (Area::Sealed, stored),
        };
        let name = name.parse::<FileName>().map_err(|_| anyhow::anyhow!("no name of a file"))?;
        let name = name.within(area);
        if self.records.take_back(&name, self.clock.0.now()).await? {
            self.erase(&name).await?;
        }
        Ok(())
    }

    /// A file; it may be long and those who read it slow, so it is counted as long as anybody has
    /// it.
    async fn get(&self, stored: &StoredName) -> Result<Option<Bytes>, ApiError> {
        let Some((content, room)) = self.objects.get(stored).await? else { return Ok(None) };
        let content = match stored.area {
            Area::Public => content,
            Area::Sealed => self.seal.open(&stored.name, &content)?,
            // Nobody could have put another file there under its name.
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
        self.begin(owner).await?;
        let kind = Kind::of(&content);
        self.put_sealed(owner, content, kind).await
    }

    async fn take_back(&self, stored: &[String]) {
        for name in stored {
            if let Err(cause) = self.take_one_back(name).await {
                // Nobody names it, so the clean-up deletes it tomorrow.
                tracing::warn!("{name} stays for a day, though it is not needed: {cause:#}");
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
}

impl FileService for FileStore {
    fn public(self: Arc<Self>) -> BoxEndpoint<'static> {
        serve::public(self).boxed()
    }

    fn clean_up(self: Arc<Self>, holders: Vec<HeldFiles>) -> Job {
        CleanUp::job(self, holders)
    }
}

/// A clock, which has nothing to show.
struct SharedClock(Arc<dyn Clock>);

impl std::fmt::Debug for SharedClock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SharedClock")
    }
}
