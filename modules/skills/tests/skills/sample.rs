//! Sample forms and pictures.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::Value;
use sparkyard_testkit::Member;

pub(crate) type Fields<'a> = Vec<(&'a str, &'a str)>;

/// Returns a valid form.
pub(crate) fn form<'a>() -> Fields<'a> {
    vec![
        ("skill_type", "Plumbing"),
        ("experience_level", "expert"),
        ("description", "Evenings and weekends."),
        ("hourly_rate", "20.50"),
    ]
}

/// Returns a valid form with one field replaced.
pub(crate) fn form_with<'a>(field: &'a str, value: &'a str) -> Fields<'a> {
    let others = form().into_iter().filter(|(name, _)| *name != field);
    others.chain([(field, value)]).collect()
}

/// Adds a skill of this type and returns it.
pub(crate) async fn add(member: &Member, skill_type: &str) -> Value {
    member.post_form("/api/skills", &form_with("skill_type", skill_type), &[]).await.ok()
}

/// Adds a skill of this type with this description, and returns its id.
pub(crate) async fn add_described(member: &Member, skill_type: &str, text: &str) -> String {
    let others = form_with("skill_type", skill_type).into_iter();
    let others = others.filter(|(name, _)| *name != "description");
    let form: Fields<'_> = others.chain([("description", text)]).collect();
    id(&member.post_form("/api/skills", &form, &[]).await.ok())
}

pub(crate) fn id(value: &Value) -> String {
    value["id"].as_str().expect("an id").to_owned()
}

pub(crate) fn ids(list: &Value) -> Vec<String> {
    list.as_array().expect("a list").iter().map(id).collect()
}

/// Returns a small picture; each shade yields a different one.
pub(crate) fn picture(shade: u8) -> Vec<u8> {
    let image = RgbImage::from_pixel(16, 16, Rgb([shade, 99, 200]));
    let mut content = Cursor::new(Vec::new());
    DynamicImage::from(image).write_to(&mut content, ImageFormat::Png).expect("a picture");
    content.into_inner()
}
