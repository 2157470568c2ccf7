//! What a file is, by its first bytes and never by its name.

/// Kinds of files that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Jpeg,
    Png,
    Webp,
    Gif,
    /// HEIC as telephones make it, or AVIF.
    Heif,
    Pdf,
    Other,
}

impl Kind {
    pub(super) const ALL: [Self; 7] =
        [Self::Jpeg, Self::Png, Self::Webp, Self::Gif, Self::Heif, Self::Pdf, Self::Other];

    /// The kind of `content`.
    pub(super) fn of(content: &[u8]) -> Self {
        let at = |start: usize| content.get(start..).unwrap_or_default();
        let is_heif = || {
            let brands: [&[u8]; 6] = [b"heic", b"heix", b"heif", b"mif1", b"msf1", b"avif"];
            at(4).starts_with(b"ftyp") && brands.iter().any(|brand| at(8).starts_with(brand))
        };
        match content {
            [0xFF, 0xD8, 0xFF, ..] => Self::Jpeg,
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Self::Png,
            [b'R', b'I', b'F', b'F', ..] if at(8).starts_with(b"WEBP") => Self::Webp,
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Self::Gif,
            [b'%', b'P', b'D', b'F', b'-', ..] => Self::Pdf,
            _ if is_heif() => Self::Heif,
            _ => Self::Other,
        }
    }

    /// The ending of its file names.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Webp => "webp",
            Self::Gif => "gif",
            Self::Heif => "heif",
            Self::Pdf => "pdf",
            Self::Other => "bin",
        }
    }

    /// Its media type; what is unknown is bytes to be saved, never something to be shown.
    pub(super) const fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
            Self::Heif => "image/heif",
            Self::Pdf => "application/pdf",
            Self::Other => "application/octet-stream",
        }
    }

    /// Whether pictures of this kind are served to everyone.
    pub(super) const fn is_public(self) -> bool {
        matches!(self, Self::Jpeg | Self::Png | Self::Webp)
    }
}
