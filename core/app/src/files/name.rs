//! Names of stored files.

use std::{fmt, str::FromStr};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

use super::kind::Kind;

/// `<hash>.<extension>`: letters, digits, `-`, `_` and one dot, so never a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileName {
    hash: String,
    kind: Kind,
}

/// The text is no name of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ForeignName;

impl FileName {
    /// The name of `content`.
    pub(super) fn of(content: &[u8], kind: Kind) -> Self {
        Self { hash: URL_SAFE_NO_PAD.encode(Sha256::digest(content)), kind }
    }

    /// SHA-256 of the content, in URL-safe base64.
    pub(super) fn hash(&self) -> &str {
        &self.hash
    }

    pub(super) const fn kind(&self) -> Kind {
        self.kind
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
