//! Snapshot file of the people index, which a start reads instead of everybody's rows.
//!
//! The file has a token that the database records, too. So it is not used with another database, or
//! one restored to a time before the file. Nor is it used by another build of the server, which may
//! tokenise words differently.

use std::{
    fs::{self, File},
    io::{self, BufReader, BufWriter},
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use anyhow::{Context, Result};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use super::index::SavedIndex;

/// The snapshot file, as used by this build.
#[derive(Clone)]
pub(super) struct SnapshotFile {
    path: PathBuf,
    build: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Snapshot {
    build: String,
    token: String,
    index: SavedIndex,
}

impl SnapshotFile {
    /// Creates a handle on the file in `data_dir`.
    pub(super) fn new(data_dir: &Path) -> Self {
        Self { path: data_dir.join("people.index"), build: build().ok() }
    }

    /// Replaces the file atomically. Blocks.
    ///
    /// # Errors
    /// When the disk is full or fails, or the build cannot be determined.
    pub(super) fn write(&self, token: String, index: SavedIndex) -> Result<()> {
        let build = self.build.clone().context("the program's own file cannot be read")?;
        let folder = self.path.parent().context("the snapshot has no folder")?;
        let file = BufWriter::new(NamedTempFile::new_in(folder)?);
        let mut file = GzEncoder::new(file, Compression::fast());
        rmp_serde::encode::write(&mut file, &Snapshot { build, token, index })?;
        let file = file.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(&self.path)?;
        Ok(())
    }

    /// Reads the saved index and its token; `None` without a file of this build. Blocks.
    ///
    /// # Errors
    /// When the file cannot be read, or is damaged.
    pub(super) fn read(&self) -> Result<Option<(String, SavedIndex)>> {
        let file = match File::open(&self.path) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        let mut file = BufReader::new(GzDecoder::new(file));
        let snapshot: Snapshot = rmp_serde::decode::from_read(&mut file)?;
        // The decoder checks the checksum only at the end of the stream.
        let left = io::copy(&mut file, &mut io::sink())?;
        anyhow::ensure!(left == 0, "it is longer than it should be");
        let Snapshot { build, token, index } = snapshot;
        Ok((Some(build) == self.build).then_some((token, index)))
    }
}

/// Identifies this build by the length and modification time of the program file.
fn build() -> Result<String> {
    let program = fs::metadata(std::env::current_exe()?)?;
    let modified = program.modified()?.duration_since(UNIX_EPOCH)?;
    Ok(format!("{} {}", program.len(), modified.as_nanos()))
}
