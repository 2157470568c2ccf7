//! Archives of members' data, with the data of every module: what is in them, and what is not.

use std::io::{Cursor, Read};

use serde_json::{Value, json};
use sparkyard_testkit::{Member, PASSWORD, picture};
use zip::ZipArchive;

use crate::{
    TestApp,
    operations::fixture::{World, world},
};

/// More messages than are read at once.
const MESSAGES: usize = 210;

/// Makes and downloads the archive of a member; returns names and contents of its files.
pub(crate) async fn archive(app: &TestApp, member: &Member) -> Vec<(String, Vec<u8>)> {
    let proof = json!({ "currentPassword": PASSWORD });
    member.post("/api/settings/export", proof.clone()).await.ok();
    app.run_jobs().await;
    let export = member.get("/api/settings/export").await.ok();
    assert_eq!(export["state"], "ready", "{export}");
    let response = member.post("/api/settings/export/download", proof).await;
    assert_eq!(response.status, 200, "{}", response.body);
    let mut archive = ZipArchive::new(Cursor::new(response.bytes)).unwrap();
    let names = archive.len();
    let read = |index| {
        let mut file = archive.by_index(index).unwrap();
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        (file.name().unwrap().into_owned(), content)
    };
    (0..names).map(read).collect()
}

pub(crate) fn text(files: &[(String, Vec<u8>)], name: &str) -> String {
    let found = files.iter().find(|(known, _)| known == name);
    let names: Vec<_> = files.iter().map(|(name, _)| name).collect();
    let (_, content) = found.unwrap_or_else(|| panic!("no {name} in {names:?}"));
    String::from_utf8(content.clone()).unwrap()
}

#[tokio::test]
async fn archive_has_own_data_and_no_private_data_of_others() {
    let World { app, vera, paul, sid, .. } = Box::pin(world()).await;
    let iris = app.admin("iris").await;
    let note = json!({ "text": "Quarrels at the allotment." });
    iris.post(&format!("/api/admin/members/{}/notes", paul.id), note).await.ok();
    let report = json!({
        "subject": "person", "id": paul.id, "reason": "other", "words": "He frightened my cat.",
    });
    sid.post("/api/reports", report).await.ok();
    app.settle().await;

    let files = archive(&app, &paul).await;
    assert!(text(&files, "data/auth-account.json").contains("paul@example.org"));
    assert!(text(&files, "data/auth-consents.json").contains("Terms of use"));
    assert!(text(&files, "data/bookings-as-provider.json").contains("My tap drips."));
    assert!(text(&files, "data/chat-messages.json").contains("under the pot"));
    assert!(text(&files, "data/skills-skills.json").contains("Taps."));
    assert!(text(&files, "data/bookings-as-provider.json").contains("\"Vera\""));
    assert!(text(&files, "index.html").contains("data/bookings-as-provider.json"));
    let phone = TestApp::phone("vera");
    for (name, content) in &files {
        let content = String::from_utf8_lossy(content);
        for secret in [
            "vera@example.org",
            "sid@example.org",
            phone.as_str(),
            "LS1 4ZZ",
            "53.80125",
            "allotment",
            "frightened",
            "argon2",
        ] {
            assert!(!content.contains(secret), "{secret} in {name}: {content}");
        }
        // What she wrote to him is his to keep.
        let has_address = content.contains("14 Secret Street");
        assert!(!has_address || name == "data/chat-messages.json", "{name}: {content}");
    }

    let files = archive(&app, &vera).await;
    let bookings = text(&files, "data/bookings-as-client.json");
    assert!(bookings.contains("LS1 4ZZ"));
    let bookings: Value = serde_json::from_str(&bookings).unwrap();
    let steps = bookings[0]["timeline"].as_array().unwrap();
    assert!(steps.iter().all(|step| step["at"].is_string()) && !steps.is_empty(), "{steps:?}");
    assert!(text(&files, "data/explore-profile.json").contains("14 Secret Street"));
    assert!(text(&files, "data/kyc-documents.json").contains("files/"));
    // Papers are stored encrypted; she gets them as pictures.
    let pictures: Vec<_> = files.iter().filter(|(name, _)| name.starts_with("files/")).collect();
    assert!(!pictures.is_empty());
    for (name, content) in pictures {
        assert!(!content.is_empty(), "{name}");
    }
    for (what, body) in [("suspend", json!({ "reason": "Was rude." })), ("reinstate", json!({}))] {
        iris.put(&format!("/api/admin/members/{}/{what}", sid.id), body).await.ok();
    }
    app.settle().await;
    let sid = app.log_in(&sid).await;
    let files = archive(&app, &sid).await;
    assert!(text(&files, "data/moderation-reports.json").contains("frightened"));
    let decisions = text(&files, "data/moderation-decisions.json");
    assert!(decisions.contains("Was rude.") && !decisions.contains(&iris.id), "{decisions}");
}

#[tokio::test]
async fn archive_has_all_messages_and_own_pictures() {
    let World { app, vera, paul, .. } = Box::pin(world()).await;
    for number in 0..MESSAGES {
        let body = json!({
            "senderId": paul.id, "receiverId": vera.id, "content": format!("Message {number}."),
            "mark_as_read": false,
        });
        paul.post("/api/message", body).await.ok();
    }
    for (from, to) in [(&paul, &vera), (&vera, &paul)] {
        let words = format!("A picture for {}.", to.id);
        let fields = [("receiverId", to.id.as_str()), ("content", words.as_str())];
        let files = [("picture", "me.png", &picture()[..])];
        from.post_form("/api/message/picture", &fields, &files).await.ok();
    }
    let files = archive(&app, &paul).await;
    let messages: Value = serde_json::from_str(&text(&files, "data/chat-messages.json")).unwrap();
    let messages = messages.as_array().unwrap();
    // Vera's first message, and two pictures.
    assert_eq!(messages.len(), MESSAGES + 3);
    for number in 0..MESSAGES {
        assert_eq!(messages[number + 1]["content"], format!("Message {number}."));
    }
    let [.., own, received] = messages.as_slice() else { panic!("no messages") };
    assert!(received.get("picture").is_none(), "{received}");
    let name = own["picture"].as_str().unwrap_or_else(|| panic!("no picture in {own}"));
    let (_, content) = files.iter().find(|(known, _)| known == name).unwrap();
    assert!(content.starts_with(&[0xFF, 0xD8, 0xFF]), "a JPEG");
}
