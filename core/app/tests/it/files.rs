//! Uploads end to end: on disk, in a bucket, and deleted when unreferenced.

mod bucket;
mod clean_up;
mod packing;
pub(crate) mod server;

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::Value;
use sparkyard_testkit::Member;

/// Returns an image; distant shades give different images.
fn picture(shade: u8) -> Vec<u8> {
    let image = RgbImage::from_pixel(32, 32, Rgb([shade, 99, 200]));
    let mut content = Cursor::new(Vec::new());
    DynamicImage::from(image).write_to(&mut content, ImageFormat::Png).unwrap();
    content.into_inner()
}

/// Uploads a profile photo and returns its URL.
async fn photo(member: &Member, shade: u8) -> String {
    let content = picture(shade);
    let photo = [("photo", "me.png", &content[..])];
    let saved = member.put_form("/api/users/profile/upload", &[], &photo).await.ok();
    saved["photourl"].as_str().unwrap().to_owned()
}

/// Uploads a utility bill.
async fn bill(member: &Member, shade: u8) -> Value {
    let content = picture(shade);
    let file = [("file", "bill.png", &content[..])];
    member.post_form("/api/settings/kyc/upload/utility", &[], &file).await.ok()
}
