//! Backups of folders in an object store: encrypted, compressed, and stored once per content.
//!
//! The format is that of restic, read and written by `rustic_core`, so that a backup can also be
//! opened with the program `restic` and the repository's password. All functions block; call them
//! from [`tokio::task::spawn_blocking`].

mod objects;
mod progress;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::{Timestamp, tz::TimeZone};
use object_store::ObjectStore;
use rustic_core::{
    BackupOptions, CheckOptions, ConfigOptions, Credentials, Excludes, ForgetGroups, Grouped,
    IndexedFullStatus, KeepOptions, KeyOptions, LocalDestination, LocalSource,
    LocalSourceFilterOptions, LocalSourceSaveOptions, LsOptions, OpenStatus, PruneOptions,
    RepositoryBackends, RepositoryOptions, RestoreOptions, RusticError, SnapshotGroupCriterion,
    SnapshotOptions, repofile::SnapshotFile,
};

use self::objects::Objects;
pub use self::progress::{Progress, Report};

/// Host name in all snapshots. The real one may change, in a container at each start, and snapshots
/// of other hosts are not compared when unchanged files are looked for.
const HOST: &str = "sparkyard";

/// Error of a repository.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is no repository in the object store.
    #[error("there is no backup in {0}")]
    Missing(String),
    /// The key does not open the repository.
    #[error("the backups in {0} were made with another key")]
    WrongKey(String),
    /// No snapshot matches, or several do.
    #[error("no backup, or more than one, has an id that begins with {0:?}")]
    UnknownSnapshot(String),
    /// Data is damaged or missing.
    #[error("{0}")]
    Damaged(String),
    /// Any other error.
    #[error("{0}")]
    Failed(String),
}

impl From<Box<RusticError>> for BackupError {
    fn from(error: Box<RusticError>) -> Self {
        let text = error.display_log();
        Self::Failed(text.strip_prefix("Error: ").unwrap_or(&text).to_owned())
    }
}

/// A backup, or rather its entry in the repository.
#[derive(Clone, Debug)]
pub struct Snapshot(SnapshotFile);

impl Snapshot {
    /// Returns the first eight characters of the id, which name it among thousands.
    pub fn id(&self) -> String {
        self.0.id.to_string().chars().take(8).collect()
    }

    /// Returns the time at which the backup was begun.
    pub fn at(&self) -> Timestamp {
        self.0.time.timestamp()
    }

    /// Returns the size of the files in the backup, in bytes.
    pub fn bytes(&self) -> u64 {
        self.0.summary.as_ref().map_or(0, |summary| summary.total_bytes_processed)
    }

    /// Returns the bytes that this backup added to the repository.
    pub fn added(&self) -> u64 {
        self.0.summary.as_ref().map_or(0, |summary| summary.data_added_packed)
    }
}

/// Number of snapshots to keep, newest first: of all, and the last of each period. The newest is
/// always kept.
#[derive(Clone, Copy, Debug)]
pub struct Keep {
    /// All snapshots.
    pub last: u16,
    /// Days.
    pub daily: u16,
    /// Weeks.
    pub weekly: u16,
    /// Months.
    pub monthly: u16,
}

/// An open repository.
pub struct Repository {
    store: Arc<dyn ObjectStore>,
    place: String,
    progress: Progress,
    /// Key of the repository. With it, opening again takes no time.
    key: Credentials,
}

impl Repository {
    /// Opens the repository in `store`, whose name in messages is `place`. If there is none, creates
    /// it with `create`, and fails without.
    pub fn open(
        store: Arc<dyn ObjectStore>,
        place: &str,
        password: &str,
        progress: Progress,
        create: bool,
    ) -> Result<Self, BackupError> {
        let (found, password) =
            (repository(&store, place, &progress)?, Credentials::password(password));
        let opened = match (found.config_id()?, create) {
            (Some(_), _) => found.open(&password),
            (None, true) => {
                found.init(&password, &KeyOptions::default(), &ConfigOptions::default())
            }
            (None, false) => return Err(BackupError::Missing(place.to_owned())),
        };
        let opened = opened.map_err(|error| match error.is_incorrect_password() {
            true => BackupError::WrongKey(place.to_owned()),
            false => error.into(),
        })?;
        let key = Credentials::Masterkey(opened.key());
        Ok(Self { store, place: place.to_owned(), progress, key })
    }

    fn opened(&self) -> Result<rustic_core::Repository<OpenStatus>, BackupError> {
        Ok(repository(&self.store, &self.place, &self.progress)?.open(&self.key)?)
    }

    /// Saves `folders` below `root` as of `at`; returns the new snapshot. Nothing is part of it
    /// until it is complete.
    pub fn save(
        &self,
        root: &Path,
        folders: &[PathBuf],
        at: Timestamp,
    ) -> Result<Snapshot, BackupError> {
        let time = at.to_zoned(TimeZone::UTC);
        let options = SnapshotOptions::default().host(HOST.to_owned()).time(time);
        let source = LocalSource::new(
            LocalSourceSaveOptions::default(),
            &Excludes::default(),
            &LocalSourceFilterOptions::default(),
            folders,
        )?;
        // The path is part of no snapshot, so that a data directory can move.
        let options_of_backup = BackupOptions::default().as_path(PathBuf::from("/"));
        let saved = self.opened()?.to_indexed_ids()?.archive(
            &options_of_backup,
            &source,
            options.to_snapshot()?,
            &[root.to_owned()],
        )?;
        Ok(Snapshot(saved))
    }

    /// Lists the snapshots, oldest first.
    pub fn list(&self) -> Result<Vec<Snapshot>, BackupError> {
        let mut found = self.opened()?.get_all_snapshots()?;
        found.sort_by(|one, other| one.time.cmp(&other.time));
        Ok(found.into_iter().map(Snapshot).collect())
    }

    /// Returns the snapshot whose id begins with `id`, or the newest.
    pub fn find(&self, id: Option<&str>) -> Result<Snapshot, BackupError> {
        let mut all = self.list()?;
        let Some(id) = id else {
            return all.pop().ok_or_else(|| BackupError::Missing(self.place.clone()));
        };
        let mut matching = all.into_iter().filter(|one| one.0.id.to_string().starts_with(id));
        match (matching.next(), matching.next()) {
            (Some(found), None) => Ok(found),
            _ => Err(BackupError::UnknownSnapshot(id.to_owned())),
        }
    }

    /// Reads all data of a snapshot and compares it with its checksums.
    pub fn check(&self, snapshot: &Snapshot) -> Result<(), BackupError> {
        let options = CheckOptions::default().read_data(true);
        let results = self.opened()?.check_with_trees(options, vec![snapshot.0.tree])?;
        results.is_ok().map_err(|error| BackupError::Damaged(error.display_log()))
    }

    /// Returns the files of a snapshot below `folder`, by their path there, with their sizes in
    /// bytes.
    pub fn files(
        &self,
        snapshot: &Snapshot,
        folder: &str,
    ) -> Result<BTreeMap<PathBuf, u64>, BackupError> {
        let indexed = self.opened()?.to_indexed()?;
        let Some(node) = node(&indexed, snapshot, folder)? else { return Ok(BTreeMap::new()) };
        let mut files = BTreeMap::new();
        for entry in indexed.ls(&node, &LsOptions::default())? {
            let (path, node) = entry?;
            if node.is_file() {
                files.insert(path, node.meta.size);
            }
        }
        Ok(files)
    }

    /// Writes a folder of a snapshot, or all of it, to the folder `target`, which is created; a
    /// missing folder leaves it empty.
    pub fn restore(
        &self,
        snapshot: &Snapshot,
        folder: &str,
        target: &Path,
    ) -> Result<(), BackupError> {
        let indexed = self.opened()?.to_indexed()?;
        let text = target
            .to_str()
            .ok_or_else(|| BackupError::Failed(format!("{} is not in UTF-8", target.display())))?;
        let destination = LocalDestination::new(text, true, false)?;
        let Some(node) = node(&indexed, snapshot, folder)? else { return Ok(()) };
        let options = RestoreOptions::default().no_ownership(true);
        let listing = indexed.ls(&node, &LsOptions::default())?;
        let plan = indexed.prepare_restore(&options, listing.clone(), &destination, false)?;
        indexed.restore(plan, &options, listing, &destination)?;
        Ok(())
    }

    /// Deletes the snapshots that are not to be kept at `now`, then data that no other needs;
    /// returns how many snapshots were deleted. Data is deleted by a later call, a day after it was
    /// needed last, so that an interrupted call loses nothing.
    pub fn forget(&self, keep: Keep, now: Timestamp) -> Result<usize, BackupError> {
        let options = KeepOptions::default()
            .keep_last(i32::from(keep.last.max(1)))
            .keep_daily(i32::from(keep.daily))
            .keep_weekly(i32::from(keep.weekly))
            .keep_monthly(i32::from(keep.monthly));
        let repository = self.opened()?;
        // All in one group.
        let all =
            Grouped::from_items(repository.get_all_snapshots()?, SnapshotGroupCriterion::new());
        let now = now.to_zoned(TimeZone::UTC);
        let groups = ForgetGroups::from_grouped_snapshots_with_retention(all, &options, &now)?;
        let deleted = groups.into_forget_ids();
        repository.delete_snapshots(&deleted)?;
        let options = PruneOptions::default();
        let plan = repository.prune_plan(&options)?;
        repository.prune(&options, plan)?;
        Ok(deleted.len())
    }
}

fn repository(
    store: &Arc<dyn ObjectStore>,
    place: &str,
    progress: &Progress,
) -> Result<rustic_core::Repository<()>, BackupError> {
    let backends = RepositoryBackends::new(Arc::new(Objects::new(store.clone(), place)), None);
    // Without its cache, which would be kept in the home directory.
    let options = RepositoryOptions::default().no_cache(true);
    Ok(rustic_core::Repository::new_with_progress(&options, &backends, progress.clone())?)
}

/// Returns the node of a folder in a snapshot, if there is one.
fn node(
    repository: &rustic_core::Repository<IndexedFullStatus>,
    snapshot: &Snapshot,
    folder: &str,
) -> Result<Option<rustic_core::repofile::Node>, BackupError> {
    let root = repository.node_from_snapshot_and_path(&snapshot.0, "")?;
    if folder.is_empty() {
        return Ok(Some(root));
    }
    // A missing folder is an error of the library that cannot be told from others.
    let first = folder.split('/').next().unwrap_or_default();
    let listing = repository.ls(&root, &LsOptions::default().recursive(false))?;
    for entry in listing {
        if entry?.0 == Path::new(first) {
            return Ok(Some(repository.node_from_snapshot_and_path(&snapshot.0, folder)?));
        }
    }
    Ok(None)
}
