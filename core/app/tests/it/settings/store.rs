use serde_json::Value;
use sparkyard_db::{Db, SurrealValue};

/// Stored preferences.
#[derive(Debug, PartialEq)]
pub(super) struct Kept {
    /// Rows by member.
    pub(super) preferences: Vec<Value>,
    /// Whether the old table of the notifications module exists.
    pub(super) has_old_table: bool,
}

#[derive(SurrealValue)]
struct Info {
    tables: std::collections::BTreeMap<String, String>,
}

/// Stores a member's preferences in the old schema, in the order of the settings page at the time.
pub(super) async fn choose_as_before(db: &Db, user: &str, on: [bool; 6]) {
    db.write("test.choose")
        .bind("user", user.to_owned())
        .bind("on", on.to_vec())
        .step(
            "UPSERT type::record('notice_choice', $user) CONTENT { booking_messages: $on[0], \
             order_updates: $on[1], order_messages: $on[2], promotions: $on[3], \
             account_notifications: $on[4], marketing_notifications: $on[5] }",
        )
        .run::<()>()
        .await
        .unwrap();
}

pub(super) async fn kept(db: &Db) -> Kept {
    let rows = db.query("SELECT * OMIT id FROM member_preference ORDER BY id").fetch().await;
    let info: Option<Info> = db.query("INFO FOR DB").fetch_optional().await.unwrap();
    let has_old_table = info.unwrap().tables.contains_key("notice_choice");
    Kept { preferences: rows.unwrap(), has_old_table }
}
