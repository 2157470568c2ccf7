//! Sample pictures to upload, valid and invalid.

mod flat;

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

pub(super) const RED: [u8; 3] = [220, 20, 20];
pub(super) const BLUE: [u8; 3] = [20, 20, 220];

/// Red on the left, blue on the right.
pub(super) fn halves(width: u32, height: u32) -> DynamicImage {
    let colour = |x, _| Rgb(if x < width / 2 { RED } else { BLUE });
    RgbImage::from_fn(width, height, colour).into()
}

/// A HEIC file of two coded pictures, each of which claims to consist of the other.
pub(super) fn circle_of_items() -> Vec<u8> {
    const HEX: &str = concat!(
        "000000186674797068656963000000006d69663168656963000001176d6574610000000000000021",
        "68646c72000000000000000070696374000000000000000000000000000000000e7069746d000000",
        "0000010000003869696e6600000000000200000015696e6665020000000001000068766331000000",
        "0015696e6665020000000002000068766331000000002869726566000000000000000e64696d6700",
        "01000100020000000e64696d670002000100010000007c697072700000005a6970636f0000003e68",
        "7663430103700000009000000000001ef000fcfdf8f800000f01a10001001a420101037000000300",
        "90000003000003001ea0208105fe4930820000001469737065000000000000004000000040000000",
        "1a69706d61000000000000000200010281020002028102",
    );
    let byte = |at: usize| u8::from_str_radix(&HEX[at..at + 2], 16).unwrap();
    (0..HEX.len()).step_by(2).map(byte).collect()
}

/// A picture of random pixels, which compresses badly.
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

pub(super) fn encode(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut content = Cursor::new(Vec::new());
    image.write_to(&mut content, format).unwrap();
    content.into_inner()
}

/// A JPEG with an EXIF segment that holds an orientation and a description.
pub(super) fn with_exif(jpeg: &[u8], orientation: u8, description: &[u8]) -> Vec<u8> {
    with_segment(jpeg, 0xE1, &[b"Exif\0\0", &exif(orientation, description)[..]].concat())
}

/// A PNG with the same EXIF data as a chunk.
pub(super) fn png_with_exif(image: &DynamicImage, orientation: u8, description: &[u8]) -> Vec<u8> {
    let content = png(image);
    // The header chunk follows 8 bytes of signature and has 12 bytes around its 13.
    let (header, rest) = content.split_at(8 + 12 + 13);
    [header, &chunk(*b"eXIf", &exif(orientation, description)), rest].concat()
}

/// A JPEG with a colour profile.
pub(super) fn with_profile(jpeg: &[u8], profile: &[u8]) -> Vec<u8> {
    with_segment(jpeg, 0xE2, &[b"ICC_PROFILE\0\x01\x01", profile].concat())
}

fn with_segment(jpeg: &[u8], marker: u8, segment: &[u8]) -> Vec<u8> {
    let size = u16::try_from(segment.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xFF, marker], &size, segment, &jpeg[2..]].concat()
}

fn exif(orientation: u8, description: &[u8]) -> Vec<u8> {
    let text = [description, &[0]].concat();
    let length = u8::try_from(text.len()).unwrap();
    let mut exif = b"II*\0\x08\0\0\0\x02\0".to_vec();
    // Description: ASCII, at offset 38; orientation: one short, in place.
    exif.extend_from_slice(&[0x0E, 0x01, 2, 0, length, 0, 0, 0, 38, 0, 0, 0]);
    exif.extend_from_slice(&[0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]);
    exif.extend_from_slice(&[0, 0, 0, 0]);
    exif.extend_from_slice(&text);
    exif
}

/// A small JPEG whose header claims 65,500 by 65,500 pixels.
pub(super) fn oversized_jpeg() -> Vec<u8> {
    claiming(jpeg(&halves(16, 16)), 0xC0, 65_500, 65_500)
}

/// A small progressive JPEG whose header claims that many pixels.
pub(super) fn progressive_jpeg_of(width: u16, height: u16) -> Vec<u8> {
    claiming(progressive_jpeg(), 0xC2, width, height)
}

fn claiming(mut content: Vec<u8>, frame: u8, width: u16, height: u16) -> Vec<u8> {
    let frame = content.windows(2).position(|pair| pair == [0xFF, frame]).unwrap();
    content[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    content[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    content
}

/// A CMYK JPEG, red on the left and blue on the right.
pub(super) fn cmyk_jpeg() -> Vec<u8> {
    // Ink is stored inverted, as printing programs do.
    let content = flat::jpeg(0xC0, [80, 40], [[220, 20, 20, 255], [20, 20, 220, 255]]);
    with_segment(&content, 0xEE, b"Adobe\0\x64\0\0\0\0\0")
}

/// Red on the left, blue on the right, as far as its first pass shows.
pub(super) fn progressive_jpeg() -> Vec<u8> {
    // Luma and two chroma planes.
    flat::jpeg(0xC2, [80, 40], [[80, 94, 228], [43, 228, 112]])
}

/// A baseline JPEG of any size.
pub(super) fn plain_jpeg(width: u16, height: u16) -> Vec<u8> {
    flat::jpeg(0xC0, [width, height], [[80, 94, 228], [43, 228, 112]])
}

/// A PNG with a palette of two colours.
pub(super) fn palette_png(width: u32, height: u32) -> Vec<u8> {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 3, 0, 0, 0]].concat();
    let row = std::iter::once(0).chain((0..width).map(|x| u8::from(x >= width / 2)));
    let row: Vec<u8> = row.collect();
    let mut content = b"\x89PNG\r\n\x1A\n".to_vec();
    content.extend(chunk(*b"IHDR", &header));
    content.extend(chunk(*b"PLTE", &[RED, BLUE].concat()));
    content.extend(chunk(*b"IDAT", &zlib(&row.repeat(height as usize))));
    content.extend(chunk(*b"IEND", &[]));
    content
}

/// Wraps up to 65,535 bytes without compression.
fn zlib(data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len()).unwrap();
    let (low, high) = data.iter().fold((1_u32, 0_u32), |(low, high), byte| {
        let low = (low + u32::from(*byte)) % 65_521;
        (low, (high + low) % 65_521)
    });
    let sum = (high << 16 | low).to_be_bytes();
    [&[0x78, 1, 1][..], &length.to_le_bytes(), &(!length).to_le_bytes(), data, &sum].concat()
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
