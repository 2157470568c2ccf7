//! A tar archive whose bytes depend on names, contents and executable bits alone.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::{Compression, GzBuilder};
use tar::{Builder, EntryType, Header};

/// Writes an archive of files, by their names in its only folder. It gets its name when it is
/// complete.
///
/// Not by `tar`: that of macOS has no options for owners and times.
///
/// # Errors
/// When a file cannot be read, or the archive cannot be written.
pub(super) fn pack(
    archive: &Path,
    folder: &str,
    contents: &BTreeMap<String, PathBuf>,
    time: u64,
) -> Result<()> {
    let unfinished = archive.with_extension("unfinished");
    let file = File::create(&unfinished)
        .with_context(|| format!("could not create {}", unfinished.display()))?;
    // The header has neither a name nor a time.
    let mut tar = Builder::new(GzBuilder::new().write(file, Compression::best()));
    for (name, from) in contents {
        append(&mut tar, &format!("{folder}/{name}"), from, time)
            .with_context(|| format!("could not pack {}", from.display()))?;
    }
    tar.into_inner()?.finish()?.sync_all()?;
    fs::rename(&unfinished, archive)
        .with_context(|| format!("could not write {}", archive.display()))
}

fn append(
    tar: &mut Builder<impl std::io::Write>,
    name: &str,
    from: &Path,
    time: u64,
) -> Result<()> {
    let file = File::open(from)?;
    let metadata = file.metadata()?;
    let mut header = Header::new_gnu();
    header.set_entry_type(EntryType::Regular);
    header.set_size(metadata.len());
    header.set_mode(if is_executable(&metadata) { 0o755 } else { 0o644 });
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(time);
    Ok(tar.append_data(&mut header, name, file)?)
}

#[cfg(unix)]
fn is_executable(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::process::Command;
    use std::time::{Duration, UNIX_EPOCH};

    use flate2::read::GzDecoder;

    use super::*;
    use crate::process;

    const TIME: u64 = 1_700_000_000;
    const FILES: [(&str, &str); 3] =
        [("README.md", "text"), ("config/deploy/unit", "[Unit]"), ("sparkyard", "program")];

    /// Writes the files in the given order, with the given time of change.
    fn folder<'a>(
        name: &str,
        files: impl Iterator<Item = &'a (&'a str, &'a str)>,
        modified: u64,
    ) -> (PathBuf, BTreeMap<String, PathBuf>) {
        let scratch =
            std::env::temp_dir().join(format!("xtask-pack-{}-{name}", std::process::id()));
        let mut contents = BTreeMap::new();
        for (name, text) in files {
            let path = scratch.join("from").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            let file = File::options().write(true).open(&path).unwrap();
            file.set_modified(UNIX_EPOCH + Duration::from_secs(modified)).unwrap();
            contents.insert((*name).to_owned(), path);
        }
        (scratch, contents)
    }

    #[cfg(unix)]
    fn chmod(path: &Path, mode: u32) {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    /// Gives a file to somebody else, which only the superuser may do.
    #[cfg(unix)]
    fn chown(path: &Path) {
        match std::os::unix::fs::chown(path, Some(4321), Some(1234)) {
            Ok(()) => {}
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::PermissionDenied),
        }
    }

    #[test]
    #[cfg(unix)]
    fn same_files_give_the_same_bytes() {
        let (first, contents) = folder("first", FILES.iter(), 1_000_000_000);
        chmod(&contents["sparkyard"], 0o755);
        pack(&first.join("a.tar.gz"), "a-1", &contents, TIME).unwrap();

        let (second, contents) = folder("second", FILES.iter().rev(), 1_600_000_001);
        chmod(&contents["sparkyard"], 0o700);
        chmod(&contents["README.md"], 0o600);
        for path in contents.values() {
            chown(path);
        }
        pack(&second.join("a.tar.gz"), "a-1", &contents, TIME).unwrap();

        let bytes = |folder: &Path| fs::read(folder.join("a.tar.gz")).unwrap();
        assert!(bytes(&first) == bytes(&second), "the archives differ");
        assert!(!first.join("a.tar.unfinished").exists());

        fs::write(&contents["README.md"], "texT").unwrap();
        pack(&second.join("a.tar.gz"), "a-1", &contents, TIME).unwrap();
        assert!(bytes(&first) != bytes(&second), "another text, the same archive");
        for folder in [first, second] {
            fs::remove_dir_all(folder).unwrap();
        }
    }

    #[test]
    #[cfg(unix)]
    fn another_program_reads_the_archive() {
        let (scratch, contents) = folder("read", FILES.iter(), 1);
        chmod(&contents["sparkyard"], 0o755);
        let archive = scratch.join("a.tar.gz");
        pack(&archive, "a-1", &contents, TIME).unwrap();

        let mut bytes = [0; 10];
        File::open(&archive).unwrap().read_exact(&mut bytes).unwrap();
        assert_eq!(bytes[3..8], [0; 5], "the header of gzip has a name or a time");
        let mut packed = tar::Archive::new(GzDecoder::new(File::open(&archive).unwrap()));
        for entry in packed.entries().unwrap() {
            let entry = entry.unwrap();
            let header = entry.header();
            let owner = (header.uid().unwrap(), header.gid().unwrap());
            assert_eq!((owner, header.mtime().unwrap()), ((0, 0), TIME));
        }

        let mut list = Command::new("tar");
        list.env("TZ", "UTC").arg("-tzf").arg(&archive);
        assert_eq!(
            process::output(&mut list).unwrap(),
            "a-1/README.md\na-1/config/deploy/unit\na-1/sparkyard\n"
        );
        let mut extract = Command::new("tar");
        process::run(extract.arg("-xzf").arg(&archive).arg("-C").arg(&scratch)).unwrap();
        let program = fs::metadata(scratch.join("a-1/sparkyard")).unwrap();
        assert!(is_executable(&program));
        let text = fs::read_to_string(scratch.join("a-1/config/deploy/unit")).unwrap();
        assert_eq!(text, "[Unit]");
        fs::remove_dir_all(scratch).unwrap();
    }

    #[test]
    fn missing_file_leaves_the_old_archive() {
        let (scratch, mut contents) = folder("missing", FILES.iter(), 1);
        let archive = scratch.join("a.tar.gz");
        fs::write(&archive, "old").unwrap();
        contents.insert("sbom/gone".to_owned(), scratch.join("gone"));
        let error = pack(&archive, "a-1", &contents, TIME).unwrap_err();
        assert!(error.to_string().starts_with("could not pack"), "{error:#}");
        assert_eq!(fs::read_to_string(&archive).unwrap(), "old");
        fs::remove_dir_all(scratch).unwrap();
    }
}
