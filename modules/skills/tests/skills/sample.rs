//! Forms and pictures to send.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::Value;
use sparkyard_testkit::Member;

pub(crate) type Fields<'a> = Vec<(&'a str, &'a str)>;

/// A skill in order.
pub(crate) fn form<'a>() -> Fields<'a> {
    vec![
        ("skill_type", "Plumbing"),
        ("experience_level", "expert"),
        ("description", "Taps, pipes and boilers."),
        ("hourly_rate", "20.50"),
    ]
}

/// A skill in order but for one field.
pub(crate) fn form_with<'a>(field: &'a str, value: &'a str) -> Fields<'a> {
    let others = form().into_iter().filter(|(name, _)| *name != field);
    others.chain([(field, value)]).collect()
}

/// Adds a skill of that type and returns it.
pub(crate) async fn add(member: &Member, skill_type: &str) -> Value {
    member.post_form("/api/skills", &form_with("skill_type", skill_type), &[]).await.ok()
}

/// The id of something that was returned.
pub(crate) fn id(value: &Value) -> String {
    value["id"].as_str().expect("an id").to_owned()
}

/// The ids in a list.
pub(crate) fn ids(list: &Value) -> Vec<String> {
    list.as_array().expect("a list").iter().map(id).collect()
}

/// A small picture; another shade is another picture.
pub(crate) fn picture(shade: u8) -> Vec<u8> {
    let image = RgbImage::from_pixel(16, 16, Rgb([shade, 99, 200]));
    let mut content = Cursor::new(Vec::new());
    DynamicImage::from(image).write_to(&mut content, ImageFormat::Png).expect("a picture");
    content.into_inner()
}
