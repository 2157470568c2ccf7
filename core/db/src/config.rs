use std::path::{Path, PathBuf};

use surrealdb_cnf::ConfigMap;

/// In the engine's notation.
const QUERY_MEMORY: &str = "64MiB";

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

    /// The sizes by the engine's names for them.
    pub(crate) fn engine_settings(&self) -> ConfigMap {
        ConfigMap::empty()
            .with_key_value("surrealkv_block_cache_capacity", self.cache_bytes.to_string())
            .with_key_value("surrealkv_max_memtable_size", self.memtable_bytes.to_string())
            // What sorts and groups of all queries together may hold; more goes to the disk.
            .with_key_value("memory_limit", QUERY_MEMORY)
            // Ours are called with other values each time: made ready for one set of values, a
            // function would be of use once.
            .with_key_value("specialised_body_values", "0")
            // An acknowledged write must outlive a power cut.
            .with_key_value("datastore_sync", "every")
    }

    pub(crate) fn is_remote(&self) -> bool {
        self.url.starts_with("ws://") || self.url.starts_with("wss://")
    }

    /// The folder of an embedded store on disk.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        self.url.strip_prefix("surrealkv://").map(|path| Path::new(path).to_owned())
    }
}
