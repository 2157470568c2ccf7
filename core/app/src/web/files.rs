//! The files of the client, each with the packings that the build made of it.

use std::{
    borrow::Cow,
    collections::HashMap,
    fmt::Write as _,
    sync::{LazyLock, OnceLock},
};

use bytes::Bytes;
use poem::http::HeaderValue;
use rust_embed::RustEmbed;

use super::accepted::Coding;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Dist;

/// By name.
static FILES: LazyLock<HashMap<Cow<'static, str>, File>> = LazyLock::new(|| {
    let mut files = HashMap::new();
    for name in Dist::iter().filter(|name| !is_packing(name)) {
        let variants = Coding::ALL.into_iter().filter_map(|coding| {
            let stored = format!("{name}{}", suffix(coding));
            let hash = Dist::compressed(&stored)?.metadata.sha256_hash();
            Some(Variant { coding, etag: etag(&hash)?, stored, bytes: OnceLock::new() })
        });
        let variants = variants.collect();
        files.insert(name, File { variants });
    }
    files
});

/// A file of the client.
pub(super) struct File {
    /// At least itself.
    variants: Vec<Variant>,
}

/// A file as it is, or packed.
pub(super) struct Variant {
    pub(super) coding: Coding,
    /// Of these bytes and no others.
    pub(super) etag: HeaderValue,
    /// Where it is embedded.
    stored: String,
    bytes: OnceLock<Bytes>,
}

/// The file of that name. Packings have none of their own.
pub(super) fn find(name: &str) -> Option<&'static File> {
    FILES.get(name)
}

impl File {
    /// How it can be had.
    pub(super) fn codings(&self) -> impl Iterator<Item = Coding> {
        self.variants.iter().map(|variant| variant.coding)
    }

    /// Whether there is a choice.
    pub(super) fn is_packed(&self) -> bool {
        self.variants.len() > 1
    }

    pub(super) fn variant(&self, coding: Coding) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.coding == coding)
    }
}

impl Variant {
    /// Its content, which is taken out of the program when it is first asked for.
    pub(super) fn bytes(&self) -> Bytes {
        let take = || Dist::get(&self.stored).map(|file| file.data.into_owned().into());
        self.bytes.get_or_init(|| take().unwrap_or_default()).clone()
    }
}

/// What the build adds to the name of a file (`web/build/packed.ts`).
fn suffix(coding: Coding) -> &'static str {
    match coding {
        Coding::Brotli => ".br",
        Coding::Gzip => ".gz",
        Coding::Identity => "",
    }
}

fn is_packing(name: &str) -> bool {
    let packings = [Coding::Brotli, Coding::Gzip].map(suffix);
    packings.iter().any(|suffix| name.ends_with(suffix))
}

fn etag(hash: &[u8]) -> Option<HeaderValue> {
    let hex = hash.iter().take(12).fold(String::new(), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    HeaderValue::try_from(format!("\"{hex}\"")).ok()
}

#[cfg(test)]
mod tests {
    use super::is_packing;

    #[test]
    fn packings_are_known_by_their_names() {
        for (name, expected) in [
            ("index.html", false),
            ("assets/index.js.br", true),
            ("assets/index.js.gz", true),
            ("art/brick.svg", false),
        ] {
            assert_eq!(is_packing(name), expected, "{name}");
        }
    }
}
