use std::path::{Path, PathBuf};

/// Database configuration.
#[derive(Clone, Debug)]
pub struct DbConfig {
    /// `surrealkv://PATH`, `mem://`, or `ws(s)://HOST` of a SurrealDB server.
    pub url: String,
    /// User and password for a remote server.
    pub credentials: Option<(String, String)>,
    /// Memory for cached blocks of an embedded store, in bytes.
    pub cache_bytes: u64,
    /// Size of an embedded store's memtable in bytes, by keys; with their values they take about
    /// four times as much memory.
    pub memtable_bytes: u64,
    /// Disk space reserved for signing in and deleting once the disk is full, in bytes.
    pub reserve_bytes: u64,
}

impl DbConfig {
    /// Returns an empty in-memory store.
    pub fn memory() -> Self {
        Self::at("mem://")
    }

    /// Returns a store at `url` with sizes suited to a server with 1 GB of memory.
    pub fn at(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            credentials: None,
            cache_bytes: 32 << 20,
            memtable_bytes: 16 << 20,
            reserve_bytes: 64 << 20,
        }
    }

    pub(crate) fn is_remote(&self) -> bool {
        self.url.starts_with("ws://") || self.url.starts_with("wss://")
    }

    /// Returns the folder of an embedded store on disk.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        self.url.strip_prefix("surrealkv://").map(|path| Path::new(path).to_owned())
    }
}
