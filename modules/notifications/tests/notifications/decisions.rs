//! Notices about decisions on members and their suggestions.

use serde_json::json;
use sparkyard_kernel::{
    UserId,
    events::{
        auth::{REINSTATED, Reinstated, SUSPENDED, Suspended},
        moderation::{APPEAL_DECIDED, APPEALED, AppealDecided, Appealed},
        skills::{NAME_DECIDED, NameDecided},
    },
};
use sparkyard_testkit::Member;

use crate::{TestApp, tell, titles};

fn id(member: &Member) -> UserId {
    member.id.as_str().into()
}

fn decided(reason: Option<&str>, members: &[&Member]) -> NameDecided {
    let mut user_ids: Vec<UserId> = members.iter().map(|member| id(member)).collect();
    user_ids.push("somebody who is gone".into());
    NameDecided {
        slug: "bees".to_owned(),
        name: "Bee whispering".to_owned(),
        approved: reason.is_none(),
        reason: reason.map(str::to_owned),
        appeal_until: None,
        user_ids,
    }
}

#[tokio::test]
async fn skill_decision_is_notified_once_by_notice_and_mail() {
    let app = TestApp::start().await;
    let (ana, bo, cy) = (app.member("ana").await, app.member("bo").await, app.member("cy").await);
    let before = app.mails().len();
    for _ in 0..2 {
        tell(&app, NAME_DECIDED, "d1", decided(Some("Bees do not listen."), &[&ana, &bo])).await;
    }
    for member in [&ana, &bo] {
        let notices = member.get("/api/notifications").await.ok();
        assert_eq!(notices.as_array().unwrap().len(), 1);
        assert_eq!(notices[0]["kind"], "account");
        assert_eq!(notices[0]["title"], "Bee whispering was not accepted as a skill");
        assert_eq!(notices[0]["description"], "The reason: Bees do not listen.");
        let mail = app.mail_to(&member.email);
        assert_eq!(mail.subject, "Bee whispering was not accepted as a skill");
        assert!(mail.text.contains("Bees do not listen."));
    }
    assert_eq!(app.mails().len(), before + 2);
    assert_eq!(titles(&cy, "/api/notifications").await, [""; 0]);

    tell(&app, NAME_DECIDED, "d2", decided(None, &[&cy])).await;
    assert_eq!(titles(&cy, "/api/notifications").await, ["Bee whispering is a skill here now"]);
    assert_eq!(app.mail_to(&cy.email).subject, "Bee whispering is a skill on Sparkyard now");
}

#[tokio::test]
async fn reinstated_member_reads_the_reason() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let reason = "They wrote to everybody.".to_owned();
    for _ in 0..2 {
        let suspended = Suspended { user_id: id(&ana), reason: reason.clone() };
        tell(&app, SUSPENDED, "s", suspended).await;
        tell(&app, REINSTATED, "r", Reinstated { user_id: id(&ana) }).await;
    }
    let notices = ana.get("/api/notifications").await.ok();
    let descriptions: Vec<_> =
        notices.as_array().unwrap().iter().map(|one| &one["description"]).collect();
    assert_eq!(descriptions.len(), 2);
    assert!(
        descriptions.contains(&&json!("The reason: They wrote to everybody.")),
        "{descriptions:?}"
    );
}

#[tokio::test]
async fn appeal_is_notified_to_its_reviewers_and_its_end_to_the_member() {
    let app = TestApp::start().await;
    let (iris, eve, ana) =
        (app.admin("iris").await, app.admin("eve").await, app.member("ana").await);
    let before = app.mails().len();
    let appealed = Appealed {
        appeal_id: "a1".into(),
        user_id: id(&ana),
        not_by: Some(id(&iris)),
        admins_only: false,
    };
    let decided = AppealDecided {
        appeal_id: "a1".into(),
        user_id: id(&ana),
        about: "the takedown of your skill Plumbing".to_owned(),
        overturned: false,
        same_person: true,
        reason: "Two people say so.".to_owned(),
    };
    for _ in 0..2 {
        tell(&app, APPEALED, "a1", appealed.clone()).await;
    }
    assert_eq!(titles(&eve, "/api/notifications").await, ["An appeal waits for a decision"]);
    assert_eq!(titles(&iris, "/api/notifications").await, [""; 0]);
    for _ in 0..2 {
        tell(&app, APPEAL_DECIDED, "d1", decided.clone()).await;
    }
    assert_eq!(eve.get("/api/notifications/unread").await.ok()["total"], 0);
    let notices = ana.get("/api/notifications").await.ok();
    assert_eq!(notices.as_array().unwrap().len(), 1);
    assert_eq!(notices[0]["link"], "/settings/decisions");
    let description = notices[0]["description"].as_str().unwrap();
    assert!(description.contains("Two people say so."), "{description}");
    assert!(description.contains("as this community has one moderator"), "{description}");
    assert_eq!(app.mails().len(), before + 1);
}
