//! Object storage: a directory or a bucket.

use std::{
    io::{self, ErrorKind},
    path::Path,
    sync::Arc,
    time::Duration,
};

use anyhow::Context;
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream::BoxStream};
use object_store::{
    ClientOptions, ObjectStore, ObjectStoreExt, RetryConfig, aws::AmazonS3Builder,
    local::LocalFileSystem, path::Path as ObjectPath,
};
use sparkyard_db::DbError;
use sparkyard_kernel::{ApiError, request_usage::Outgoing};

use super::name::StoredName;
use crate::config::{FileStoreKind, FilesConfig, S3Config};

/// Timeout of one request to a bucket, then of all attempts together.
const TIMEOUT: Duration = Duration::from_secs(30);
const ALL_ATTEMPTS: Duration = Duration::from_secs(45);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const RETRIES: usize = 3;

/// Objects by name.
#[derive(Clone, Debug)]
pub(super) struct Objects {
    store: Arc<dyn ObjectStore>,
    /// Whether the objects are in our own data folder, beside the database, where nobody else
    /// writes.
    pub(super) is_on_disk: bool,
}

impl Objects {
    /// Opens the configured storage; does not connect to a bucket yet.
    pub(super) fn open(config: &FilesConfig, data_dir: &Path) -> anyhow::Result<Self> {
        match config.store {
            FileStoreKind::Disk => {
                Ok(Self { store: directory(&data_dir.join("files"))?, is_on_disk: true })
            }
            FileStoreKind::S3 => {
                let bucket = bucket(&config.s3, "files.s3")?;
                Ok(Self { store: bucket, is_on_disk: false })
            }
        }
    }

    pub(super) async fn put(&self, name: &StoredName, content: Bytes) -> Result<(), ApiError> {
        let stored = self.store.put(&path(name), content.into()).await;
        stored.map(drop).map_err(|cause| unavailable(&cause))
    }

    /// Returns the content, if it exists, and the memory reserved for it.
    pub(super) async fn get(
        &self,
        name: &StoredName,
    ) -> Result<Option<(Bytes, Outgoing)>, ApiError> {
        let found = match self.store.get(&path(name)).await {
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            found => found.map_err(|cause| unavailable(&cause))?,
        };
        let room = Outgoing::reserve(found.meta.size).await?;
        let content = found.bytes().await.map_err(|cause| unavailable(&cause))?;
        Ok(Some((content, room)))
    }

    /// Deletes an object; a missing one is not an error.
    pub(super) async fn delete(&self, name: &StoredName) -> anyhow::Result<()> {
        match self.store.delete(&path(name)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(cause) => Err(cause).with_context(|| format!("deleting {name}")),
        }
    }

    /// Lists the names of all objects; objects with foreign names are skipped.
    pub(super) fn list(&self) -> BoxStream<'_, anyhow::Result<StoredName>> {
        let objects = self.store.list(None).map_err(anyhow::Error::from);
        let named =
            objects.try_filter_map(async |object| Ok(object.location.as_ref().parse().ok()));
        named.boxed()
    }
}

/// Opens the directory `root` as object storage; creates it if it is missing.
pub fn directory(root: &Path) -> anyhow::Result<Arc<dyn ObjectStore>> {
    std::fs::create_dir_all(root)
        .with_context(|| format!("making the directory {}", root.display()))?;
    let store = LocalFileSystem::new_with_prefix(root)
        .with_context(|| format!("opening the directory {}", root.display()))?;
    // An acknowledged upload must outlive a power cut, like an acknowledged write.
    Ok(Arc::new(store.with_fsync(true)))
}

/// Opens the bucket that the section called `section` describes; does not connect to it yet.
pub fn bucket(config: &S3Config, section: &str) -> anyhow::Result<Arc<dyn ObjectStore>> {
    config.check(section)?;
    let client = ClientOptions::new()
        .with_timeout(TIMEOUT)
        .with_connect_timeout(CONNECT_TIMEOUT)
        .with_allow_http(config.endpoint.starts_with("http://"));
    let retry =
        RetryConfig { max_retries: RETRIES, retry_timeout: ALL_ATTEMPTS, ..RetryConfig::default() };
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(&config.bucket)
        .with_region(&config.region)
        .with_virtual_hosted_style_request(!config.path_style)
        .with_client_options(client)
        .with_retry(retry);
    if !config.endpoint.is_empty() {
        builder = builder.with_endpoint(config.endpoint.trim_end_matches('/'));
    }
    if !config.access_key.is_empty() {
        builder = builder
            .with_access_key_id(&config.access_key)
            .with_secret_access_key(&config.secret_key);
    }
    Ok(Arc::new(builder.build().with_context(|| format!("opening the bucket of [{section}]"))?))
}

fn path(name: &StoredName) -> ObjectPath {
    ObjectPath::from(name.to_string())
}

/// Returns 507 if the disk is full, 503 if the storage is unavailable.
fn unavailable(cause: &object_store::Error) -> ApiError {
    if is_full(cause) {
        return DbError::Full.into();
    }
    tracing::error!("the file store cannot be reached: {cause}");
    let message = "Files cannot be stored or read at the moment. Please try again shortly.";
    ApiError::new(503, "files.unavailable", message).retry_after(10)
}

fn is_full(error: &object_store::Error) -> bool {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(inner) = cause {
        if let Some(io) = inner.downcast_ref::<io::Error>() {
            return matches!(io.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded);
        }
        cause = inner.source();
    }
    false
}
