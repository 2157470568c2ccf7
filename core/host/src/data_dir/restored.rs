//! Puts restored data in the place of the old, as a whole or not at all.
//!
//! A restore writes to the folder [`RESTORED`]. Once that is complete and checked, the file
//! [`MARKER`] decides: with it, every later start moves what is left to move; without it, the
//! folder is discarded. The old data is kept in the folder [`REPLACED`].

use std::{fs, io, path::Path};

use super::{private_dir, remove_dir, replace_file, sync_all, sync_dir};

/// Folder of restored data that is not yet in its place.
pub const RESTORED: &str = "restored";
/// Folder of the data that was replaced last.
pub const REPLACED: &str = "replaced";
/// File that exists from the decision until everything is in its place.
const MARKER: &str = "restore.committed";

/// Decides that the folders `entries` below [`RESTORED`] replace those of the same names in `dir`,
/// and moves them. A folder that was not restored is replaced by an empty one.
pub fn commit_restore(dir: &Path, entries: &[&str]) -> io::Result<()> {
    let restored = dir.join(RESTORED);
    for entry in entries {
        private_dir(&restored.join(entry))?;
    }
    sync_all(&restored)?;
    // Of two restores, the data before the second is kept.
    remove_dir(&dir.join(REPLACED))?;
    private_dir(&dir.join(REPLACED))?;
    replace_file(&dir.join(MARKER), entries.join("\n").as_bytes())?;
    settle(dir)
}

/// Completes a restore that is decided; discards the folder of one that is not. May be stopped and
/// repeated at any point.
pub(super) fn settle(dir: &Path) -> io::Result<()> {
    let restored = dir.join(RESTORED);
    let entries = match fs::read_to_string(dir.join(MARKER)) {
        Ok(entries) => entries,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return remove_dir(&restored),
        Err(cause) => return Err(cause),
    };
    for entry in entries.lines() {
        let (new, current) = (restored.join(entry), dir.join(entry));
        // Otherwise it was moved before an interruption.
        if new.try_exists()? {
            if current.try_exists()? {
                fs::rename(&current, dir.join(REPLACED).join(entry))?;
            }
            fs::rename(&new, &current)?;
        }
    }
    for folder in [&restored, &dir.join(REPLACED), dir] {
        sync_dir(folder)?;
    }
    fs::remove_file(dir.join(MARKER))?;
    sync_dir(dir)?;
    remove_dir(&restored)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(dir: &Path, file: &str, content: &str) {
        let path = dir.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn read(dir: &Path, file: &str) -> Option<String> {
        fs::read_to_string(dir.join(file)).ok()
    }

    /// Returns a data directory with old data and restored data.
    fn prepared() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for (file, content) in [
            ("db/data", "old"),
            ("content/faq.md", "old"),
            ("replaced/db/data", "older"),
            ("restored/db/data", "new"),
            ("restored/files/a", "new"),
        ] {
            write(dir.path(), file, content);
        }
        dir
    }

    fn assert_swapped(dir: &Path) {
        assert_eq!(read(dir, "db/data").as_deref(), Some("new"));
        assert_eq!(read(dir, "files/a").as_deref(), Some("new"));
        assert_eq!(read(dir, "content/faq.md"), None);
        assert_eq!(read(dir, "replaced/db/data").as_deref(), Some("old"));
        assert_eq!(read(dir, "replaced/content/faq.md").as_deref(), Some("old"));
        assert!(!dir.join(RESTORED).exists() && !dir.join(MARKER).exists());
    }

    const ENTRIES: [&str; 3] = ["db", "files", "content"];

    #[test]
    fn restored_data_replaces_the_old_as_a_whole() {
        let dir = prepared();
        commit_restore(dir.path(), &ENTRIES).unwrap();
        assert_swapped(dir.path());
    }

    #[test]
    fn undecided_restore_changes_nothing() {
        let dir = prepared();
        settle(dir.path()).unwrap();
        assert_eq!(read(dir.path(), "db/data").as_deref(), Some("old"));
        assert_eq!(read(dir.path(), "content/faq.md").as_deref(), Some("old"));
        assert!(!dir.path().join(RESTORED).exists());
        settle(dir.path()).unwrap();
    }

    #[test]
    fn decided_restore_is_completed_from_any_step() {
        // One step is one rename.
        for done in 0..=5 {
            let dir = prepared();
            let at = |name: &str| dir.path().join(name);
            fs::remove_dir_all(at(REPLACED)).unwrap();
            fs::create_dir(at(REPLACED)).unwrap();
            fs::create_dir(at("restored/content")).unwrap();
            fs::write(at(MARKER), ENTRIES.join("\n")).unwrap();
            let steps = [
                ("db", "replaced/db"),
                ("restored/db", "db"),
                ("restored/files", "files"),
                ("content", "replaced/content"),
                ("restored/content", "content"),
            ];
            for (from, to) in &steps[..done] {
                fs::rename(at(from), at(to)).unwrap();
            }
            settle(dir.path()).unwrap();
            assert_swapped(dir.path());
        }
    }
}
