//! Tables that are erased or kept when a member leaves.

use std::collections::BTreeMap;

use sparkyard_testkit::table_names;

use crate::TestApp;

/// Tables whose rows about a member are deleted, with the account or soon after.
pub(super) const ERASED: &[&str] = &[
    "account",
    "account_email",
    "away_member",
    "billing_method",
    "billing_owner",
    "booking_calendar",
    "booking_quota",
    "calendar_feed",
    "chat_strangers",
    "check_record",
    "connected_account",
    "consent",
    "data_export",
    "delegation",
    "email_change",
    "email_code",
    "event_guest",
    "exchange_side",
    "first_posts",
    "follows",
    "held_post",
    "holder",
    "identity",
    "known_device",
    "kyc_document",
    "kyc_owner",
    "live_reader",
    "mail_trouble",
    "member_preference",
    "need_owner",
    "notice_follow",
    "password_reset",
    "push_device",
    "rated",
    "rating",
    "recovery",
    "referral",
    "referrer",
    "saved_search",
    "saved_search_owner",
    "search_match",
    "session",
    "skill",
    "skill_owner",
    "spark_gift_side",
    "staff_mail",
    "totp",
    "welcome_mail",
    "withdrawal_owner",
];

/// Tables in which a member's id or address stays, and why.
pub(super) const KEPT: &[(&str, &str)] = &[
    ("agreement_request", "of the community, by a host"),
    ("allowance", "the day's limits, deleted the day after"),
    ("announcement", "of the community, by a host"),
    ("arrival", "that a neighbour or skill is new, for 30 days"),
    ("audit", "what staff did"),
    ("away_item", "what the other party missed, until it is mailed"),
    ("block", "by others, until they lift it or leave"),
    ("booking", "the other party's, without place and files"),
    ("card_payment", "of the books"),
    ("cash_in", "of the books"),
    ("case_claim", "who of the hosts takes care of what, for a day"),
    ("chargeback", "of the books"),
    ("chat_message", "the other party's"),
    ("chat_side", "the other party's"),
    ("contact_message", "answered by the host, then deleted after its time"),
    ("demo_mail", "of sample communities only"),
    ("departure", "the stub itself"),
    ("dispute", "the other party's and the host's"),
    ("dispute_statement", "the other party's and the host's; files have a time of their own"),
    ("event", "of the community, by a host"),
    ("exchange", "the other party's, and of the books"),
    ("exchange_pair", "of the other party's unanswered ones"),
    ("failed_refund", "of the books"),
    ("former_seller", "what the law asks of the host, for six years"),
    ("funding", "of the books"),
    ("hand_over", "a sign-in under way, for an hour"),
    ("idempotency", "answers to repeated requests, for a day"),
    ("import_issue", "the host's, until 30 days after the upload"),
    ("import_row", "yet to be imported, for 30 days at most"),
    ("ledger_account", "of the books, under the id alone"),
    ("ledger_entry", "of the books, under the id alone"),
    ("ledger_sum", "of the books, under the id alone"),
    ("ledger_transfer", "of the books, under the id alone"),
    ("ledger_unsummed", "of the books, under the id alone"),
    ("letter", "of the community, by a host"),
    ("live_news", "of others, for a day"),
    ("member_import", "what staff did, for a year"),
    ("need", "answers to others' posts, deleted with them"),
    ("notice", "of others, deleted after their time"),
    ("outbox", "events on their way"),
    ("payment_intent", "of the books"),
    ("person", "the stub: nothing but the id"),
    ("push_message", "on its way, for a day"),
    ("referral_reward", "of the books"),
    ("report", "the host's, until a year after the decision"),
    ("report_open", "the host's, until the decision"),
    ("review", "by the member, of others"),
    ("risk_assessment", "the host's, with the id of the admin who made it"),
    ("safety_answer", "the host's, for a year"),
    ("sanction", "the host's, for two years"),
    ("skill_name", "the community's"),
    ("spark_gift", "the other party's, and of the books"),
    ("staff_note", "the host's, until two years after it was written"),
    ("withdrawal", "of the books"),
    ("withdrawal_method", "the last of a member who earned pounds, for six years"),
];

/// Tables that say nothing about a member, or know them by a keyed hash only.
const IMPERSONAL: &[&str] = &[
    "added_town",
    "admin_link",
    "admin_roster",
    "agreement_edition",
    "booking_visit",
    "canned_reply",
    "canned_reply_total",
    "chat_picture",
    "counter",
    "fact",
    "file_holder",
    "first_posts_held",
    "import_turn",
    "invited_address",
    "invites",
    "ledger_check",
    "letter_turn",
    "mail_taken",
    "mail_window",
    "migration",
    "moderation_rules",
    "people_snapshot",
    "place_import",
    "place_names",
    "place_sector",
    "reconciliation",
    "registration",
    "safety_reminder",
    "site_details",
    "skill_catalogue",
    "skill_words",
    "social_journey",
    "stored_file",
    "stripe_event",
    "stripe_sync",
    "vetting_check",
    "vetting_total",
    "wrong_guess",
];

#[tokio::test]
async fn each_table_is_erased_or_kept_for_a_reason() {
    let app = TestApp::start().await;
    let mut named: BTreeMap<&str, usize> = BTreeMap::new();
    let kept = KEPT.iter().map(|(table, _)| *table);
    for table in ERASED.iter().copied().chain(kept).chain(IMPERSONAL.iter().copied()) {
        *named.entry(table).or_default() += 1;
    }
    let all = table_names(&app.db).await;
    let missing: Vec<_> = all.iter().filter(|table| !named.contains_key(table.as_str())).collect();
    assert!(missing.is_empty(), "say what becomes of {missing:?}");
    let wrong: Vec<_> = named
        .iter()
        .filter(|(table, times)| **times != 1 || !all.iter().any(|known| known == *table))
        .collect();
    assert!(wrong.is_empty(), "named twice, or gone: {wrong:?}");
}
