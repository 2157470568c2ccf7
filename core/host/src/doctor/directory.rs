//! The data directory: its permissions, and the space on its disk.

use std::{
    fs,
    io::{self, ErrorKind},
    path::Path,
};

use sparkyard_kernel::probe::Finding;

use crate::{
    config::Config,
    data_dir::{DATABASE, key_path, read_key},
    metrics::size_of,
};

/// Checks who can read the data directory and the key, and whether they are complete.
pub(super) fn permissions(config: &Config) -> Finding {
    let dir = &config.data_dir;
    let found = match fs::metadata(dir) {
        Ok(found) => found,
        Err(cause) if cause.kind() == ErrorKind::NotFound => {
            return Finding::warning(
                format!("{} does not exist yet; the first start creates it.", dir.display()),
                "Check data_dir, or --data-dir, if the site has been used before.",
            );
        }
        Err(cause) => return unreadable(dir, &cause),
    };
    if !found.is_dir() {
        return Finding::failure(
            format!("{} is not a directory.", dir.display()),
            "Set data_dir to the directory of the site.",
        );
    }
    if let Err(cause) = tempfile::tempfile_in(dir) {
        return Finding::failure(
            format!("Nothing can be written to {}: {cause}.", dir.display()),
            "Run the server and this command as the user who owns the directory.",
        );
    }
    let key = key_path(config);
    match (read_key(config), fs::metadata(&key)) {
        (Ok(Some(_)), Ok(file)) => private(&[(dir, &found), (&key, &file)]),
        (Ok(_), _) if config.database.url.is_empty() && dir.join(DATABASE).exists() => {
            Finding::failure(
                format!("{} is missing, but the database needs it.", key.display()),
                "Put back the copy that you keep apart from the backups, or enter its words with \
                 `sparkyard key import`.",
            )
        }
        (Ok(_), _) => private(&[(dir, &found)]),
        (Err(cause), _) => Finding::failure(
            format!("The key cannot be used: {cause:#}."),
            "Run this command as the user who owns it, or put back the copy that you keep apart \
             from the backups.",
        ),
    }
}

fn unreadable(path: &Path, cause: &io::Error) -> Finding {
    Finding::failure(
        format!("{} cannot be read: {cause}.", path.display()),
        "Run this command as the user who owns the data directory.",
    )
}

#[cfg(unix)]
fn private(paths: &[(&Path, &fs::Metadata)]) -> Finding {
    use std::os::unix::fs::PermissionsExt;
    let open = |(_, found): &&(&Path, &fs::Metadata)| found.permissions().mode() & 0o077 != 0;
    match paths.iter().find(open) {
        Some((path, _)) => Finding::failure(
            format!("Other users of this machine can open {}.", path.display()),
            format!("Run: chmod go= {}", path.display()),
        ),
        None => Finding::ok("The data directory is private and can be written to."),
    }
}

#[cfg(not(unix))]
fn private(_: &[(&Path, &fs::Metadata)]) -> Finding {
    Finding::ok("The data directory can be written to.")
}

/// Compares the free space with the reserve and the size of the database.
pub(super) fn space(config: &Config) -> Finding {
    let dir = config.data_dir.ancestors().find(|dir| dir.exists());
    let dir = dir.unwrap_or_else(|| Path::new("."));
    let free = match fs4::available_space(dir) {
        Ok(free) => free,
        Err(cause) => return unreadable(dir, &cause),
    };
    let database = config.data_dir.join(DATABASE);
    let size = match size_of(&database) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => 0,
        Err(cause) => return unreadable(&database, &cause),
        Ok(size) => size,
    };
    room(free, config.database.reserve_mb << 20, size)
}

/// Judges free space; all in bytes.
fn room(free: u64, reserve: u64, size: u64) -> Finding {
    const REMEDY: &str = "Delete what this machine does not need, or give it a larger disk.";
    let mib = |bytes: u64| bytes >> 20;
    if free < reserve {
        return Finding::failure(
            format!(
                "Only {} MiB are free: writes are refused below {} MiB.",
                mib(free),
                mib(reserve)
            ),
            REMEDY,
        );
    }
    // As much as the server wants before it accepts writes again, and as a copy would take.
    let ample = (reserve / 2 * 5).max(size);
    if free < ample {
        return Finding::warning(
            format!(
                "{} MiB are free, less than the {} MiB that the database may need.",
                mib(free),
                mib(ample)
            ),
            REMEDY,
        );
    }
    Finding::ok(format!("{} MiB are free; the database has {} MiB.", mib(free), mib(size)))
}

#[cfg(test)]
mod tests {
    use sparkyard_kernel::probe::Severity;

    use super::*;

    #[test]
    fn space_is_compared_with_reserve_and_database() {
        let check = |free, reserve, size, expected| {
            assert_eq!(room(free, reserve, size).severity, expected, "{free} {reserve} {size}");
        };
        check(99, 100, 0, Severity::Failure);
        check(100, 100, 0, Severity::Warning);
        check(250, 100, 0, Severity::Ok);
        check(250, 100, 251, Severity::Warning);
        check(0, 0, 0, Severity::Ok);
    }

    #[cfg(unix)]
    #[test]
    fn broken_directories_are_named() {
        use std::os::unix::fs::PermissionsExt;
        let outside = tempfile::tempdir().unwrap();
        let dir = outside.path().join("data");
        let check = |expected, named: &str| {
            let config = Config::with(&format!("data_dir = '{}'", dir.display())).unwrap();
            let finding = permissions(&config);
            let right = finding.severity == expected && finding.message.contains(named);
            assert!(right, "{finding:?}");
        };
        let mode = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        check(Severity::Warning, "does not exist yet");
        fs::create_dir(&dir).unwrap();
        mode(&dir, 0o755);
        check(Severity::Failure, "Other users");
        mode(&dir, 0o700);
        check(Severity::Ok, "private");
        fs::create_dir(dir.join(DATABASE)).unwrap();
        check(Severity::Failure, "is missing");
        let key = dir.join("secrets");
        fs::write(&key, "short").unwrap();
        check(Severity::Failure, "damaged");
        fs::write(&key, [7; 32]).unwrap();
        mode(&key, 0o644);
        check(Severity::Failure, "secrets");
        mode(&key, 0o600);
        check(Severity::Ok, "private");
        fs::remove_dir_all(&dir).unwrap();
        fs::write(&dir, "").unwrap();
        check(Severity::Failure, "not a directory");
    }
}
