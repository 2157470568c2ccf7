//! A picture that is far larger than it seems.

use std::io::Cursor;

use image::{DynamicImage, GrayImage, ImageFormat, RgbImage};

/// How many are sent at once.
pub(super) const UPLOADS: usize = 12;
/// Signature, and the header with what frames it.
const HEAD: usize = 8 + 12 + 13;

/// A small picture.
pub(super) fn picture() -> Vec<u8> {
    png(&RgbImage::from_pixel(64, 64, image::Rgb([9, 99, 200])).into())
}

/// One with a profile of 180 MB, packed to a thousandth.
pub(super) fn png_with_huge_profile() -> Vec<u8> {
    let zeros = png(&GrayImage::new(15_000, 12_000).into());
    let profile = [b"x\0\0", &packed_data(&zeros)[..]].concat();
    let content = picture();
    let (head, rest) = content.split_at(HEAD);
    [head, &chunk(*b"iCCP", &profile), rest].concat()
}

fn png(image: &DynamicImage) -> Vec<u8> {
    let mut content = Cursor::new(Vec::new());
    image.write_to(&mut content, ImageFormat::Png).unwrap();
    content.into_inner()
}

/// What lies in the data chunks of a PNG.
fn packed_data(content: &[u8]) -> Vec<u8> {
    let (mut rest, mut data) = (&content[8..], Vec::new());
    while let [a, b, c, d, after @ ..] = rest {
        let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
        if after.starts_with(b"IDAT") {
            data.extend_from_slice(&after[4..4 + length]);
        }
        rest = &rest[length + 12..];
    }
    data
}

fn chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    let checked = [&name[..], data].concat();
    let sum = !checked.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 { (sum >> 1) ^ 0xEDB8_8320 } else { sum >> 1 }
        })
    });
    [&length[..], &checked, &sum.to_be_bytes()].concat()
}
