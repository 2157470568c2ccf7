//! Pictures to upload, good and bad.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

pub(super) const RED: [u8; 3] = [220, 20, 20];
pub(super) const BLUE: [u8; 3] = [20, 20, 220];

/// Red on the left, blue on the right.
pub(super) fn halves(width: u32, height: u32) -> DynamicImage {
    let colour = |x, _| Rgb(if x < width / 2 { RED } else { BLUE });
    RgbImage::from_fn(width, height, colour).into()
}

/// Every pixel another colour, so that it packs badly.
pub(super) fn noise(width: u32, height: u32) -> DynamicImage {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    RgbImage::from_fn(width, height, |_, _| Rgb([next(), next(), next()])).into()
}

pub(super) fn jpeg(image: &DynamicImage) -> Vec<u8> {
    encode(image, ImageFormat::Jpeg)
}

pub(super) fn png(image: &DynamicImage) -> Vec<u8> {
    encode(image, ImageFormat::Png)
}

pub(super) fn webp(image: &DynamicImage) -> Vec<u8> {
    encode(image, ImageFormat::WebP)
}

fn encode(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut content = Cursor::new(Vec::new());
    image.write_to(&mut content, format).unwrap();
    content.into_inner()
}

/// A JPEG with an EXIF segment that holds an orientation and a description.
pub(super) fn with_exif(jpeg: &[u8], orientation: u8, description: &[u8]) -> Vec<u8> {
    let text = [description, &[0]].concat();
    let length = u8::try_from(text.len()).unwrap();
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x02\0".to_vec();
    // Description: ASCII, at offset 38; orientation: one short, in place.
    exif.extend_from_slice(&[0x0E, 0x01, 2, 0, length, 0, 0, 0, 38, 0, 0, 0]);
    exif.extend_from_slice(&[0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]);
    exif.extend_from_slice(&[0, 0, 0, 0]);
    exif.extend_from_slice(&text);
    let size = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xFF, 0xE1], &size, &exif, &jpeg[2..]].concat()
}

/// A small JPEG whose header claims 65,500 by 65,500 pixels.
pub(super) fn oversized_jpeg() -> Vec<u8> {
    let mut content = jpeg(&halves(16, 16));
    let frame = content.windows(2).position(|pair| pair == [0xFF, 0xC0]).unwrap();
    content[frame + 5..frame + 9].copy_from_slice(&[0xFF, 0xDC, 0xFF, 0xDC]);
    content
}

/// A few bytes that claim to be a PNG of that many RGBA pixels.
pub(super) fn oversized_png(width: u32, height: u32, bits: u8) -> Vec<u8> {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[bits, 6, 0, 0, 0]].concat();
    let mut content = b"\x89PNG\r\n\x1A\n".to_vec();
    content.extend(chunk(*b"IHDR", &header));
    content.extend(chunk(*b"IDAT", &[0x78, 0x9C, 0x03, 0, 0, 0, 0, 1]));
    content.extend(chunk(*b"IEND", &[]));
    content
}

fn chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    let checked = [&name[..], data].concat();
    [&length[..], &checked, &crc32(&checked).to_be_bytes()].concat()
}

fn crc32(data: &[u8]) -> u32 {
    !data.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 { (sum >> 1) ^ 0xEDB8_8320 } else { sum >> 1 }
        })
    })
}
