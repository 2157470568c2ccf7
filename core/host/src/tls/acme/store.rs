//! Account and certificate in the data directory.

use std::{
    fs,
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

use anyhow::Context;
use instant_acme::AccountCredentials;

use super::order::Issued;
use crate::{data_dir, tls::certificate::Certificate};

/// Folder in the data directory.
const FOLDER: &str = "tls";
const ACCOUNT: &str = "account.json";
/// Certificate chain and key in one file, so that they always belong together.
const CERTIFICATE: &str = "certificate.pem";

/// Files of one authority.
pub(super) struct AcmeStore {
    dir: PathBuf,
}

impl AcmeStore {
    /// Each directory URL has a folder of its own, so that changing it never mixes two authorities.
    pub(super) fn new(data_dir: &Path, directory: &str) -> Self {
        let name = directory.trim_start_matches("https://");
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
        let name: String = name.chars().map(plain).take(200).collect();
        // Never a path to elsewhere, such as `..`.
        Self { dir: data_dir.join(FOLDER).join(format!("acme-{name}")) }
    }

    /// Returns the stored account, if any.
    pub(super) fn account(&self) -> anyhow::Result<Option<AccountCredentials>> {
        let path = self.dir.join(ACCOUNT);
        let Some(text) = read(&path)? else { return Ok(None) };
        serde_json::from_slice(&text).map(Some).with_context(|| path.display().to_string())
    }

    /// Stores the account.
    pub(super) fn put_account(&self, account: &AccountCredentials) -> anyhow::Result<()> {
        Ok(self.put(ACCOUNT, &serde_json::to_vec(account)?)?)
    }

    /// Removes the account, which the authority does not know any more.
    pub(super) fn delete_account(&self) -> io::Result<()> {
        fs::remove_file(self.dir.join(ACCOUNT))?;
        data_dir::sync_dir(&self.dir)
    }

    /// Returns the stored certificate, if any.
    pub(super) fn certificate(&self) -> anyhow::Result<Option<Certificate>> {
        let path = self.dir.join(CERTIFICATE);
        let Some(text) = read(&path)? else { return Ok(None) };
        Certificate::from_pem(&text, &text).map(Some).with_context(|| path.display().to_string())
    }

    /// Stores the certificate.
    pub(super) fn put_certificate(&self, issued: &Issued) -> io::Result<()> {
        self.put(CERTIFICATE, format!("{}{}", issued.key, issued.chain).as_bytes())
    }

    /// Writes a file that only its owner can read, whole or not at all.
    fn put(&self, name: &str, content: &[u8]) -> io::Result<()> {
        data_dir::private_dir(&self.dir)?;
        let aside = self.dir.join(format!("{name}.new"));
        // A file that a killed process left may have other permissions.
        match fs::remove_file(&aside) {
            Err(cause) if cause.kind() != ErrorKind::NotFound => return Err(cause),
            _ => {}
        }
        let mut file = data_dir::private_file(&aside)?;
        file.write_all(content).and_then(|()| file.sync_all())?;
        fs::rename(&aside, self.dir.join(name))?;
        data_dir::sync_dir(&self.dir)
    }
}

fn read(path: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(content) => Ok(Some(content)),
        Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(cause).with_context(|| path.display().to_string()),
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::tls::certificate::tests::pem;

    fn issued(name: &str) -> Issued {
        let [chain, key] = pem(name, 2025, 2030);
        Issued { chain, key }
    }

    #[test]
    fn certificate_is_stored_per_directory() {
        let dir = TempDir::new().unwrap();
        let staging = AcmeStore::new(dir.path(), "https://staging.example.org/directory");
        let other = AcmeStore::new(dir.path(), "https://../../..");
        assert!(staging.certificate().unwrap().is_none());
        staging.put_certificate(&issued("a.org")).unwrap();
        staging.put_certificate(&issued("b.org")).unwrap();
        assert!(staging.certificate().unwrap().unwrap().names("b.org"));
        assert!(other.certificate().unwrap().is_none());
        other.put_certificate(&issued("c.org")).unwrap();
        let folders = fs::read_dir(dir.path().join(FOLDER)).unwrap().count();
        assert_eq!((folders, fs::read_dir(dir.path()).unwrap().count()), (2, 1));
    }

    #[test]
    fn damaged_files_are_errors() {
        let dir = TempDir::new().unwrap();
        let store = AcmeStore::new(dir.path(), "https://a.org");
        store.put(CERTIFICATE, b"half a certif").unwrap();
        store.put(ACCOUNT, b"{").unwrap();
        assert!(store.certificate().is_err() && store.account().is_err());
        store.delete_account().unwrap();
        assert!(store.account().unwrap().is_none());
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_can_read_the_files() {
        use std::os::unix::fs::PermissionsExt;
        let dir = TempDir::new().unwrap();
        let store = AcmeStore::new(dir.path(), "https://a.org");
        data_dir::private_dir(&store.dir).unwrap();
        let aside = store.dir.join("certificate.pem.new");
        fs::write(&aside, "left by a kill").unwrap();
        fs::set_permissions(&aside, fs::Permissions::from_mode(0o666)).unwrap();
        store.put_certificate(&issued("a.org")).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&store.dir.join(CERTIFICATE)), 0o600);
        assert_eq!((mode(&store.dir), mode(&dir.path().join(FOLDER))), (0o700, 0o700));
    }
}
