use std::path::{Path, PathBuf};

/// Where the data lives.
#[derive(Clone, Debug)]
pub struct DbConfig {
    /// `surrealkv://PATH`, `mem://`, or `ws(s)://HOST` of a SurrealDB server.
    pub url: String,
    /// User and password at a remote server.
    pub credentials: Option<(String, String)>,
    /// Memory for cached blocks of an embedded store, in bytes.
    pub cache_bytes: u64,
    /// Keys of writes not yet sorted into an embedded store's files, in bytes; with their values
    /// they take about four times as much memory.
    pub memtable_bytes: u64,
    /// Disk space kept back for signing in and deleting once the disk is full, in bytes.
    pub reserve_bytes: u64,
}

impl DbConfig {
    /// An empty store in memory, gone with the process.
    pub fn memory() -> Self {
        Self::at("mem://")
    }

    /// A store at `url` with the sizes meant for a server with 1 GB of memory.
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

    /// The folder of an embedded store on disk.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        self.url.strip_prefix("surrealkv://").map(|path| Path::new(path).to_owned())
    }
}
