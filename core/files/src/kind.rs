//! File types, detected from the first bytes and never from the name.

/// File types that are distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Jpeg,
    Png,
    Webp,
    Gif,
    /// TIFF, and raw formats based on it, which are most.
    Tiff,
    /// HEIC, as phones write it, or AVIF.
    Heif,
    Pdf,
    Other,
}

impl Kind {
    pub(super) const ALL: [Self; 8] = [
        Self::Jpeg,
        Self::Png,
        Self::Webp,
        Self::Gif,
        Self::Tiff,
        Self::Heif,
        Self::Pdf,
        Self::Other,
    ];

    /// Detects the type of `content`.
    pub(super) fn of(content: &[u8]) -> Self {
        let at = |start: usize| content.get(start..).unwrap_or_default();
        let is_heif = || {
            let brands: [&[u8]; 7] = [b"hei", b"hev", b"mif", b"msf1", b"avif", b"avis", b"miaf"];
            at(4).starts_with(b"ftyp") && brands.iter().any(|brand| at(8).starts_with(brand))
        };
        match content {
            [0xFF, 0xD8, 0xFF, ..] => Self::Jpeg,
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Self::Png,
            [b'R', b'I', b'F', b'F', ..] if at(8).starts_with(b"WEBP") => Self::Webp,
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Self::Gif,
            [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => Self::Tiff,
            [b'%', b'P', b'D', b'F', b'-', ..] => Self::Pdf,
            _ if is_heif() => Self::Heif,
            _ => Self::Other,
        }
    }

    /// Returns the file name extension.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Webp => "webp",
            Self::Gif => "gif",
            Self::Tiff => "tif",
            Self::Heif => "heif",
            Self::Pdf => "pdf",
            Self::Other => "bin",
        }
    }

    /// Returns the media type; unknown content is a download and is never displayed.
    pub(super) const fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
            Self::Tiff => "image/tiff",
            Self::Heif => "image/heif",
            Self::Pdf => "application/pdf",
            Self::Other => "application/octet-stream",
        }
    }

    /// Checks whether the file is a picture, which may contain the location where it was taken.
    pub(super) const fn is_picture(self) -> bool {
        match self {
            Self::Jpeg | Self::Png | Self::Webp | Self::Gif | Self::Tiff | Self::Heif => true,
            Self::Pdf | Self::Other => false,
        }
    }

    /// Checks whether pictures of this type are served to everyone.
    pub(super) const fn is_public(self) -> bool {
        matches!(self, Self::Jpeg | Self::Png | Self::Webp)
    }
}

/// Checks whether `content` is a video, a raw photo or a picture that cannot be rendered here. Such
/// files may contain a location, which only rendering would remove.
pub(super) fn may_hold_location(content: &[u8]) -> bool {
    let at = |start: usize| content.get(start..).unwrap_or_default();
    let begins =
        |start: usize, marks: &[&[u8]]| marks.iter().any(|mark| at(start).starts_with(mark));
    let is_base_media = begins(4, &[b"ftyp"]) && Kind::of(content) != Kind::Heif;
    // Old QuickTime files lack `ftyp`. Unlike text, they begin with the size of a box.
    let is_quicktime = begins(0, &[b"\0"]) && begins(4, QUICKTIME_BOXES);
    let is_avi = begins(0, &[b"RIFF"]) && begins(8, &[b"AVI "]);
    is_base_media || is_quicktime || is_avi || begins(0, OTHER_MARKS)
}

const QUICKTIME_BOXES: &[&[u8]] = &[b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot"];
/// First bytes of other videos, of raw photos and of pictures that are not rendered. Most raw
/// formats are TIFF, and CR3 has `ftyp`.
const OTHER_MARKS: &[&[u8]] = &[
    // Matroska and WebM.
    b"\x1A\x45\xDF\xA3",
    // Olympus, Panasonic, Fujifilm, old Canon, Minolta and Sigma.
    b"IIRO",
    b"IIRS",
    b"MMOR",
    b"IIU\0",
    b"FUJIFILMCCD-RAW",
    b"II\x1A\0\0\0HEAPCCDR",
    b"\0MRM",
    b"FOVb",
    // JPEG XL, JPEG 2000, JPEG XR and BigTIFF.
    b"\xFF\x0A",
    b"\0\0\0\x0CJXL ",
    b"\xFF\x4F\xFF\x51",
    b"\0\0\0\x0CjP  ",
    b"II\xBC\x01",
    b"II+\0",
    b"MM\0+",
];
