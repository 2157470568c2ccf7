//! Sample pictures to upload.

use image::{ExtendedColorType::Rgb8, ImageEncoder, codecs::png::PngEncoder};

const SIDE: u32 = 64;
/// Size in bytes of a colour profile far beyond any real one.
const HUGE: usize = 180_000_000;

/// Returns a small PNG.
pub fn picture() -> Vec<u8> {
    with_profile(Vec::new())
}

/// Returns a small PNG whose colour profile expands to 180 MB.
pub fn picture_with_huge_profile() -> Vec<u8> {
    with_profile(vec![0; HUGE])
}

fn with_profile(profile: Vec<u8>) -> Vec<u8> {
    let mut content = Vec::new();
    let mut encoder = PngEncoder::new(&mut content);
    if !profile.is_empty() {
        encoder.set_icc_profile(profile).expect("PNG has profiles");
    }
    let pixels = [9, 99, 200].repeat((SIDE * SIDE) as usize);
    encoder.write_image(&pixels, SIDE, SIDE, Rgb8).expect("a picture");
    content
}
