use serde_json::{Value, json};

use crate::TestApp;
use crate::sample::{IDENTITY, UTILITY, bill, id, ids, passport, picture, standing};

const GET_IDENTITY: &str = "/api/settings/kyc/get/identity";
const GET_UTILITY: &str = "/api/settings/kyc/get/utility";

#[tokio::test]
async fn documents_are_listed_newest_first_by_kind() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    assert_eq!(standing(&ana).await, ["missing", "missing", "none"]);
    let first = passport(&ana, 1).await;
    assert_eq!(first.body["message"], "Operation completed successfully!");
    let first = first.ok();
    assert_eq!(
        first,
        json!({
            "id": first["id"], "document_url": format!("/api/settings/kyc/file/{}", id(&first)),
            "kyc_id_type": "international-passport", "created_at": "2026-03-02T10:00:00.000Z",
            "approval_status": "pending", "kyc_method": "identity",
            "purged": false,
        })
    );
    app.clock.advance(std::time::Duration::from_secs(1));
    let second = passport(&ana, 2).await.ok();
    let bill = bill(&ana, 3).await.ok();
    assert_eq!(
        (&bill["kyc_id_type"], &bill["kyc_method"]),
        (&json!("utility-bill"), &json!("utility"))
    );

    assert_eq!(ids(&ana.get(GET_IDENTITY).await.ok()), [id(&second), id(&first)]);
    assert_eq!(ana.get(GET_UTILITY).await.ok(), json!([bill]));
    assert_eq!(standing(&ana).await, ["pending", "pending", "pending"]);
    for list in [GET_IDENTITY, GET_UTILITY] {
        assert_eq!(bo.get(list).await.ok(), json!([]));
        app.anonymous().get(list).await.refused(401, "auth.unauthorised");
    }
}

#[tokio::test]
async fn missing_fields_are_named() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let content = picture(1);
    let (file, none) = ([("file", "a.png", &content[..])], [("file", "", &b""[..])]);
    let missing = ana.post_form(IDENTITY, &[], &[]).await;
    let expected = json!({
        "type": "Please select an ID type", "file": "Please upload an ID document",
    });
    assert_eq!(missing.invalid("type").body["fields"], expected);
    for kind in ["", "utility-bill", "passport", "Driving-License", "<script>", "паспорт"] {
        let response = ana.post_form(IDENTITY, &[("type", kind)], &file).await;
        let expected = json!({ "type": "Please select an ID type" });
        assert_eq!(response.invalid("type").body["fields"], expected, "{kind}");
    }
    for files in [&[][..], &none] {
        let fields = [("type", "residence-permit")];
        let response = ana.post_form(IDENTITY, &fields, files).await;
        let expected = json!({ "file": "Please upload an ID document" });
        assert_eq!(response.invalid("file").body["fields"], expected);
        let response = ana.post_form(UTILITY, &[], files).await;
        let expected = json!({ "file": "Please upload a utility bill" });
        assert_eq!(response.invalid("file").body["fields"], expected);
    }
    assert_eq!(ana.get(GET_IDENTITY).await.ok(), json!([]));
}

#[tokio::test]
async fn only_images_are_accepted() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let large = [picture(1), vec![0; 5 * 1024 * 1024]].concat();
    let cut = {
        let whole = picture(1);
        whole[..whole.len() / 2].to_vec()
    };
    for (what, content, status, code) in [
        ("nothing", vec![], 415, "files.not_an_image"),
        ("a document of another kind", b"%PDF-1.7".to_vec(), 415, "files.not_an_image"),
        ("a page", b"<html><script>alert(1)</script></html>".to_vec(), 415, "files.not_an_image"),
        ("another format", b"GIF89a\x01\0\x01\0".to_vec(), 415, "files.image_format"),
        ("half a picture", cut, 422, "files.broken_image"),
        ("too much", large, 413, "request.too_large"),
    ] {
        let response = ana.post_form(UTILITY, &[], &[("file", "bill.jpg", &content)]).await;
        response.refused(status, code);
        assert!(response.body["message"].as_str().is_some_and(|text| text.len() > 10), "{what}");
    }
    assert_eq!(standing(&ana).await, ["missing", "missing", "none"]);
}

#[tokio::test]
async fn svg_is_rasterised_without_scripts() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let drawing =
        br##"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" onload="alert(1)">
        <script>alert(1)</script><rect width="20" height="20" fill="#dc1414"/></svg>"##;
    let document = ana.post_form(UTILITY, &[], &[("file", "bill.svg", drawing)]).await.ok();
    let response = ana.get(document["document_url"].as_str().expect("an address")).await;
    assert_eq!(response.header("content-type"), Some("image/jpeg"));
    assert!(!response.bytes.windows(6).any(|part| part == b"script"));
    let image = image::load_from_memory(&response.bytes).expect("a picture").to_rgb8();
    let (left, right) = (image.width() / 4, image.width() * 3 / 4);
    let middle = image.height() / 2;
    assert!(image.get_pixel(left, middle).0[1] < 60, "red");
    assert!(image.get_pixel(right, middle).0.iter().all(|channel| *channel > 230), "white");
}

#[tokio::test]
async fn limit_of_ten_holds_under_concurrency() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for shade in 0..8 {
        passport(&ana, shade).await.ok();
    }
    // The maximum number of concurrent uploads per member.
    let responses = tokio::join!(passport(&ana, 10), passport(&ana, 11), passport(&ana, 12));
    let mut statuses = [responses.0.status, responses.1.status, responses.2.status].map(u16::from);
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 409]);
    passport(&ana, 14).await.refused(409, "kyc.too_many");
    bill(&ana, 1).await.ok();
    let documents = ids(&ana.get(GET_IDENTITY).await.ok());
    assert_eq!(documents.len(), 10);
    ana.delete(&format!("/api/settings/kyc/delete/identity/{}", documents[0])).await.ok();
    passport(&ana, 15).await.ok();
    passport(&ana, 16).await.refused(409, "kyc.too_many");
}

#[tokio::test]
async fn documents_are_deleted_by_their_owner_only() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let iris = app.admin("iris").await;
    let document = id(&passport(&ana, 1).await.ok());
    let path = format!("/api/settings/kyc/delete/identity/{document}");
    for other in [&bo, &iris] {
        other.delete(&path).await.refused(404, "kyc.not_found");
    }
    let wrong_kind = format!("/api/settings/kyc/delete/utility/{document}");
    ana.delete(&wrong_kind).await.refused(404, "kyc.not_found");
    let (first, second) = tokio::join!(ana.delete(&path), ana.delete(&path));
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 404]);
    let done = if first.status == 200 { first } else { second };
    assert_eq!(done.body["message"], "Operation completed successfully!");
    assert_eq!(done.body["data"], Value::Null);
    assert_eq!(ana.get(GET_IDENTITY).await.ok(), json!([]));
    ana.get(&format!("/api/settings/kyc/file/{document}")).await.refused(404, "kyc.not_found");
    ana.delete("/api/settings/kyc/delete/identity/x").await.refused(404, "kyc.not_found");
    for odd in ["%3Cscript%3E", "паспорт", "..%2f..", &"9".repeat(300)] {
        let path = format!("/api/settings/kyc/delete/identity/{odd}");
        ana.delete(&path).await.refused(400, "request.malformed");
    }
}
