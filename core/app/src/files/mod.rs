//! The hall's offer of the port [`Files`]: content-addressed files below the data directory.
//!
//! Names are hashes of what is stored, so equal content is stored once and a name never changes
//! its meaning. `public/` holds pictures that were rendered here and anyone may fetch;
//! `private/` holds what modules hand out themselves.

mod jpeg;
mod kind;
mod name;
mod picture;
mod serve;
#[cfg(test)]
mod tests;

use std::{path::Path, sync::Arc};

use anyhow::Context;
use async_trait::async_trait;
use bytes::Bytes;
use object_store::{ObjectStore, ObjectStoreExt, local::LocalFileSystem};
use sparkyard_kernel::{
    ApiError,
    ports::{Files, ImageShape, StoredFile},
};
use tokio::sync::Semaphore;

use kind::Kind;
use name::FileName;
pub use serve::public;

/// Largest private file, in bytes.
const MAX_PRIVATE_BYTES: usize = 10 * 1024 * 1024;
/// Unpacked pictures in memory at one time, in MiB: what a server with 1 GB can spare.
const PICTURE_BUDGET_MIB: u32 = 160;
/// The least that one picture counts, which also bounds how many are rendered at one time.
const LEAST_PICTURE_MIB: u32 = 40;

/// Files on the local disk.
#[derive(Debug)]
pub struct DiskFiles {
    store: Arc<dyn ObjectStore>,
    budget: Arc<Semaphore>,
}

impl DiskFiles {
    /// Keeps files in `files/` below `data_dir`, which is made if it is not there.
    pub fn new(data_dir: &Path) -> anyhow::Result<Self> {
        let root = data_dir.join("files");
        std::fs::create_dir_all(&root)
            .with_context(|| format!("making the directory {}", root.display()))?;
        let store = LocalFileSystem::new_with_prefix(&root)
            .with_context(|| format!("opening the directory {}", root.display()))?;
        // An acknowledged upload must outlive a power cut, like an acknowledged write.
        let store = Arc::new(store.with_fsync(true));
        Ok(Self { store, budget: Arc::new(Semaphore::new(PICTURE_BUDGET_MIB as usize)) })
    }

    async fn put(&self, area: Area, content: Bytes, kind: Kind) -> Result<FileName, ApiError> {
        let name = FileName::of(&content, kind);
        self.store.put(&area.path(&name), content.into()).await.map_err(ApiError::internal)?;
        Ok(name)
    }

    async fn get(&self, area: Area, name: &FileName) -> Result<Option<Bytes>, ApiError> {
        let found = match self.store.get(&area.path(name)).await {
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            found => found.map_err(ApiError::internal)?,
        };
        found.bytes().await.map(Some).map_err(ApiError::internal)
    }
}

#[async_trait]
impl Files for DiskFiles {
    async fn put_image(&self, content: Bytes, shape: ImageShape) -> Result<String, ApiError> {
        let kind = picture::kind(&content)?;
        let cost = picture::unpacked_mib(&content, kind)?.max(LEAST_PICTURE_MIB);
        let permit = self.budget.clone().acquire_many_owned(cost).await;
        let permit = permit.map_err(ApiError::internal)?;
        let rendering = tokio::task::spawn_blocking(move || {
            // The permit ends with the work, even when nobody waits for it any more.
            let _permit = permit;
            picture::render(&content, kind, shape)
        });
        let picture = rendering.await.map_err(ApiError::internal)??;
        let name = self.put(Area::Public, picture.content.into(), picture.kind).await?;
        Ok(format!("/files/{name}"))
    }

    async fn put_private(&self, content: Bytes) -> Result<StoredFile, ApiError> {
        if content.len() > MAX_PRIVATE_BYTES {
            let message = "File size must be at most 10MB";
            return Err(ApiError::new(413, "files.too_large", message));
        }
        let kind = Kind::of(&content);
        let name = self.put(Area::Private, content, kind).await?;
        Ok(StoredFile { key: name.to_string(), media_type: kind.media_type().to_owned() })
    }

    async fn get_private(&self, key: &str) -> Result<Option<Bytes>, ApiError> {
        match key.parse::<FileName>() {
            Ok(name) => self.get(Area::Private, &name).await,
            Err(_) => Ok(None),
        }
    }
}

/// Who may read.
#[derive(Clone, Copy, Debug)]
enum Area {
    Public,
    Private,
}

impl Area {
    fn path(self, name: &FileName) -> object_store::path::Path {
        let folder = match self {
            Self::Public => "public",
            Self::Private => "private",
        };
        object_store::path::Path::from_iter([folder, &name.to_string()])
    }
}
