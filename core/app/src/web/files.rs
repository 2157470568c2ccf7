//! Embedded files of the client, with the precompressed variants that the build made.

use std::{
    borrow::Cow,
    collections::HashMap,
    fmt::Write as _,
    io::{self, Write as _},
    sync::{LazyLock, OnceLock},
};

use brotli::enc::BrotliEncoderParams;
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use poem::http::HeaderValue;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use super::accept_encoding::Coding;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Dist;

/// Files by name.
static FILES: LazyLock<HashMap<Cow<'static, str>, File>> = LazyLock::new(|| {
    let mut files = HashMap::new();
    for name in Dist::iter().filter(|name| !is_precompressed(name)) {
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
    /// The file itself and its precompressed variants.
    variants: Vec<Variant>,
}

/// A file in one content coding.
pub(super) struct Variant {
    pub(super) coding: Coding,
    /// Hash of exactly these bytes.
    pub(super) etag: HeaderValue,
    /// Name under which the variant is embedded.
    stored: String,
    bytes: OnceLock<Bytes>,
}

/// Finds a file by name; precompressed variants cannot be requested by name.
pub(super) fn find(name: &str) -> Option<&'static File> {
    FILES.get(name)
}

impl File {
    /// Creates a page that the server has made, with its compressed variants.
    pub(super) fn made(html: String) -> Self {
        let plain = Bytes::from(html);
        let variants = Coding::ALL.into_iter().filter_map(|coding| {
            let bytes = packed(&plain, coding).ok()?;
            let etag = etag(&Sha256::digest(&bytes))?;
            Some(Variant { coding, etag, stored: String::new(), bytes: OnceLock::from(bytes) })
        });
        Self { variants: variants.collect() }
    }

    /// Creates a page that is made for one request, uncompressed.
    pub(super) fn plain(html: String) -> Option<Self> {
        let (coding, bytes) = (Coding::Identity, Bytes::from(html));
        let etag = etag(&Sha256::digest(&bytes))?;
        let bytes = OnceLock::from(bytes);
        Some(Self { variants: vec![Variant { coding, etag, stored: String::new(), bytes }] })
    }

    /// Returns the available codings.
    pub(super) fn codings(&self) -> impl Iterator<Item = Coding> {
        self.variants.iter().map(|variant| variant.coding)
    }

    /// Checks whether there are precompressed variants.
    pub(super) fn is_compressed(&self) -> bool {
        self.variants.len() > 1
    }

    pub(super) fn variant(&self, coding: Coding) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.coding == coding)
    }
}

impl Variant {
    /// Returns the content, decompressed from the binary on first use.
    pub(super) fn bytes(&self) -> Bytes {
        let take = || Dist::get(&self.stored).map(|file| file.data.into_owned().into());
        self.bytes.get_or_init(|| take().unwrap_or_default()).clone()
    }
}

/// Compresses a small page, with a level that takes about a millisecond.
fn packed(plain: &Bytes, coding: Coding) -> io::Result<Bytes> {
    match coding {
        Coding::Identity => Ok(plain.clone()),
        Coding::Gzip => {
            let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
            gzip.write_all(plain)?;
            Ok(gzip.finish()?.into())
        }
        Coding::Brotli => {
            let mut packed = Vec::new();
            let settings = BrotliEncoderParams { quality: 9, ..BrotliEncoderParams::default() };
            brotli::BrotliCompress(&mut &plain[..], &mut packed, &settings)?;
            Ok(packed.into())
        }
    }
}

/// Returns the suffix of a variant's name (`web/build/precompressed.ts`).
fn suffix(coding: Coding) -> &'static str {
    match coding {
        Coding::Brotli => ".br",
        Coding::Gzip => ".gz",
        Coding::Identity => "",
    }
}

fn is_precompressed(name: &str) -> bool {
    let suffixes = [Coding::Brotli, Coding::Gzip].map(suffix);
    suffixes.iter().any(|suffix| name.ends_with(suffix))
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
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::{Coding, File, is_precompressed};

    #[test]
    fn made_page_has_all_variants() {
        let html = "<p>Hello</p>".repeat(50);
        let file = File::made(html.clone());
        let bytes = |coding| file.variant(coding).unwrap().bytes();
        assert_eq!(bytes(Coding::Identity), html);
        let (gzip, brotli) = (bytes(Coding::Gzip), bytes(Coding::Brotli));
        assert!(gzip.len() < html.len() && brotli.len() < gzip.len());
        let mut unpacked = String::new();
        GzDecoder::new(&gzip[..]).read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, html);
        let mut unpacked = Vec::new();
        brotli::BrotliDecompress(&mut &brotli[..], &mut unpacked).unwrap();
        assert_eq!(unpacked, html.as_bytes());
    }

    #[test]
    fn variants_are_recognised_by_name() {
        for (name, expected) in [
            ("index.html", false),
            ("assets/index.js.br", true),
            ("assets/index.js.gz", true),
            ("art/brick.svg", false),
        ] {
            assert_eq!(is_precompressed(name), expected, "{name}");
        }
    }
}
