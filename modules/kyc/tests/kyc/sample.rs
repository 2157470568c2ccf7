//! Sample documents.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

pub(crate) const IDENTITY: &str = "/api/settings/kyc/upload/identity";
pub(crate) const UTILITY: &str = "/api/settings/kyc/upload/utility";

/// Returns a small picture; each shade is a different picture.
pub(crate) fn picture(shade: u8) -> Vec<u8> {
    let image = RgbImage::from_pixel(24, 16, Rgb([shade, 99, 200]));
    let mut content = Cursor::new(Vec::new());
    DynamicImage::from(image).write_to(&mut content, ImageFormat::Png).expect("a picture");
    content.into_inner()
}

/// Submits a passport.
pub(crate) async fn passport(member: &Member, shade: u8) -> Answer {
    let (fields, content) = ([("type", "international-passport")], picture(shade));
    member.post_form(IDENTITY, &fields, &[("file", "passport.png", &content)]).await
}

/// Submits a utility bill.
pub(crate) async fn bill(member: &Member, shade: u8) -> Answer {
    member.post_form(UTILITY, &[], &[("file", "bill.png", &picture(shade))]).await
}

/// Approves a document.
pub(crate) async fn approve(admin: &Member, id: &str) -> Answer {
    admin.put(&format!("/api/admin/kyc/{id}/approve"), json!({})).await
}

/// Rejects a document.
pub(crate) async fn reject(admin: &Member, id: &str, reason: &str) -> Answer {
    admin.put(&format!("/api/admin/kyc/{id}/reject"), json!({ "reason": reason })).await
}

/// Id of a returned object.
pub(crate) fn id(value: &Value) -> String {
    value["id"].as_str().expect("an id").to_owned()
}

/// Ids in a list.
pub(crate) fn ids(list: &Value) -> Vec<String> {
    list.as_array().expect("a list").iter().map(id).collect()
}

/// State of a member's check: identity, utility, the whole.
pub(crate) async fn standing(member: &Member) -> [String; 3] {
    let status = member.get("/api/settings/kyc/status").await.ok();
    assert_eq!(status["email"], "completed");
    ["identity", "utility", "kyc_status"].map(|part| status[part].as_str().expect("a word").into())
}
