//! The check of a file, which creates nobody.

use std::fmt::Write as _;

use serde_json::json;
use sparkyard_testkit::count;

use crate::{HEADINGS, IMPORTS, TestApp, check, issues, path, run, upload};

#[tokio::test]
async fn valid_file_is_previewed_without_creating_members() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    app.member("maya").await;
    let import = check(
        &iris,
        &[
            "ana@example.org,Ana,Reed,Leeds,07700 900111,I bake.,Gardening; Bee whispering,4.5",
            "Maya@Example.org,Maya,Example,,,,,3",
            "bo@example.org,Bo,\u{5f20},Nowhereville,,,,",
        ],
    )
    .await;
    assert_eq!(import["state"], "ready");
    for (field, expected) in
        [("rows", 3), ("members", 2), ("left_out", 1), ("errors", 0), ("skills", 2)]
    {
        assert_eq!(import[field], expected, "{field}");
    }
    assert_eq!((&import["new_skill_names"], &import["opening_sparks"]), (&json!(1), &json!(4.5)));
    let found = issues(&import);
    assert_eq!((found[0].0, found[0].1.as_str()), (3, "email"));
    assert_eq!((found[1].0, found[1].1.as_str()), (4, "town"));
    assert_eq!(app.accounts().count().await.unwrap(), 2);
    assert_eq!(iris.get(IMPORTS).await.ok()[0]["id"], import["id"]);
    let audit = iris.get("/api/admin/audit?action=imports.uploaded").await.ok();
    assert_eq!(audit[0]["detail"], "3 rows, 2 members, 0 errors");
    assert!(!audit.to_string().contains("ana@"), "{audit}");
}

#[tokio::test]
async fn file_with_an_error_cannot_be_imported() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let import = check(
        &iris,
        &[
            "ana@example.org,Ana,Reed,,,,,1",
            "ANA@example.org,Anna,Reed,,,,,",
            "no address,=1+1,<script>alert(1)</script>,,soon,,,-2",
            "cy@example.org,Cy,Dale,,,,!!,many",
        ],
    )
    .await;
    assert_eq!((&import["state"], &import["errors"]), (&json!("failed"), &json!(6)));
    let found = issues(&import);
    let places: Vec<_> = found.iter().map(|(row, column, _)| (*row, column.as_str())).collect();
    let expected = [
        (3, "email"),
        (4, "email"),
        (4, "phone"),
        (4, "opening_sparks"),
        (5, "skills"),
        (5, "opening_sparks"),
    ];
    assert_eq!(places, expected);
    assert_eq!(found[0].2, "This address is in row 2 as well.");
    run(&iris, &import).await.refused(409, "imports.not_ready");
    let table = iris.get(&format!("{}/errors.csv", path(&import))).await;
    let table = String::from_utf8(table.bytes).unwrap();
    assert!(table.contains("4,\"opening_sparks\",\"'-2\",error,"), "{table}");
    assert_eq!(count(&app.db, "import_row").await, 0, "nothing personal is kept of a failed file");
}

#[tokio::test]
async fn hidden_category_is_an_error_of_its_row() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let hide = json!({ "title": "Yoga", "icon": "yoga", "is_hidden": true });
    iris.put("/api/admin/categories/yoga", hide).await.ok();
    let to = json!({ "to": "cooking" });
    iris.put("/api/admin/categories/baking/move", to).await.ok();
    let import = check(
        &iris,
        &["ana@example.org,Ana,Reed,,,,Baking,", "bo@example.org,Bo,Reed,,,,Gardening; yoga,"],
    )
    .await;
    assert_eq!(import["state"], "failed");
    let message = "\u{2018}yoga\u{2019} is a category that is hidden here. Choose another one.";
    assert_eq!(issues(&import), [(3, "skills".to_owned(), message.to_owned())]);
}

#[tokio::test]
async fn files_of_other_programs_are_understood() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let windows = b"Full Name;E-mail;Balance;Village\r\nAna M\xfcller;ana@example.org;2;Leeds\r\n";
    let import = upload(&iris, windows).await.ok();
    assert_eq!((&import["state"], &import["members"]), (&json!("ready"), &json!(1)));
    let import =
        upload(&iris, b"\xef\xbb\xbfName\tEmail\tShoe size\nAna Reed\tana@example.org\t38")
            .await
            .ok();
    assert_eq!(issues(&import)[0].1, "Shoe size");
    for wrong in [&b"PK\x03\x04"[..], b"name,town\nAna,Leeds", b" "] {
        upload(&iris, wrong).await.invalid("file");
    }
    iris.post_form(IMPORTS, &[], &[]).await.invalid("file");
    let template = iris.get("/api/admin/import-template.csv").await;
    assert_eq!(upload(&iris, &template.bytes).await.ok()["errors"], 0);
}

#[tokio::test]
async fn broken_row_of_a_large_file_is_named() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (mut file, about) = (format!("{HEADINGS}\n"), "long walks, ".repeat(80));
    for row in 2..=20_001 {
        let address =
            if row == 19_999 { "no address".to_owned() } else { format!("m{row}@example.org") };
        writeln!(file, "{address},Ana,Reed,Leeds,,\"{about}\",Gardening,1").unwrap();
    }
    assert!(file.len() > 19 << 20 && file.len() < 20 << 20, "{}", file.len());
    let import = upload(&iris, file.as_bytes()).await.ok();
    assert_eq!((&import["state"], &import["rows"]), (&json!("failed"), &json!(20_000)));
    let found = issues(&import);
    assert_eq!((found.len(), found[0].0, found[0].1.as_str()), (1, 19_999, "email"));
    assert_eq!(count(&app.db, "import_row").await, 0);
    assert_eq!(app.accounts().count().await.unwrap(), 1);
    let beyond = vec![b'a'; (20 << 20) + 1];
    upload(&iris, &beyond).await.refused(413, "request.too_large");
}

#[tokio::test]
async fn imports_are_for_admins() {
    let app = TestApp::start().await;
    let (iris, maya) = (app.admin("iris").await, app.member("maya").await);
    let import = check(&iris, &["ana@example.org,Ana,Reed,,,,,"]).await;
    upload(&maya, b"email,name\na@b.co,Ana B").await.refused(403, "auth.forbidden");
    maya.get(&path(&import)).await.refused(403, "auth.forbidden");
    run(&maya, &import).await.refused(403, "auth.forbidden");
    iris.get(&format!("{IMPORTS}/x")).await.refused(404, "imports.not_found");
    iris.delete(&path(&import)).await.ok();
    iris.get(&path(&import)).await.refused(404, "imports.not_found");
    assert_eq!(count(&app.db, "import_row").await, 0);
}
