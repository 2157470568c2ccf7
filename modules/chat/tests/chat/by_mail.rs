//! Messages that arrive as replies to emails.

use sparkyard_kernel::events::core::{MailReply, REPLIED};
use sparkyard_testkit::Member;

use crate::{
    TestApp,
    pair::{HELLO, Pair, column, messages, send},
};

const CLIENT: &str = "6f1c4b0e-2f6d-4c7a-9a51-0b7a6d0c3e1f";

fn reply(from: &Member, to: &Member, text: &str) -> MailReply {
    MailReply {
        from: from.id.as_str().into(),
        address: from.email.clone(),
        to: to.id.as_str().into(),
        client_id: CLIENT.to_owned(),
        text: text.to_owned(),
        files: 0,
    }
}

/// Delivers the reply twice, as the outbox may.
async fn come(app: &TestApp, id: &str, reply: MailReply) {
    for _ in 0..2 {
        let write = app.db.write("test.tell");
        let write = write.publish(REPLIED, id.to_owned(), app.host.cx.now(), reply.clone());
        write.run::<()>().await.unwrap();
        app.settle().await;
    }
}

/// Texts of the emails with a subject. An email sent twice has one id and is listed once.
fn mails_about(app: &TestApp, subject: &str) -> Vec<String> {
    let mut mails = app.mails();
    mails.retain(|mail| mail.subject == subject);
    mails.dedup_by(|one, other| one.id == other.id);
    mails.into_iter().map(|mail| mail.text).collect()
}

#[tokio::test]
async fn reply_by_mail_becomes_one_message() {
    let Pair { app, ana, bo, .. } = Pair::talking().await;
    let text = "Да, в десять. <script>alert(1)</script>\n\nBo";
    come(&app, "mail:1", reply(&bo, &ana, text)).await;
    let list = messages(&ana, &bo).await;
    assert_eq!(column(&list, "content"), [HELLO, text]);
    assert_eq!(list[1]["sender_id"], bo.id);
    assert!(mails_about(&app, "Your answer was not delivered").is_empty());
}

#[tokio::test]
async fn refused_reply_is_returned_with_the_reason() {
    let Pair { app, ana, bo, .. } = Pair::meet().await;
    for (id, text, why) in [
        ("mail:1", "Hi", "at least 10 characters"),
        ("mail:2", &*"x".repeat(20_001), "characters"),
        ("mail:3", "", "no text"),
    ] {
        come(&app, id, reply(&bo, &ana, text)).await;
        let rejections = mails_about(&app, "Your answer was not delivered");
        let last = rejections.last().unwrap();
        assert!(last.contains(why), "{text:.20}: {last}");
    }
    assert_eq!(
        mails_about(&app, "Your answer was not delivered").len(),
        3,
        "each is notified once"
    );
    assert!(messages(&ana, &bo).await.is_empty());
}

#[tokio::test]
async fn blocked_member_cannot_reply_by_mail() {
    let Pair { app, ana, bo, .. } = Pair::talking().await;
    ana.post_empty(&format!("/api/users/block/{}", bo.id)).await.ok();
    come(&app, "mail:1", reply(&bo, &ana, "Are you there?")).await;
    assert_eq!(messages(&ana, &bo).await.len(), 1);
    let rejections = mails_about(&app, "Your answer was not delivered");
    assert!(rejections[0].contains("You cannot write to this person"), "{rejections:?}");
}

#[tokio::test]
async fn sender_is_notified_that_attachments_were_dropped() {
    let Pair { app, ana, bo, .. } = Pair::talking().await;
    send(&ana, &bo, "A picture?").await.ok();
    come(&app, "mail:1", MailReply { files: 2, ..reply(&bo, &ana, "Here it is.") }).await;
    assert_eq!(messages(&ana, &bo).await.len(), 3);
    assert_eq!(mails_about(&app, "Your files were not delivered").len(), 1);
}

#[tokio::test]
async fn suspended_member_cannot_reply_by_mail() {
    let Pair { app, ana, bo, .. } = Pair::talking().await;
    let iris = app.admin("iris").await;
    let moderate = async |what: &str| {
        let path = format!("/api/admin/members/{}/{what}", bo.id);
        iris.put(&path, serde_json::json!({ "reason": "Pesters others." })).await.ok();
    };
    moderate("suspend").await;
    come(&app, "mail:1", reply(&bo, &ana, "I am still here.")).await;
    assert_eq!(messages(&ana, &bo).await.len(), 1);
    let rejections = mails_about(&app, "Your answer was not delivered");
    assert!(rejections[0].contains("Your account cannot be used at present"), "{rejections:?}");
    moderate("reinstate").await;
    come(&app, "mail:2", reply(&bo, &ana, "I am back.")).await;
    assert_eq!(messages(&ana, &bo).await.len(), 2);
}
