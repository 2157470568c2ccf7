use sparkyard_kernel::{
    Module, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};

use super::{appeals, audit, notes, online_safety, posts, replies, reports};
use crate::{Moderation, model::audit::AuditFilter};

async fn database(now: Timestamp) -> Db {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "moderation", migrations: Moderation::MIGRATIONS };
    db.migrate(&[schema], now).await.unwrap();
    db
}

#[tokio::test]
async fn every_query_reads_an_index_range() {
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    let db = database(now).await;
    let due = "SELECT * FROM report WHERE decided_ms > 0 AND decided_ms < $before_ms LIMIT $limit";
    let settled =
        "SELECT * FROM sanction WHERE settled_ms > 0 AND settled_ms < $before_ms LIMIT $limit";
    let settled_posts =
        "SELECT * FROM held_post WHERE settled_ms > 0 AND settled_ms < $before_ms LIMIT $limit";
    let old_claims = "SELECT * FROM case_claim WHERE at_ms > 0 AND at_ms < $before_ms LIMIT $limit";
    for (query, index) in [
        (old_claims, "case_claim_at"),
        (appeals::OF_MEMBER, "sanction_user"),
        (appeals::IN_FORCE, "sanction_about"),
        (appeals::APPEALS, "sanction_queue"),
        (appeals::WAITING, "sanction_queue"),
        (settled, "sanction_settled"),
        (posts::POSTS, "held_post_queue"),
        (posts::WAITING, "held_post_queue"),
        (settled_posts, "held_post_settled"),
        (replies::REPLIES, "canned_reply_place"),
        (reports::QUEUE, "report_queue"),
        (reports::OPEN, "report_queue"),
        (due, "report_decided"),
        (notes::NOTES, "staff_note_about"),
        (notes::TASKS, "staff_note_turn"),
        (notes::DUE, "staff_note_turn"),
        (online_safety::ASSESSMENTS, "risk_assessment_newest"),
        (online_safety::REPORTS, "report_decided"),
        (online_safety::LATE_REPORTS, "report_queue"),
        (online_safety::LATE_APPEALS, "sanction_queue"),
    ] {
        let plan = db
            .query(query)
            .bind("open", true)
            .bind("user", "ana".to_owned())
            .bind("kind", "skill".to_owned())
            .bind("queue", "open".to_owned())
            .bind("alone", false)
            .bind("admin", false)
            .bind("after", String::new())
            .bind("reader", "iris".to_owned())
            .bind("about", "ana".to_owned())
            .bind("until", "2026-03-03".to_owned())
            .bind("before_ms", now.as_millis())
            .bind("now", now)
            .bind("limit", 20)
            .plan()
            .await
            .unwrap();
        assert!(plan.is_range_of(index), "{query}\n{plan:?}");
        assert!(!plan.sorts(), "{query}\n{plan:?}");
    }
}

#[tokio::test]
async fn each_filter_of_the_audit_log_reads_an_index_range() {
    let db = database("2026-03-02T10:00:00Z".parse().unwrap()).await;
    let given = |is_given: bool, value: &str| is_given.then(|| value.to_owned());
    for (subject, actor, action, index) in [
        (false, false, false, "audit_newest"),
        (false, false, true, "audit_action"),
        (false, true, false, "audit_actor"),
        (true, false, false, "audit_subject"),
        (false, true, true, "audit_actor"),
        (true, false, true, "audit_subject"),
        (true, true, true, "audit_subject"),
    ] {
        let filter = AuditFilter {
            subject: given(subject, "user:ana"),
            actor: given(actor, "iris"),
            action: given(action, "auth.suspend"),
            ..AuditFilter::default()
        };
        let query = audit::records(&filter);
        let plan = db
            .query(query.clone())
            .bind("subject", filter.subject)
            .bind("actor", filter.actor)
            .bind("action", filter.action)
            .bind("newest", -10)
            .bind("id", String::new())
            .bind("until", 10)
            .bind("limit", 21)
            .plan()
            .await
            .unwrap();
        assert!(plan.is_range_of(index), "{query}\n{plan:?}");
        assert!(!plan.sorts(), "{query}\n{plan:?}");
    }
}
