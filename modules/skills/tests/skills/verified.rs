//! Verified owners of skills.

use serde_json::json;

use crate::{
    TestApp,
    sample::{add, id, picture},
};

#[tokio::test]
async fn skill_shows_whether_its_owner_is_verified() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "Leeds").await);
    let iris = app.admin("iris").await;
    let skill = id(&add(&bo, "Plumbing").await);
    let seen = async || {
        let one = ana.get(&format!("/api/skills/{skill}")).await.ok();
        let list = ana.get("/api/skills/searchname/plumbing").await.ok();
        [one["verified"].clone(), list[0]["verified"].clone()]
    };
    assert_eq!(seen().await, [json!(false), json!(false)]);
    let upload = async |kind: &str, fields: &[(&str, &str)]| {
        let path = format!("/api/settings/kyc/upload/{kind}");
        let file = [("file", "paper.png", &picture(1)[..])];
        let document = id(&bo.post_form(&path, fields, &file).await.ok());
        iris.put(&format!("/api/admin/kyc/{document}/approve"), json!({})).await.ok();
    };
    upload("identity", &[("type", "international-passport")]).await;
    assert_eq!(seen().await, [json!(false), json!(false)]);
    upload("utility", &[]).await;
    assert_eq!(seen().await, [json!(true), json!(true)]);
}
