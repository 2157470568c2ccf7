//! Categories that admins add, change, order, hide and empty.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::{
    TestApp,
    sample::{add, form_with, id, ids},
    store::{give_title, stored_title, unsettled},
};

const CATEGORIES: &str = "/api/admin/categories";
const LIST: &str = "/api/skills/get/categories";

fn new(title: &str) -> Value {
    json!({ "title": title, "icon": "baking" })
}

fn change(title: &str, hidden: bool) -> Value {
    json!({ "title": title, "icon": "plumbing", "is_hidden": hidden })
}

async fn update(admin: &Member, slug: &str, body: Value) -> Value {
    admin.put(&format!("{CATEGORIES}/{slug}"), body).await.ok()
}

async fn titles(member: &Member, path: &str) -> Vec<String> {
    let list = member.get(path).await.ok();
    let title = |one: &Value| one["title"].as_str().expect("a title").to_owned();
    list.as_array().expect("a list").iter().map(title).collect()
}

/// Returns action, subject and detail of the entries about categories, sorted.
async fn log(admin: &Member) -> Vec<String> {
    let list = admin.get("/api/admin/audit?limit=100").await.ok();
    let line = |entry: &Value| {
        let text = |field: &str| entry[field].as_str().unwrap_or_default().to_owned();
        format!("{} {} {}", text("action"), text("subject"), text("detail"))
    };
    let lines = list.as_array().expect("a log").iter().map(line);
    let mut lines: Vec<String> = lines.filter(|line| line.starts_with("skills.category")).collect();
    lines.sort();
    lines
}

#[tokio::test]
async fn added_category_is_listed_found_and_chosen_at_once() {
    let app = TestApp::start().await;
    let (ana, iris) = (app.member("ana").await, app.admin("iris").await);
    let body = json!({ "title": " Bee  whispering ", "icon": "beekeeping", "after": "plumbing" });
    let added = iris.post(CATEGORIES, body).await.ok();
    assert_eq!(
        added,
        json!({
            "id": "bee-whispering", "title": "Bee whispering", "icon": "beekeeping",
            "thumbnail": "/art/beekeeping.svg", "is_hidden": false, "skills": 0,
            "is_built_in": false,
        })
    );
    let list = ana.get(LIST).await.ok();
    assert_eq!(ids(&list)[..3], ["plumbing", "bee-whispering", "electrical"]);
    assert_eq!(list[1]["thumbnail"], "/art/beekeeping.svg");
    let skill = add(&ana, "bee WHISPERING").await;
    assert_eq!(skill["skill_type"], "Bee whispering");
    assert_eq!(skill["approval_status"], "approved", "nobody has to look at the name");
    assert_eq!(ids(&ana.get(&format!("{LIST}?q=whisperers")).await.ok()), ["bee-whispering"]);
    assert_eq!(iris.get(CATEGORIES).await.ok()[1]["skills"], 1);
    let first = json!({ "title": "Жонглирование", "icon": "dance", "after": "" });
    assert_eq!(iris.post(CATEGORIES, first).await.ok()["id"], "жонглирование");
    let own = json!({ "title": "C++ & C#", "id": "c-family", "icon": "web-design" });
    assert_eq!(iris.post(CATEGORIES, own).await.ok()["id"], "c-family");
    let all = ids(&ana.get(LIST).await.ok());
    assert_eq!((&*all[0], &*all[all.len() - 1]), ("жонглирование", "c-family"));
    // Markup is text like any other.
    let odd = iris.post(CATEGORIES, new("<script>alert(1)</script>")).await.ok();
    assert_eq!(odd["title"], "<script>alert(1)</script>");
    assert_eq!(log(&iris).await.len(), 4);
}

#[tokio::test]
async fn wrong_input_is_refused_and_changes_nothing() {
    let app = TestApp::start().await;
    let (ana, iris) = (app.member("ana").await, app.admin("iris").await);
    let before = titles(&ana, LIST).await;
    let long = "x".repeat(200);
    for title in ["", " ", "a", "!?", "a\0b", "a\nb", "\u{200b}\u{200b}", &long] {
        iris.post(CATEGORIES, new(title)).await.invalid("title");
        iris.put(&format!("{CATEGORIES}/baking"), change(title, false)).await.invalid("title");
    }
    // The same name in any spelling, and the slug of another.
    for title in ["Plumbing", " pluMBING ", "Painting & decorating", "decorating"] {
        iris.post(CATEGORIES, new(title)).await.invalid("title");
        iris.put(&format!("{CATEGORIES}/baking"), change(title, false)).await.invalid("title");
    }
    for slug in ["Up", "a b", "a/b", "-", "<script>", "plumbing", &long] {
        let body = json!({ "title": "Something", "id": slug, "icon": "baking" });
        iris.post(CATEGORIES, body).await.invalid("id");
    }
    for icon in ["", "nothing", "../../etc/passwd", "logo"] {
        let body = json!({ "title": "Something", "icon": icon });
        iris.post(CATEGORIES, body).await.invalid("icon");
    }
    for after in ["nothing", "baking"] {
        let body = json!({
            "title": "Baking", "icon": "baking", "is_hidden": false, "after": after,
        });
        iris.put(&format!("{CATEGORIES}/baking"), body).await.invalid("after");
    }
    let nothing = iris.put(&format!("{CATEGORIES}/nothing"), change("Nothing", false)).await;
    nothing.refused(404, "skills.category_not_found");
    for to in ["", "nothing", "baking"] {
        iris.put(&format!("{CATEGORIES}/baking/move"), json!({ "to": to })).await.invalid("to");
    }
    ana.get(CATEGORIES).await.refused(403, "auth.forbidden");
    ana.post(CATEGORIES, new("Mine")).await.refused(403, "auth.forbidden");
    let body = change("Mine", false);
    ana.put(&format!("{CATEGORIES}/baking"), body).await.refused(403, "auth.forbidden");
    let move_it = ana.put(&format!("{CATEGORIES}/baking/move"), json!({ "to": "cooking" })).await;
    move_it.refused(403, "auth.forbidden");
    app.anonymous().get(CATEGORIES).await.refused(401, "auth.unauthorised");
    assert_eq!(titles(&ana, LIST).await, before);
    assert_eq!(log(&iris).await, Vec::<String>::new());
}

#[tokio::test]
async fn renamed_category_renames_its_skills_and_is_found_by_both_names() {
    let app = TestApp::start().await;
    let (ana, bo, iris) =
        (app.member("ana").await, app.member("bo").await, app.admin("iris").await);
    let skill = id(&add(&bo, "Plumbing").await);
    let body = json!({
        "title": "Pipes", "icon": "repairs", "is_hidden": false, "after": "electrical",
    });
    for _ in 0..2 {
        let saved = update(&iris, "plumbing", body.clone()).await;
        assert_eq!((&saved["title"], &saved["skills"]), (&json!("Pipes"), &json!(1)));
    }
    assert_eq!(
        log(&iris).await,
        ["skills.category_changed skill_category:plumbing “Plumbing” → “Pipes”; picture \
             plumbing → repairs; place 1 → 2"],
        "what changes nothing is not in the log"
    );
    assert_eq!(titles(&ana, LIST).await[..2], ["Electrical", "Pipes"]);
    assert_eq!(ana.get(&format!("/api/skills/{skill}")).await.ok()["skill_type"], "Pipes");
    for name in ["pipes", "Plumbing", "plumbing"] {
        let found = ana.get(&format!("/api/skills/searchname/{name}")).await.ok();
        assert_eq!(ids(&found), [&*skill], "{name}");
        let found = ana.get(&format!("/api/skills/search?q={name}")).await.ok();
        assert_eq!(ids(&found), [&*skill], "{name}");
    }
    // The earlier name is no custom name, and its slug is not free for another category.
    assert_eq!(add(&ana, "Plumbing").await["skill_type"], "Pipes");
    update(&iris, "electrical", change("Wires", false)).await;
    let other = iris.post(CATEGORIES, new("Electrical")).await;
    other.invalid("title");
    // A skill that was added in the moment of a change follows within minutes.
    let late = id(&add(&bo, "Cleaning").await);
    update(&iris, "cleaning", change("Tidying", false)).await;
    give_title(&app, &late, "Cleaning").await;
    app.run_jobs().await;
    assert_eq!(stored_title(&app, &late).await, "Tidying");
    assert!(unsettled(&app).await > 0, "others may still be under way");
    app.advance(Duration::from_mins(3));
    app.run_jobs().await;
    assert_eq!(unsettled(&app).await, 0);
}

#[tokio::test]
async fn hidden_category_keeps_its_skills_and_takes_no_new_ones() {
    let app = TestApp::start().await;
    let (ana, bo, iris) =
        (app.member("ana").await, app.member("bo").await, app.admin("iris").await);
    let skill = id(&add(&bo, "Plumbing").await);
    let baking = id(&add(&bo, "Baking").await);
    update(&iris, "plumbing", change("Plumbing", true)).await;
    assert!(!titles(&ana, LIST).await.contains(&"Plumbing".to_owned()));
    let all = ana.get(&format!("{LIST}?all=true")).await.ok();
    assert_eq!((&all[0]["id"], &all[0]["is_hidden"]), (&json!("plumbing"), &json!(true)));
    assert_eq!(ids(&ana.get(&format!("{LIST}?q=plumber")).await.ok()), Vec::<String>::new());
    assert_eq!(ids(&ana.get("/api/skills/searchname/Plumbing").await.ok()), [&*skill]);
    assert_eq!(ids(&ana.get("/api/skills/search?q=plumber").await.ok()), [&*skill]);
    let form = form_with("skill_type", "Plumbing");
    ana.post_form("/api/skills", &form, &[]).await.invalid("skill_type");
    bo.put_form(&format!("/api/skills/{baking}"), &form, &[]).await.invalid("skill_type");
    ana.post("/api/suggestedskills", json!({ "name": "plumbing" })).await.invalid("name");
    bo.put_form(&format!("/api/skills/{skill}"), &form, &[]).await.ok();
    update(&iris, "plumbing", change("Plumbing", false)).await;
    add(&ana, "Plumbing").await;
    assert_eq!(
        log(&iris).await,
        [
            "skills.category_changed skill_category:plumbing hidden → shown",
            "skills.category_changed skill_category:plumbing shown → hidden",
        ]
    );
}

#[tokio::test]
async fn last_visible_category_cannot_be_hidden_or_emptied() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let all = iris.get(CATEGORIES).await.ok();
    let body =
        |one: &Value| json!({ "title": one["title"], "icon": one["icon"], "is_hidden": true });
    let all = all.as_array().unwrap();
    for one in &all[1..] {
        update(&iris, one["id"].as_str().unwrap(), body(one)).await;
    }
    let last = format!("{CATEGORIES}/{}", all[0]["id"].as_str().unwrap());
    iris.put(&last, body(&all[0])).await.refused(409, "skills.last_category");
    iris.put(&format!("{last}/move"), json!({ "to": "baking" })).await.invalid("to");
    assert_eq!(ids(&iris.get(LIST).await.ok()).len(), 1);
}

#[tokio::test]
async fn skills_move_into_another_category() {
    let app = TestApp::start().await;
    let (ana, bo, iris) =
        (app.member("ana").await, app.member("bo").await, app.admin("iris").await);
    let skills = [id(&add(&bo, "Baking").await), id(&add(&ana, "Baking").await)];
    let body = json!({ "to": "cooking" });
    for _ in 0..2 {
        let moved = iris.put(&format!("{CATEGORIES}/baking/move"), body.clone()).await.ok();
        assert_eq!((&moved["moved_to"], &moved["skills"]), (&json!("cooking"), &json!(0)));
        assert_eq!(moved["is_hidden"], true);
    }
    for (skill, reader) in skills.iter().zip([&ana, &bo]) {
        let found = reader.get(&format!("/api/skills/{skill}")).await.ok();
        assert_eq!(
            (&found["skill_type"], &found["category"]),
            (&json!("Cooking"), &json!("cooking"))
        );
    }
    app.settle().await;
    // Old links and words lead to the other category.
    for path in ["searchname/Baking", "searchname/cooking", "search?q=baker"] {
        let found = ana.get(&format!("/api/skills/{path}")).await.ok();
        assert_eq!(ids(&found), [&*skills[0]], "{path}");
    }
    assert_eq!(add(&ana, "Baking").await["skill_type"], "Cooking");
    assert_eq!(ids(&ana.get(&format!("{LIST}?q=baker")).await.ok()), ["cooking"]);
    let hidden = iris.put(&format!("{CATEGORIES}/yoga/move"), json!({ "to": "baking" })).await;
    hidden.invalid("to");
    // Shown again, it begins empty.
    update(&iris, "baking", change("Baking", false)).await;
    assert_eq!(add(&ana, "Baking").await["category"], "baking");
    assert_eq!(
        log(&iris).await,
        [
            "skills.category_changed skill_category:baking picture baking → plumbing; hidden → shown",
            "skills.category_moved skill_category:baking all skills: “Baking” → “Cooking”",
        ]
    );
}

#[tokio::test]
async fn custom_name_becomes_a_category() {
    let app = TestApp::start().await;
    let (ana, iris) = (app.member("ana").await, app.admin("iris").await);
    let skill = add(&ana, "bee whispering").await;
    assert_eq!(skill["approval_status"], "pending");
    iris.put_empty("/api/admin/skills/bee-whispering/approve").await.ok();
    let added = iris.post(CATEGORIES, new("Bee whispering")).await.ok();
    assert_eq!(added["skills"], 1);
    let found = ana.get(&format!("/api/skills/{}", id(&skill))).await.ok();
    assert_eq!(found["skill_type"], "Bee whispering");
}

#[tokio::test]
async fn there_are_at_most_a_hundred_categories() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    for n in 43..100 {
        iris.post(CATEGORIES, new(&format!("Category {n}"))).await.ok();
    }
    iris.post(CATEGORIES, new("One more")).await.refused(409, "skills.too_many_categories");
    assert_eq!(ids(&iris.get(&format!("{LIST}?limit=100")).await.ok()).len(), 100);
}

#[tokio::test]
async fn changes_at_the_same_moment_are_all_kept() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let names: Vec<String> = (0..4).map(|n| format!("Trade {n}")).collect();
    let [a, b, c, d] = [0, 1, 2, 3].map(|n| iris.post(CATEGORIES, new(&names[n])));
    let (a, b, c, d) = tokio::join!(a, b, c, d);
    for response in [a, b, c, d] {
        response.ok();
    }
    let twice = [new("Twice"), new("TWICE")].map(|body| iris.post(CATEGORIES, body));
    let [one, other] = twice;
    let (one, other) = tokio::join!(one, other);
    assert_eq!([one.status, other.status].iter().filter(|status| **status == 200).count(), 1);
    assert_eq!(ids(&iris.get(LIST).await.ok()).len(), 43 + 5);
}
