//! Storage of a repository's files in an object store.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::TryStreamExt;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload, path::Path};
use rustic_core::{
    BytesList, ErrorKind, FileType, Id, ReadBackend, RusticError, RusticResult, WriteBackend,
};
use tokio::runtime::Handle;

/// A repository's files, in the layout of restic.
#[derive(Debug)]
pub(super) struct Objects {
    store: Arc<dyn ObjectStore>,
    place: String,
    /// The library calls from threads of its own, and blocks.
    runtime: Handle,
}

impl Objects {
    /// Uses `store`; must be called within a runtime.
    pub(super) fn new(store: Arc<dyn ObjectStore>, place: &str) -> Self {
        Self { store, place: place.to_owned(), runtime: Handle::current() }
    }

    fn wait<T>(
        &self,
        doing: &'static str,
        work: impl Future<Output = object_store::Result<T>>,
    ) -> RusticResult<T> {
        self.runtime.block_on(work).map_err(|cause| {
            let text = "{doing} in {place} failed";
            let error = RusticError::with_source(ErrorKind::Backend, text, cause);
            error.attach_context("doing", doing).attach_context("place", self.place.clone())
        })
    }
}

/// Returns the path of a file.
fn path(kind: FileType, id: &Id) -> Path {
    let name = id.to_hex();
    match kind {
        FileType::Config => Path::from(kind.dirname()),
        FileType::Pack => Path::from_iter([kind.dirname(), &name[..2], &name]),
        _ => Path::from_iter([kind.dirname(), &name]),
    }
}

impl ReadBackend for Objects {
    fn location(&self) -> String {
        self.place.clone()
    }

    fn list_with_size(&self, kind: FileType) -> RusticResult<Vec<(Id, u32)>> {
        if kind == FileType::Config {
            let found = self.runtime.block_on(self.store.head(&Path::from(kind.dirname())));
            return match found {
                Err(object_store::Error::NotFound { .. }) => Ok(Vec::new()),
                found => self
                    .wait("looking for the repository", async { found })
                    .map(|found| vec![(Id::default(), size(found.size))]),
            };
        }
        let prefix = Path::from(kind.dirname());
        let listed =
            self.wait("listing files", self.store.list(Some(&prefix)).try_collect::<Vec<_>>())?;
        // Files with other names are not of the repository, such as one being written.
        let named = |meta: object_store::ObjectMeta| {
            Some((meta.location.filename()?.parse().ok()?, size(meta.size)))
        };
        Ok(listed.into_iter().filter_map(named).collect())
    }

    fn read_full(&self, kind: FileType, id: &Id) -> RusticResult<Bytes> {
        self.wait("reading a file", async { self.store.get(&path(kind, id)).await?.bytes().await })
    }

    fn read_partial(
        &self,
        kind: FileType,
        id: &Id,
        _cacheable: bool,
        offset: u32,
        length: u32,
    ) -> RusticResult<Bytes> {
        let from = u64::from(offset);
        let range = from..from + u64::from(length);
        self.wait("reading a part of a file", self.store.get_range(&path(kind, id), range))
    }

    fn warmup_path(&self, kind: FileType, id: &Id) -> String {
        path(kind, id).to_string()
    }
}

impl WriteBackend for Objects {
    fn write_bytes(
        &self,
        kind: FileType,
        id: &Id,
        _cacheable: bool,
        content: BytesList,
    ) -> RusticResult<()> {
        let payload = PutPayload::from_iter(content.into_vec());
        self.wait("writing a file", self.store.put(&path(kind, id), payload)).map(drop)
    }

    fn remove(&self, kind: FileType, id: &Id, _cacheable: bool) -> RusticResult<()> {
        self.wait("deleting a file", self.store.delete(&path(kind, id)))
    }
}

/// Files of a repository are smaller than 4 GiB.
fn size(bytes: u64) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
