//! The hall's offer of the port [`Files`]: content-addressed files on disk or in a bucket.
//!
//! Names are hashes of what is stored, so equal content is stored once and a name never changes
//! its meaning. `public/` holds pictures that were rendered here and anyone may fetch; `sealed/`
//! holds, encrypted and under keyed names, what modules hand out themselves; `private/` the same
//! from before files were sealed. What no module names any more is deleted by a job.

mod allowance;
mod clean_up;
mod decode;
mod heif;
mod jpeg;
mod kind;
mod name;
mod objects;
mod picture;
mod png;
mod seal;
mod serve;
mod store;
mod svg;
#[cfg(test)]
mod tests;

use std::{path::Path, sync::Arc};

use async_trait::async_trait;
use bytes::Bytes;
use sparkyard_db::Db;
use sparkyard_kernel::{
    ApiError, Clock, HeldFiles, Job, UserId,
    keys::MasterKey,
    ports::{Files, ImageShape, StoredFile},
};
use tokio::sync::Semaphore;

pub use self::allowance::StorageAllowance;
use self::{
    clean_up::CleanUp,
    decode::{Format, PictureError},
    kind::Kind,
    name::{Area, FileName, StoredName},
    objects::Objects,
    picture::{Picture, Shape},
    seal::Seal,
    store::{Records, Upload},
};
use crate::config::FilesConfig;
pub use serve::public;

/// Largest private file, in bytes.
const MAX_PRIVATE_BYTES: usize = 10 * 1024 * 1024;
/// Unpacked pictures in memory at one time, in MiB: what a server with 1 GB can spare.
const PICTURE_BUDGET_MIB: u32 = 192;
/// The least that one picture counts, which also bounds how many are rendered at one time.
const LEAST_PICTURE_MIB: u32 = 40;
/// How many uploads are looked at at one time to learn what they cost.
const GLANCES: usize = 4;
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
    budget: Arc<Semaphore>,
    glances: Arc<Semaphore>,
}

impl FileStore {
    /// Keeps files as configured, as many as `allowance` says; on disk, in `files/` below
    /// `data_dir`, which is made if it is not there.
    pub fn open(
        config: &FilesConfig,
        allowance: StorageAllowance,
        data_dir: &Path,
        db: Db,
        keys: &MasterKey,
        clock: Arc<dyn Clock>,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            objects: Objects::open(config, data_dir)?,
            records: Records::new(db),
            seal: Seal::new(keys)?,
            clock: SharedClock(clock),
            allowance,
            budget: Arc::new(Semaphore::new(PICTURE_BUDGET_MIB as usize)),
            glances: Arc::new(Semaphore::new(GLANCES)),
        })
    }

    /// The job that deletes what is named in none of `holders`.
    pub fn clean_up(self: Arc<Self>, holders: Vec<HeldFiles>) -> Job {
        CleanUp::job(self, holders)
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

    /// Refuses whoever has nothing left for today, before their upload costs anything.
    async fn check_left(&self, owner: &UserId) -> Result<(), ApiError> {
        let now = self.clock.0.now();
        self.allowance.check_left(&self.records, owner, now).await
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

    /// Renders within the budget of memory, away from the async threads.
    async fn render(&self, content: Bytes, shape: Shape) -> Result<Picture, ApiError> {
        let header = content.clone();
        let glance = self.glances.clone().acquire_owned().await.map_err(ApiError::internal)?;
        let (format, cost) = aside(move || {
            let _glance = glance;
            let format = Format::of(&header, shape)?;
            Ok((format, format.unpacked_mib(&header)?))
        })
        .await?;
        let permit = self.budget.clone().acquire_many_owned(cost.max(LEAST_PICTURE_MIB)).await;
        let permit = permit.map_err(ApiError::internal)?;
        aside(move || {
            // The permit ends with the work, even when nobody waits for it any more.
            let _permit = permit;
            picture::render(&content, format, shape)
        })
        .await
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
        self.check_left(owner).await?;
        let picture = self.render(content, shape.into()).await?;
        let name = FileName::of(&picture.content, picture.kind);
        let name = self.put(owner, Area::Public, name, picture.content.into()).await?;
        Ok(format!("{PUBLIC_PREFIX}{name}"))
    }

    async fn put_document(&self, owner: &UserId, content: Bytes) -> Result<StoredFile, ApiError> {
        self.check_left(owner).await?;
        let picture = self.render(content, Shape::Paper).await?;
        self.put_sealed(owner, picture.content.into(), picture.kind).await
    }

    async fn put_private(&self, owner: &UserId, content: Bytes) -> Result<StoredFile, ApiError> {
        if content.len() > MAX_PRIVATE_BYTES {
            let message = "File size must be at most 10MB";
            return Err(ApiError::new(413, "files.too_large", message));
        }
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

/// Does what takes time away from the async threads.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PictureError> + Send + 'static,
) -> Result<T, ApiError> {
    Ok(tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)??)
}

/// The clock of the house, which has nothing to show.
struct SharedClock(Arc<dyn Clock>);

impl std::fmt::Debug for SharedClock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SharedClock")
    }
}
