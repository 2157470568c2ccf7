//! Payments that are disputed at the bank, and refunds that did not reach a card.

use serde_json::Value;
use sparkyard_kernel::{
    Money,
    events::payments::{CHARGEBACK_CHANGED, ChargebackChanged, REFUND_FAILED, RefundFailed},
    ports::ChargebackState,
};
use sparkyard_testkit::Member;

use crate::{TestApp, tell};

/// Returns the titles of a member's notifications, in the order of the alphabet.
async fn titles(member: &Member) -> Vec<String> {
    let notices = member.get("/api/notifications").await.ok();
    let title = |notice: &Value| notice["title"].as_str().unwrap().to_owned();
    let mut titles: Vec<String> = notices.as_array().unwrap().iter().map(title).collect();
    titles.sort_unstable();
    titles
}

#[tokio::test]
async fn payer_and_admins_are_notified_of_each_state_once() {
    let app = TestApp::start().await;
    let (iris, maya, dev) =
        (app.admin("iris").await, app.member("maya").await, app.member("dev").await);
    let event = |state| ChargebackChanged {
        chargeback_id: "dp_1".to_owned(),
        user_id: maya.id.as_str().into(),
        booking_id: None,
        amount: Money::from_minor(2000),
        state,
        evidence_due: None,
    };
    for state in [ChargebackState::Open, ChargebackState::Lost] {
        for _ in 0..2 {
            tell(&app, CHARGEBACK_CHANGED, &format!("dp_1:{state}"), event(state)).await;
        }
    }
    assert_eq!(
        titles(&maya).await,
        [
            "Your bank has taken back your top-up of £20.00",
            "Your top-up of £20.00 is disputed at your bank",
        ]
    );
    assert_eq!(
        titles(&iris).await,
        ["Maya disputes a card payment of £20.00", "The bank has taken back £20.00"]
    );
    assert_eq!(titles(&dev).await, [""; 0]);
}

#[tokio::test]
async fn admin_who_disputes_is_notified_as_payer_and_as_admin() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let event = ChargebackChanged {
        chargeback_id: "dp_1".to_owned(),
        user_id: iris.id.as_str().into(),
        booking_id: None,
        amount: Money::from_minor(2000),
        state: ChargebackState::Open,
        evidence_due: None,
    };
    tell(&app, CHARGEBACK_CHANGED, "dp_1:open", event).await;
    assert_eq!(
        titles(&iris).await,
        [
            "Iris disputes a card payment of £20.00",
            "Your top-up of £20.00 is disputed at your bank",
        ]
    );
}

#[tokio::test]
async fn failed_refund_notifies_its_member_and_admins() {
    let app = TestApp::start().await;
    let (iris, maya) = (app.admin("iris").await, app.member("maya").await);
    let failed = RefundFailed {
        refund_id: "re_1".to_owned(),
        user_id: maya.id.as_str().into(),
        booking_id: None,
        amount: Money::from_minor(750),
    };
    for _ in 0..2 {
        tell(&app, REFUND_FAILED, "re_1", failed.clone()).await;
    }
    assert_eq!(titles(&maya).await, ["A refund of £7.50 is in your wallet"]);
    assert_eq!(titles(&iris).await, ["Maya's card did not take a refund of £7.50"]);
}
