//! Mail of members without an address goes to their delegate.

use serde_json::json;

use crate::{Village, book, offer};

#[tokio::test]
async fn delegate_gets_mail_that_names_the_member() {
    let village = Village::new().await;
    let Village { app, iris, ana, bo, edith } = &village;
    let skill = offer(bo).await;
    let booking = book(&village.for_edith(ana), &bo.id, &skill).await.ok();
    bo.put_empty(&format!("/api/bookings/accept/{}", booking["id"])).await.ok();
    app.settle().await;
    let mail = app.mail_to(&ana.email);
    assert!(mail.subject.starts_with("For Edith Moss: Bo accepted"), "{}", mail.subject);
    for words in [&mail.text, &mail.html] {
        assert!(words.contains("because you help Edith Moss"), "{words}");
        assert!(words.contains("/settings/helpers"), "{words}");
    }
    assert_eq!(mail.reply_to, None);
    let invalid = |to: &str| to.ends_with("no-mailbox.invalid");
    assert!(!app.mails().iter().any(|mail| invalid(&mail.to)));

    // Without a helper, or with a suspended one, none is sent.
    let before = app.mails().len();
    iris.put(&format!("/api/admin/delegations/{edith}/end"), json!({ "reason": "Ill" })).await.ok();
    bo.put_empty(&format!("/api/bookings/cancel/{}", booking["id"])).await.ok();
    app.settle().await;
    let later = app.mails();
    assert!(!later[before..].iter().any(|mail| mail.to == ana.email || invalid(&mail.to)));
}
