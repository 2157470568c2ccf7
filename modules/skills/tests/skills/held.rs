//! First skills of new members that staff look at before others see them.

use serde_json::{Value, json};
use sparkyard_testkit::Answer;

use crate::{
    sample::{add, form, form_with, id, picture},
    takedown_case::Case,
};

const QUEUE: &str = "/api/admin/held-posts";
const HOLDS: &str = "[moderation]\nhold_first_posts = 2";

impl Case {
    /// Path of the case in the queue of staff.
    fn held(&self) -> String {
        format!("{QUEUE}/skill-{}", self.skill)
    }

    /// Returns the revision that iris reads now.
    async fn revision(&self) -> Value {
        self.iris.get(QUEUE).await.ok()[0]["post"]["revision"].clone()
    }

    /// Returns what iris reads of the held skill `id`.
    async fn waiting(&self, id: &str) -> Value {
        let listed = self.iris.get(QUEUE).await.ok();
        let mut all = listed.as_array().expect("a list").iter();
        all.find(|one| one["subject_id"] == id).expect("it waits")["post"].clone()
    }

    async fn release(&self) -> Answer {
        let body = json!({ "decision": "release", "revision": self.revision().await });
        self.iris.put(&format!("{}/decide", self.held()), body).await
    }
}

#[tokio::test]
async fn held_skill_is_seen_by_its_owner_and_staff_alone() {
    let case = Case::with(HOLDS).await;
    case.bo.post_empty(&format!("/api/follows/follow/{}", case.ana.id)).await.ok();
    assert_eq!((case.found(&case.bo).await, case.count().await), (vec![false; 6], json!(0)));
    let own = case.ana.get(&case.path()).await.ok();
    assert_eq!((&own["moderation"], &own["bookable"]), (&json!("held"), &json!(false)));
    let listed = case.ana.get("/api/skills/user/all").await.ok();
    assert_eq!(listed[0]["moderation"], "held");
    let report = json!({ "subject": "skill", "id": case.skill, "reason": "scam" });
    case.bo.post("/api/reports", report).await.refused(404, "moderation.nothing_to_report");
    for who in [&case.ana, &case.bo] {
        assert_eq!(who.get(QUEUE).await.status, 403);
    }

    let waiting = case.iris.get(QUEUE).await.ok();
    assert_eq!(
        (&waiting[0]["kind"], &waiting[0]["subject_id"]),
        (&json!("skill"), &json!(case.skill))
    );
    assert_eq!(waiting[0]["post"]["title"], "Plumbing");
    assert_eq!(case.iris.get("/api/admin/waiting").await.ok()["posts"], 1);
    case.app.settle().await;
    let notices = case.iris.get("/api/notifications").await.ok();
    assert_eq!(
        (&notices[0]["title"], &notices[0]["link"]),
        (&json!("A first post waits for you"), &json!("/admin/posts"))
    );

    let followed = async || {
        case.app.settle().await;
        let notices = case.bo.get("/api/notifications").await.ok().to_string();
        notices.matches("Plumbing").count()
    };
    assert_eq!(followed().await, 0);
    case.release().await.ok();
    assert!(followed().await > 0);
    assert_eq!((case.found(&case.bo).await, case.count().await), (vec![true; 6], json!(1)));
    assert_eq!(case.bo.get(&case.path()).await.ok()["moderation"], "visible");
    let notices = case.notices().await;
    assert!(
        notices.iter().any(|one| one[0] == "Your skill Plumbing is here for all to see"),
        "{notices:?}"
    );
    assert_eq!(case.iris.get(QUEUE).await.ok(), json!([]));
}

#[tokio::test]
async fn changes_of_a_held_skill_stay_held_and_are_read_again() {
    let case = Case::with(HOLDS).await;
    let read = case.revision().await;
    let body = json!({ "decision": "release", "revision": read });
    let words = "<script>alert(1)</script>";
    let changed = case.ana.put_form(&case.path(), &form_with("description", words), &[]).await.ok();
    assert_eq!(changed["moderation"], "held");
    assert_eq!(case.found(&case.bo).await, vec![false; 6]);
    let decide = format!("{}/decide", case.held());
    case.iris.put(&decide, body).await.refused(409, "moderation.post_changed");
    assert_eq!(case.iris.get(QUEUE).await.ok()[0]["post"]["text"], words);
    case.release().await.ok();
    // What was shown may be changed.
    let changed = case.ana.put_form(&case.path(), &form(), &[]).await.ok();
    assert_eq!(changed["moderation"], "visible");
    assert_eq!(case.found(&case.bo).await, vec![true; 6]);
}

#[tokio::test]
async fn pictures_of_a_held_skill_are_shown_to_staff_alone() {
    let case = Case::with(HOLDS).await;
    let (anybody, content) = (case.app.anonymous(), picture(1));
    let files = [("thumbnails", "p.png", &content[..])];
    let form = form_with("skill_type", "Gardening");
    let added = case.ana.post_form("/api/skills", &form, &files).await.ok();
    let photo = added["thumbnail01"].as_str().expect("a picture").to_owned();
    let more = picture(200);
    let files = [("thumbnails", "p.png", &more[..])];
    let path = format!("/api/skills/{}", id(&added));
    let second = case.ana.put_form(&path, &form, &files).await.ok();
    let second = second["thumbnail02"].as_str().expect("a picture").to_owned();
    for picture in [&photo, &second] {
        anybody.get(picture).await.refused(404, "files.not_found");
    }
    let held = format!("{QUEUE}/skill-{}", id(&added));
    let shown = case.waiting(&id(&added)).await;
    let pictures = shown["pictures"].as_array().expect("a list").clone();
    assert_eq!(
        pictures,
        [json!(format!("{held}/pictures/0")), json!(format!("{held}/pictures/1"))]
    );
    for number in 0..2 {
        let path = format!("{held}/pictures/{number}");
        assert_eq!(case.iris.get(&path).await.status, 200);
        for who in [&case.ana, &case.bo] {
            assert_eq!(who.get(&path).await.status, 403);
        }
    }
    case.iris.get(&format!("{held}/pictures/2")).await.refused(404, "moderation.no_picture");
    let body = json!({ "decision": "release", "revision": shown["revision"] });
    case.iris.put(&format!("{held}/decide"), body).await.ok();
    for picture in [&photo, &second] {
        assert_eq!(anybody.get(picture).await.status, 200);
    }
    case.iris.get(&format!("{held}/pictures/0")).await.refused(404, "moderation.no_picture");
}

#[tokio::test]
async fn held_skill_under_a_new_name_needs_both_decisions() {
    let case = Case::with(HOLDS).await;
    let added = add(&case.ana, "Bee whispering").await;
    let path = format!("/api/skills/{}", id(&added));
    let approve = format!("/api/admin/skills/{}/approve", id(&added));
    case.iris.put(&approve, json!({})).await.ok();
    assert_eq!(case.bo.get(&path).await.status, 404);
    let shown = case.waiting(&id(&added)).await;
    let body = json!({ "decision": "release", "revision": shown["revision"] });
    let held = format!("{QUEUE}/skill-{}", id(&added));
    case.iris.put(&format!("{held}/decide"), body).await.ok();
    assert_eq!(case.bo.get(&path).await.status, 200);
}
