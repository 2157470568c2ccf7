//! Names of stored files.

use std::{fmt, str::FromStr};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

use super::kind::Kind;

/// Storage area, by access and encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Area {
    /// Public pictures.
    Public,
    /// Private files stored unencrypted, from before encryption.
    Private,
    /// Private files, encrypted.
    Sealed,
}

impl Area {
    const ALL: [Self; 3] = [Self::Public, Self::Private, Self::Sealed];

    const fn folder(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Private => "private",
            Self::Sealed => "sealed",
        }
    }
}

/// File name `<hash>.<extension>`: letters, digits, `-`, `_` and one dot, so never a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileName {
    hash: String,
    kind: Kind,
}

/// The text is not a valid file name of this store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ForeignName;

impl FileName {
    /// Returns the name of public `content`.
    pub(super) fn of(content: &[u8], kind: Kind) -> Self {
        Self::with_hash(Sha256::digest(content).as_slice(), kind)
    }

    /// Returns a name with the given hash.
    pub(super) fn with_hash(hash: &[u8], kind: Kind) -> Self {
        Self { hash: URL_SAFE_NO_PAD.encode(hash), kind }
    }

    /// Returns another name for the same content.
    pub(super) fn next(&self) -> Self {
        Self::of(self.hash.as_bytes(), self.kind)
    }

    /// Returns the hash, in URL-safe base64.
    pub(super) fn hash(&self) -> &str {
        &self.hash
    }

    pub(super) const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the path of the file in `area`.
    pub(super) const fn within(self, area: Area) -> StoredName {
        StoredName { area, name: self }
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.hash, self.kind.extension())
    }
}

impl FromStr for FileName {
    type Err = ForeignName;

    fn from_str(text: &str) -> Result<Self, ForeignName> {
        let (hash, extension) = text.split_once('.').ok_or(ForeignName)?;
        let safe = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        if hash.is_empty() || hash.len() > 64 || !hash.bytes().all(safe) {
            return Err(ForeignName);
        }
        let kind = Kind::ALL.into_iter().find(|kind| kind.extension() == extension);
        kind.map(|kind| Self { hash: hash.to_owned(), kind }).ok_or(ForeignName)
    }
}

/// Path of a stored file, `<folder>/<name>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoredName {
    pub(super) area: Area,
    pub(super) name: FileName,
}

impl fmt::Display for StoredName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.area.folder(), self.name)
    }
}

impl FromStr for StoredName {
    type Err = ForeignName;

    fn from_str(text: &str) -> Result<Self, ForeignName> {
        let (folder, name) = text.split_once('/').ok_or(ForeignName)?;
        let area = Area::ALL.into_iter().find(|area| area.folder() == folder);
        Ok(name.parse::<FileName>()?.within(area.ok_or(ForeignName)?))
    }
}
