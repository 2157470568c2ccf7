//! The file of the master key.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::Context;
use data_encoding::HEXLOWER_PERMISSIVE;
use sparkyard_kernel::keys::{MasterKey, random_bytes};

use super::{DATABASE, replace_file};
use crate::config::Config;

/// Name of the key file in the data directory. Never part of a backup.
pub const KEY: &str = "secrets";

/// Returns the path of the key file: `key_file` of the configuration, or [`KEY`] in the data
/// directory.
pub fn key_path(config: &Config) -> PathBuf {
    match config.key_file.as_os_str().is_empty() {
        true => config.data_dir.join(KEY),
        false => config.key_file.clone(),
    }
}

/// Reads the master key, if its file exists.
pub fn read_key(config: &Config) -> anyhow::Result<Option<[u8; 32]>> {
    let path = key_path(config);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("the key {}", path.display())),
    };
    let key = parse(&bytes).with_context(|| {
        format!(
            "{} is damaged: it must hold exactly 32 bytes, or 64 hexadecimal digits",
            path.display()
        )
    })?;
    Ok(Some(key))
}

fn parse(bytes: &[u8]) -> Option<[u8; 32]> {
    if let Ok(key) = bytes.try_into() {
        return Some(key);
    }
    HEXLOWER_PERMISSIVE.decode(bytes.trim_ascii()).ok()?.try_into().ok()
}

/// Reads the master key, creating it on first use. Fails if it is missing beside a database, and
/// if a file that the configuration names is missing.
pub fn master_key(config: &Config) -> anyhow::Result<MasterKey> {
    if let Some(key) = read_key(config)? {
        return Ok(MasterKey::new(key));
    }
    let path = key_path(config);
    let shown = path.display();
    anyhow::ensure!(
        config.key_file.as_os_str().is_empty(),
        "there is no key in {shown}, which key_file of the configuration names"
    );
    anyhow::ensure!(
        !has_database(&config.data_dir)?,
        "{shown} is missing, but the database here needs it: put back the copy that you keep apart \
         from the backups, or enter its words with `sparkyard key import`"
    );
    let key = random_bytes();
    create_key(config, &key)?;
    Ok(MasterKey::new(key))
}

fn has_database(dir: &Path) -> anyhow::Result<bool> {
    let path = dir.join(DATABASE);
    path.try_exists().with_context(|| format!("looking for {}", path.display()))
}

/// Writes the key file. Fails if it exists with another key.
pub fn create_key(config: &Config, key: &[u8; 32]) -> anyhow::Result<()> {
    let path = key_path(config);
    let found = read_key(config)?;
    anyhow::ensure!(
        found.is_none_or(|found| found == *key),
        "{} holds another key; move it away first if it is of no use",
        path.display()
    );
    replace_file(&path, key).with_context(|| format!("writing the key {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(dir: &Path) -> Config {
        let mut config = Config::with("").unwrap();
        config.data_dir = dir.to_owned();
        config
    }

    #[test]
    fn key_is_created_once() {
        let dir = tempfile::tempdir().unwrap();
        let config = config(dir.path());
        assert_eq!(read_key(&config).unwrap(), None);
        let first = master_key(&config).unwrap().derive("a");
        assert_eq!(master_key(&config).unwrap().derive("a"), first);
        fs::write(dir.path().join(KEY), b"short").unwrap();
        assert!(master_key(&config).is_err());
    }

    #[test]
    fn missing_key_beside_a_database_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join(DATABASE)).unwrap();
        let found = master_key(&config(dir.path())).err().unwrap().to_string();
        assert!(found.contains("is missing"), "{found}");
        assert!(!dir.path().join(KEY).exists());
    }

    #[test]
    fn configured_key_file_is_read_and_never_created() {
        let dir = tempfile::tempdir().unwrap();
        let mut config = config(dir.path());
        config.key_file = dir.path().join("credential");
        let found = master_key(&config).err().unwrap().to_string();
        assert!(found.contains("which key_file"), "{found}");
        assert!(!config.key_file.exists());
        for content in [vec![7; 32], format!("{}\n", "07".repeat(32)).into_bytes()] {
            fs::write(&config.key_file, content).unwrap();
            assert_eq!(read_key(&config).unwrap(), Some([7; 32]));
        }
        assert!(!dir.path().join(KEY).exists());
        for damaged in [vec![7; 31], "é7".repeat(32).into_bytes(), vec![b'x'; 64], Vec::new()] {
            fs::write(&config.key_file, &damaged).unwrap();
            assert!(read_key(&config).is_err(), "{damaged:?}");
        }
    }

    #[test]
    fn another_key_is_never_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let config = config(dir.path());
        create_key(&config, &[1; 32]).unwrap();
        create_key(&config, &[1; 32]).unwrap();
        assert!(create_key(&config, &[2; 32]).is_err());
        assert_eq!(read_key(&config).unwrap(), Some([1; 32]));
    }
}
