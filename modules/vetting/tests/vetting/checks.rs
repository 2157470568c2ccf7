//! The checks themselves, as admins write them.

use serde_json::{Value, json};

use crate::{CHECKS, TestApp, add, pass};

#[tokio::test]
async fn admins_write_change_and_delete_checks() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let dbs = add(&iris, " DBS  check ").await;
    add(&iris, "Álvaro's induction").await;
    let listed = iris.get(CHECKS).await.ok();
    let titles = listed.as_array().unwrap().iter().map(|check| check["title"].clone());
    assert_eq!(titles.collect::<Vec<_>>(), ["Álvaro's induction", "DBS check"]);

    let path = format!("{CHECKS}/{dbs}");
    let changed = json!({ "title": "<b>DBS</b>", "badge": false });
    let changed = iris.put(&path, changed).await.ok();
    assert_eq!(changed["title"], "<b>DBS</b>", "texts are shown as they are");
    assert_eq!((&changed["valid_months"], &changed["categories"]), (&Value::Null, &json!([])));

    for (field, value) in [
        ("title", json!("\u{200b}")),
        ("title", json!("x".repeat(61))),
        ("about", json!("x".repeat(501))),
        ("valid_months", json!(0)),
        ("valid_months", json!(121)),
        ("categories", json!(["witchcraft"])),
        ("categories", json!(["childcare' OR true"])),
    ] {
        let mut body = json!({ "title": "A", "badge": true });
        body[field] = value;
        let refused = iris.post(CHECKS, body).await;
        assert_eq!(refused.status, 422, "{field}: {}", refused.body);
        assert!(refused.body["fields"].get(field).is_some(), "{}", refused.body);
    }

    // Deleted only while nobody has passed it.
    pass(&app, &iris, &ana, &dbs).await.ok();
    iris.delete(&path).await.refused(409, "vetting.in_use");
    let withdrawal = format!("/api/admin/check-records/{}/{dbs}/withdraw", ana.id);
    iris.put(&withdrawal, json!({ "reason": "A mistake" })).await.ok();
    iris.delete(&path).await.ok();
    iris.delete(&path).await.refused(404, "vetting.no_check");
    iris.put(&path, json!({ "title": "A", "badge": true })).await.refused(404, "vetting.no_check");

    let log = iris.get("/api/admin/audit?action=vetting.check_changed").await.ok();
    assert_eq!(
        log[0]["detail"],
        "from “DBS check” (12 months, shown, needed for childcare) to “<b>DBS</b>” (for ever, not \
         shown, needed nowhere), with another text"
    );
}

#[tokio::test]
async fn there_are_at_most_twenty_checks_also_at_once() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    for number in 0..18 {
        add(&iris, &format!("Check {number}")).await;
    }
    let bodies = (0..6).map(|number| json!({ "title": format!("Late {number}"), "badge": true }));
    let mut adding = tokio::task::JoinSet::new();
    for body in bodies {
        let iris = iris.clone();
        adding.spawn(async move { iris.post(CHECKS, body).await.status });
    }
    let statuses = adding.join_all().await;
    let added = statuses.iter().filter(|status| **status == 200).count();
    assert_eq!((added, statuses.len()), (2, 6), "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 409].contains(status)), "{statuses:?}");
    assert_eq!(iris.get(CHECKS).await.ok().as_array().unwrap().len(), 20);
}

#[tokio::test]
async fn checks_are_for_admins() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let mod_ = app.member("mo").await;
    let role = format!("/api/admin/members/{}/role", mod_.id);
    iris.put(&role, json!({ "role": "moderator" })).await.ok();
    let mo = app.log_in(&mod_).await;
    let dbs = add(&iris, "DBS check").await;
    for reader in [&ana, &mo] {
        for path in [CHECKS.to_owned(), format!("/api/admin/check-records/{}", ana.id)] {
            assert_eq!(reader.get(&path).await.status, 403, "{path}");
        }
        assert_eq!(pass(&app, reader, &ana, &dbs).await.status, 403);
        let own = reader.get("/api/checks").await.ok();
        assert_eq!((&own[0]["title"], &own[0]["counts"]), (&json!("DBS check"), &json!(false)));
        assert_eq!(own[0]["categories"], json!(["Childcare help"]));
    }
    assert_eq!(app.anonymous().get("/api/checks").await.status, 401);
}
