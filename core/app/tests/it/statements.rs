//! Number of database statements of frequent operations.
//!
//! If a number has to grow, change it here and give the reason in the commit.

use serde_json::json;
use sparkyard_kernel::db::StatementCounts;
use sparkyard_testkit::Member;

use crate::operations::{
    fixture::{World, world},
    samples::sample,
    send,
};

/// Operations by Vera with their queries, reads by key, and writes. Each includes one read by key
/// for the caller. Statements answered from the cache count, too.
const READS: &[(&str, [u32; 3])] = &[
    ("get_balance", [1, 2, 0]),
    ("list_incoming_payments", [1, 1, 0]),
    ("get_profile", [3, 5, 0]),
    ("get_public_profile", [3, 4, 0]),
    ("get_booking", [2, 5, 0]),
    ("list_outward_bookings", [1, 4, 0]),
    ("search_people", [0, 8, 0]),
    ("list_people_nearby", [2, 4, 0]),
    ("list_categories", [0, 2, 0]),
    ("list_skills_in_category", [1, 8, 0]),
    ("list_conversations", [1, 2, 0]),
    ("list_messages", [3, 5, 0]),
    ("list_spark_gifts", [1, 1, 0]),
    ("list_exchanges", [1, 3, 0]),
    ("get_community", [3, 4, 0]),
    ("list_needs", [1, 3, 0]),
    ("list_events", [1, 1, 0]),
];

async fn statements_of(work: impl Future) -> [u32; 3] {
    let (_, StatementCounts { queries, key_reads, writes, .. }) =
        StatementCounts::during(work).await;
    [queries, key_reads, writes]
}

#[tokio::test]
async fn reads_use_the_expected_statements() {
    let world = world().await;
    let mut found = Vec::new();
    for (operation, _) in READS {
        let sample = sample(operation, &world);
        // Measures the second call, with warm caches.
        send(&world.vera, &sample).await.ok();
        found.push((*operation, statements_of(send(&world.vera, &sample)).await));
    }
    assert_eq!(found, READS);
}

#[tokio::test]
async fn message_and_follow_take_one_write_each() {
    let World { app, vera, paul, .. } = world().await;
    let write = async |from: &Member, to: &Member| {
        let body = json!({
            "senderId": from.id, "receiverId": to.id, "content": "Is the tap still dripping?",
            "mark_as_read": false,
        });
        from.post("/api/message", body).await.ok()
    };
    write(&paul, &vera).await;
    assert_eq!(statements_of(write(&vera, &paul)).await, [0, 5, 1]);
    let sid = app.member("sid2").await;
    assert_eq!(
        statements_of(sid.post_empty(&format!("/api/follows/follow/{}", vera.id))).await,
        [0, 1, 1]
    );
}
