//! Turns what people upload into pictures that are safe and small enough to serve.
//!
//! Nothing of the upload but its pixels survives: they are decoded, scaled, turned upright and
//! encoded anew, which drops places, cameras, previews and whatever was appended.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, RgbImage, RgbaImage,
    codecs::{jpeg::JpegEncoder, webp::WebPEncoder},
    imageops::FilterType,
    metadata::Orientation,
};
use sparkyard_kernel::{ApiError, ports::ImageShape};

use super::{PICTURE_BUDGET_MIB, jpeg, kind::Kind};

const AVATAR_SIDE: u32 = 512;
const PICTURE_SIDE: u32 = 1280;
const JPEG_QUALITY: u8 = 82;
/// Most pixels of an upload: more than telephones and most cameras take.
const MAX_PIXELS: u64 = 40_000_000;
const MAX_SIDE: u32 = 20_000;
/// A picture with transparency that needs more than this loses it instead.
const MAX_LOSSLESS_BYTES: usize = 400 * 1024;
const MIB: u64 = 1024 * 1024;

/// A picture ready to be served.
pub(super) struct Picture {
    pub(super) content: Vec<u8>,
    pub(super) kind: Kind,
}

/// Why an upload is not accepted as a picture.
#[derive(Debug, thiserror::Error)]
pub(super) enum PictureError {
    #[error("Only image files are allowed")]
    NotAnImage,
    #[error("Please use a JPEG, PNG or WebP image.")]
    OtherFormat,
    #[error("This image has too many pixels. Please use one of at most 40 megapixels.")]
    TooManyPixels,
    #[error("This image is broken or incomplete. Please choose another.")]
    Broken,
    #[error("encoding failed: {0}")]
    Encoding(ImageError),
}

impl From<PictureError> for ApiError {
    fn from(error: PictureError) -> Self {
        let (status, code) = match error {
            PictureError::NotAnImage => (415, "files.not_an_image"),
            PictureError::OtherFormat => (415, "files.image_format"),
            PictureError::TooManyPixels => (422, "files.too_many_pixels"),
            PictureError::Broken => (422, "files.broken_image"),
            PictureError::Encoding(_) => return Self::internal(error),
        };
        Self::new(status, code, error.to_string())
    }
}

/// The kind of an uploaded picture.
pub(super) fn kind(content: &[u8]) -> Result<Kind, PictureError> {
    match Kind::of(content) {
        kind @ (Kind::Jpeg | Kind::Png | Kind::Webp) => Ok(kind),
        Kind::Gif | Kind::Heif => Err(PictureError::OtherFormat),
        Kind::Pdf | Kind::Other => Err(PictureError::NotAnImage),
    }
}

/// Memory that `content` takes once unpacked, told by its header alone, rounded up to MiB. A
/// picture that unpacks to too much is refused here, before anything is unpacked.
pub(super) fn unpacked_mib(content: &[u8], kind: Kind) -> Result<u32, PictureError> {
    let decoder = decoder(content, kind)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(PictureError::TooManyPixels);
    }
    let mib = u32::try_from(decoder.total_bytes().div_ceil(MIB)).unwrap_or(u32::MAX);
    if mib > PICTURE_BUDGET_MIB { Err(PictureError::TooManyPixels) } else { Ok(mib) }
}

/// Decodes, scales, turns upright and encodes. Takes time: not for async threads.
pub(super) fn render(
    content: &[u8],
    kind: Kind,
    shape: ImageShape,
) -> Result<Picture, PictureError> {
    if kind == Kind::Jpeg && !jpeg::is_complete(content) {
        return Err(PictureError::Broken);
    }
    let mut decoder = decoder(content, kind)?;
    // A picture whose metadata cannot be read is taken as it lies.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let image = DynamicImage::from_decoder(decoder).map_err(|error| decoding(&error))?;
    let mut image = scale(image, shape);
    // Both shapes treat width and height alike, so turning the small picture will do.
    image.apply_orientation(orientation);
    encode(&image)
}

fn decoder(content: &[u8], kind: Kind) -> Result<impl ImageDecoder + '_, PictureError> {
    let format = match kind {
        Kind::Jpeg => ImageFormat::Jpeg,
        Kind::Png => ImageFormat::Png,
        Kind::Webp => ImageFormat::WebP,
        _ => return Err(PictureError::NotAnImage),
    };
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

fn scale(image: DynamicImage, shape: ImageShape) -> DynamicImage {
    match shape {
        ImageShape::Avatar => {
            let side = image.width().min(image.height());
            let (x, y) = ((image.width() - side) / 2, (image.height() - side) / 2);
            let square = if image.width() == image.height() {
                image
            } else {
                image.crop_imm(x, y, side, side)
            };
            shrink(square, AVATAR_SIDE).resize_exact(AVATAR_SIDE, AVATAR_SIDE, FilterType::Lanczos3)
        }
        ImageShape::Picture if image.width().max(image.height()) > PICTURE_SIDE => {
            shrink(image, PICTURE_SIDE).resize(PICTURE_SIDE, PICTURE_SIDE, FilterType::Lanczos3)
        }
        ImageShape::Picture => image,
    }
}

/// Brings a picture of more than twice `side` down to that, cheaply: the fine filter would need
/// several times the memory of the whole picture.
fn shrink(image: DynamicImage, side: u32) -> DynamicImage {
    let twice = side * 2;
    if image.width().max(image.height()) > twice { image.thumbnail(twice, twice) } else { image }
}

fn encode(image: &DynamicImage) -> Result<Picture, PictureError> {
    if !image.color().has_alpha() {
        return encode_jpeg(&image.to_rgb8());
    }
    let image = image.to_rgba8();
    if image.pixels().all(|pixel| pixel.0[3] == u8::MAX) {
        return encode_jpeg(&on_white(&image));
    }
    let mut content = Vec::new();
    image
        .write_with_encoder(WebPEncoder::new_lossless(&mut content))
        .map_err(PictureError::Encoding)?;
    if content.len() > MAX_LOSSLESS_BYTES {
        return encode_jpeg(&on_white(&image));
    }
    Ok(Picture { content, kind: Kind::Webp })
}

fn encode_jpeg(image: &RgbImage) -> Result<Picture, PictureError> {
    let mut content = Vec::new();
    image
        .write_with_encoder(JpegEncoder::new_with_quality(&mut content, JPEG_QUALITY))
        .map_err(PictureError::Encoding)?;
    Ok(Picture { content, kind: Kind::Jpeg })
}

fn on_white(image: &RgbaImage) -> RgbImage {
    let over_white = |channel: u8, alpha: u8| {
        let (channel, alpha) = (u16::from(channel), u16::from(alpha));
        let mixed = (channel * alpha + 255 * (255 - alpha)) / 255;
        u8::try_from(mixed).unwrap_or(u8::MAX)
    };
    RgbImage::from_fn(image.width(), image.height(), |x, y| {
        let [red, green, blue, alpha] = image.get_pixel(x, y).0;
        image::Rgb([red, green, blue].map(|channel| over_white(channel, alpha)))
    })
}
