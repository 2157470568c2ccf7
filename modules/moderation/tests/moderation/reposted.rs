//! Skills that are posted after a takedown.

use std::time::Duration;

use serde_json::Value;
use sparkyard_kernel::events::skills::{PUBLISHED, Published};
use sparkyard_testkit::Member;

use crate::{
    TestApp,
    appeals::{skill_of, take_down},
};

/// Texts of the open tasks.
async fn tasks(staff: &Member) -> Vec<String> {
    let tasks = staff.get("/api/admin/tasks").await.ok();
    let text = |task: &Value| task["text"].as_str().unwrap().to_owned();
    tasks.as_array().unwrap().iter().map(text).collect()
}

/// Form fields of a skill.
fn fields(skill_type: &str) -> [(&str, &str); 4] {
    [
        ("skill_type", skill_type),
        ("experience_level", "expert"),
        ("hourly_rate", "20"),
        ("description", "Pay me first, by bank."),
    ]
}

#[tokio::test]
async fn staff_get_one_task_for_a_skill_deleted_and_added_again() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let skill = skill_of(&bo).await;
    take_down(&iris, &ana, &skill).await;
    bo.delete(&format!("/api/skills/{skill}")).await.ok();
    app.settle().await;
    assert_eq!(tasks(&iris).await, [""; 0]);

    let again = skill_of(&bo).await;
    // Another member with the same skill adds no task.
    skill_of(&ana).await;
    app.settle().await;
    let expected = "Offers “Plumbing” again, which was taken down on 2 March 2026. The reason was: \
                    Asks for money first.";
    assert_eq!(tasks(&iris).await, [expected]);
    let task = iris.get("/api/admin/tasks").await.ok()[0].clone();
    assert_eq!(task["user_id"], bo.id);
    assert_eq!(task["author_name"], "the system");
    let log = iris.get("/api/admin/audit?action=moderation.task_added").await.ok();
    assert_eq!(log[0]["actor_name"], "The system", "{log}");

    let (user_id, skill_id) = (bo.id.as_str().into(), again.as_str().into());
    let published = Published { user_id, skill_id, skill_type: "Plumbing".to_owned() };
    let write = app.db.write("test.published").publish(
        PUBLISHED,
        "again".to_owned(),
        app.host.cx.now(),
        published,
    );
    write.run::<()>().await.unwrap();
    app.settle().await;
    assert_eq!(tasks(&iris).await.len(), 1);
}

#[tokio::test]
async fn staff_are_notified_of_other_skills_for_a_month() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let offer = async |skill_type| {
        bo.post_form("/api/skills", &fields(skill_type), &[]).await.ok();
    };
    offer("gardening").await;
    app.settle().await;
    let skill = skill_of(&bo).await;
    take_down(&iris, &ana, &skill).await;
    offer("cooking").await;
    app.settle().await;
    let expected = "Offers “Cooking”, after “Plumbing” was taken down on 2 March 2026. The reason was: \
                    Asks for money first.";
    assert_eq!(tasks(&iris).await, [expected]);

    app.advance(Duration::from_hours(31 * 24));
    let (iris, bo) = (app.log_in(&iris).await, app.log_in(&bo).await);
    bo.post_form("/api/skills", &fields("tutoring"), &[]).await.ok();
    app.settle().await;
    assert_eq!(tasks(&iris).await.len(), 1);
}

#[tokio::test]
async fn staff_get_a_task_for_a_skill_renamed_to_the_name_of_one_taken_down() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let kept = bo.post_form("/api/skills", &fields("gardening"), &[]).await.ok();
    let path = format!("/api/skills/{}", kept["id"].as_str().unwrap());
    app.settle().await;
    let skill = skill_of(&bo).await;
    take_down(&iris, &ana, &skill).await;
    // A new description alone adds no task.
    let mut described = fields("gardening");
    described[3] = ("description", "Pay me first, in cash.");
    bo.put_form(&path, &described, &[]).await.ok();
    app.settle().await;
    assert_eq!(tasks(&iris).await, [""; 0]);
    for name in ["plumbing", "gardening", "plumbing"] {
        bo.put_form(&path, &fields(name), &[]).await.ok();
    }
    app.settle().await;
    let because = "taken down on 2 March 2026. The reason was: Asks for money first.";
    let other = format!("Offers “Gardening”, after “Plumbing” was {because}");
    let same = format!("Offers “Plumbing” again, which was {because}");
    let mut titles = tasks(&iris).await;
    titles.sort_unstable();
    assert_eq!(titles, [other, same], "each once");
}

#[tokio::test]
async fn reversed_takedown_causes_no_notification() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let skill = skill_of(&bo).await;
    take_down(&iris, &ana, &skill).await;
    iris.put_empty(&format!("/api/admin/takedowns/{skill}/let-back")).await.ok();
    skill_of(&bo).await;
    app.settle().await;
    assert_eq!(tasks(&iris).await, [""; 0]);
}
