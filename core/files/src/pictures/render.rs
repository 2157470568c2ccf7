//! Renders the stored picture from an upload.
//!
//! Only the pixels of an upload survive: they are decoded, scaled, turned upright and encoded
//! again, which removes locations, camera data, previews and appended data.

use image::{
    ConvertColorOptions, DynamicImage, RgbImage, RgbaImage,
    codecs::{jpeg::JpegEncoder, webp::WebPEncoder},
    imageops::FilterType,
    metadata::Cicp,
};

use super::{
    Picture, Shape,
    decode::{Format, PictureError, Unpacked},
};
use crate::kind::Kind;

/// The largest avatar displayed is 96 pixels wide, at three device pixels each.
const AVATAR_SIDE: u32 = 288;
const PICTURE_SIDE: u32 = 1280;
/// Large enough to read the small print of a bill.
const DOCUMENT_SIDE: u32 = 2048;
const DISPLAY_P3: &[u8] = b"Display P3";
const JPEG_QUALITY: u8 = 82;
/// A transparent picture larger than this as lossless loses its transparency.
const MAX_LOSSLESS_BYTES: usize = 400 * 1024;

/// Decodes, scales, turns upright and encodes. Blocks for long: do not call it on async threads.
pub(crate) fn render(
    content: &[u8],
    format: Format,
    shape: Shape,
) -> Result<Picture, PictureError> {
    let Unpacked { image, orientation, profile } = format.unpack(content)?;
    let mut image = scale(image, shape);
    if profile.as_deref().is_some_and(is_display_p3) {
        image = in_srgb(image);
    }
    // All shapes treat width and height alike, so the scaled picture can be rotated instead.
    image.apply_orientation(orientation);
    match shape {
        Shape::Avatar | Shape::Picture => encode(&image),
        Shape::Document => encode_jpeg(&on_white(&image.to_rgba8())),
    }
}

/// Checks for Display P3, the colours of most phones, which look pale without the profile.
fn is_display_p3(profile: &[u8]) -> bool {
    // The name is in the profile with one or two bytes per letter.
    let text: Vec<u8> = profile.iter().copied().filter(|byte| *byte != 0).collect();
    text.windows(DISPLAY_P3.len()).any(|part| part == DISPLAY_P3)
}

/// Converts a picture from Display P3 to sRGB; returns it unchanged on failure.
fn in_srgb(image: DynamicImage) -> DynamicImage {
    let mut converted = image.clone();
    let done = converted
        .set_color_space(Cicp::DISPLAY_P3)
        .and_then(|()| converted.apply_color_space(Cicp::SRGB, ConvertColorOptions::default()));
    if done.is_ok() { converted } else { image }
}

fn scale(image: DynamicImage, shape: Shape) -> DynamicImage {
    match shape {
        Shape::Avatar => {
            let image = shrink_to_cover(image, AVATAR_SIDE * 2);
            let side = image.width().min(image.height());
            let (x, y) = ((image.width() - side) / 2, (image.height() - side) / 2);
            let square = image.crop_imm(x, y, side, side);
            square.resize_exact(AVATAR_SIDE, AVATAR_SIDE, FilterType::Lanczos3)
        }
        Shape::Picture if image.width().max(image.height()) > PICTURE_SIDE => {
            shrink(image, PICTURE_SIDE).resize(PICTURE_SIDE, PICTURE_SIDE, FilterType::Lanczos3)
        }
        // The better filter would need several times the memory of the whole document.
        Shape::Document if image.width().max(image.height()) > DOCUMENT_SIDE => {
            image.thumbnail(DOCUMENT_SIDE, DOCUMENT_SIDE)
        }
        Shape::Picture | Shape::Document => image,
    }
}

/// Reduces a picture larger than twice `side` to that size with a cheap filter: the better one
/// would need several times the memory of the whole picture.
fn shrink(image: DynamicImage, side: u32) -> DynamicImage {
    let twice = side * 2;
    if image.width().max(image.height()) > twice { image.thumbnail(twice, twice) } else { image }
}

/// Reduces a picture in the same way until the shorter side is `least`.
fn shrink_to_cover(image: DynamicImage, least: u32) -> DynamicImage {
    let shorter = image.width().min(image.height());
    if shorter <= least {
        return image;
    }
    let scaled = |side: u32| {
        let side = u64::from(side) * u64::from(least) / u64::from(shorter);
        u32::try_from(side).unwrap_or(u32::MAX)
    };
    image.thumbnail_exact(scaled(image.width()), scaled(image.height()))
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
