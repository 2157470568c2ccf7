//! Decodes uploads, after the header has shown that this is safe.

use std::{borrow::Cow, io::Cursor};

use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, metadata::Orientation,
};
use sparkyard_kernel::ApiError;

use super::{Shape, heif, jpeg, png, queue::PICTURE_BUDGET_MIB, svg};
use crate::kind::Kind;

/// Most pixels of an upload: more than phones and most cameras produce.
pub(super) const MAX_PIXELS: u64 = 40_000_000;
const MAX_SIDE: u32 = 20_000;
const MIB: u64 = 1024 * 1024;

/// Reason for which an upload is not accepted as a picture.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PictureError {
    #[error("Only image files are allowed")]
    NotAnImage,
    #[error("Please use a JPEG, PNG, WebP or HEIC image.")]
    UnsupportedFormat,
    #[error("This image has too many pixels. Please use one of at most 40 megapixels.")]
    TooManyPixels,
    #[error("This image is broken or incomplete. Please choose another.")]
    Broken,
    #[error("This drawing cannot be used here. Please take a photo of the document instead.")]
    UnsupportedDrawing,
    #[error("encoding failed: {0}")]
    Encoding(ImageError),
}

impl From<PictureError> for ApiError {
    fn from(error: PictureError) -> Self {
        let (status, code) = match error {
            PictureError::NotAnImage => (415, "files.not_an_image"),
            PictureError::UnsupportedFormat => (415, "files.image_format"),
            PictureError::TooManyPixels => (422, "files.too_many_pixels"),
            PictureError::Broken => (422, "files.broken_image"),
            PictureError::UnsupportedDrawing => (422, "files.drawing"),
            PictureError::Encoding(_) => return Self::internal(error),
        };
        Self::new(status, code, error.to_string())
    }
}

/// Decoder to use for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Raster(ImageFormat),
    Heif,
    /// SVG drawing; accepted for documents only.
    Svg,
}

/// Decoded pixels, and the transformations still to apply.
pub(crate) struct Unpacked {
    pub(super) image: DynamicImage,
    pub(super) orientation: Orientation,
    /// Colour profile, if there is one.
    pub(super) profile: Option<Vec<u8>>,
}

impl Format {
    /// Returns the format of `content`, if pictures of this shape may have it.
    pub(crate) fn of(content: &[u8], shape: Shape) -> Result<Self, PictureError> {
        match Kind::of(content) {
            Kind::Jpeg => Ok(Self::Raster(ImageFormat::Jpeg)),
            Kind::Png => Ok(Self::Raster(ImageFormat::Png)),
            Kind::Webp => Ok(Self::Raster(ImageFormat::WebP)),
            Kind::Heif => Ok(Self::Heif),
            Kind::Gif | Kind::Tiff => Err(PictureError::UnsupportedFormat),
            Kind::Other if shape == Shape::Document && svg::is_svg(content) => Ok(Self::Svg),
            Kind::Pdf | Kind::Other => Err(PictureError::NotAnImage),
        }
    }

    /// Returns the memory needed to decode `content`, computed from the header alone, rounded up to
    /// MiB. A picture that needs too much is refused before anything is decoded.
    pub(crate) fn unpacked_mib(self, content: &[u8]) -> Result<u32, PictureError> {
        let bytes = match self {
            Self::Raster(format) => raster_bytes(content, format)?,
            Self::Heif => heif::unpacked_bytes(content)?,
            Self::Svg => svg::PAINTED_BYTES,
        };
        let mib = u32::try_from(bytes.div_ceil(MIB)).unwrap_or(u32::MAX);
        if mib > PICTURE_BUDGET_MIB { Err(PictureError::TooManyPixels) } else { Ok(mib) }
    }

    /// Decodes the picture. Blocks for long: do not call it on async threads.
    pub(crate) fn unpack(self, content: &[u8]) -> Result<Unpacked, PictureError> {
        match self {
            Self::Raster(format) => raster(content, format),
            Self::Heif => {
                let (image, profile) = heif::decode(content)?;
                Ok(Unpacked { image, orientation: Orientation::NoTransforms, profile })
            }
            Self::Svg => {
                let image = svg::render(content)?;
                Ok(Unpacked { image, orientation: Orientation::NoTransforms, profile: None })
            }
        }
    }
}

fn raster_bytes(content: &[u8], format: ImageFormat) -> Result<u64, PictureError> {
    let content = needed(content, format)?;
    let decoder = decoder(&content, format)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(PictureError::TooManyPixels);
    }
    let bytes = decoder.total_bytes();
    // Progressive JPEGs are collected as two-byte coefficients first.
    let passes = format == ImageFormat::Jpeg && jpeg::is_progressive(&content);
    Ok(if passes { bytes.saturating_mul(3) } else { bytes })
}

fn raster(content: &[u8], format: ImageFormat) -> Result<Unpacked, PictureError> {
    if format == ImageFormat::Jpeg && !jpeg::is_complete(content) {
        return Err(PictureError::Broken);
    }
    let content = needed(content, format)?;
    let mut decoder = decoder(&content, format)?;
    // A picture with unreadable metadata is used without rotation.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().unwrap_or_default();
    let image = DynamicImage::from_decoder(decoder).map_err(|error| decoding(&error))?;
    Ok(Unpacked { image, orientation, profile })
}

/// Returns the parts that a decoder may see. Only PNG has compressed metadata.
fn needed(content: &[u8], format: ImageFormat) -> Result<Cow<'_, [u8]>, PictureError> {
    match format {
        ImageFormat::Png => png::without_extras(content),
        _ => Ok(Cow::Borrowed(content)),
    }
}

fn decoder(content: &[u8], format: ImageFormat) -> Result<impl ImageDecoder + '_, PictureError> {
    let mut reader = ImageReader::with_format(Cursor::new(content), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(u64::from(PICTURE_BUDGET_MIB) * MIB);
    reader.limits(limits);
    reader.into_decoder().map_err(|error| decoding(&error))
}

fn decoding(error: &ImageError) -> PictureError {
    match error {
        ImageError::Limits(_) => PictureError::TooManyPixels,
        _ => PictureError::Broken,
    }
}
