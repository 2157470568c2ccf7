//! A long conversation.

use anyhow::Context;
use sparkyard_db::{Db, DbError};
use sparkyard_host::Host;
use surrealdb::types::{Array, RecordId, SurrealValue, Value};

/// Messages in one write.
const BATCH: i64 = 1000;
const WORDS: &str = "Shall I bring the long ladder on Tuesday, or is the short one enough?";

/// One side of a conversation, as far as more messages depend on it.
#[derive(SurrealValue)]
struct Side {
    thread: String,
    seq: i64,
    sent: i64,
}

/// Has `from` write so many `messages` to `to`, who have written to each other before.
pub async fn talk(host: &Host, from: &str, to: &str, messages: usize) -> anyhow::Result<()> {
    let db = &host.cx.db;
    let side = side_of(db, from, to).await?.context("they have not written to each other yet")?;
    let (last, mut seq) = (side.seq + i64::try_from(messages)?, side.seq);
    while seq < last {
        let upto = last.min(seq + BATCH);
        let before = side.seq - side.sent;
        db.write("crowd.talk")
            .bind("thread", side.thread.clone())
            .bind("from", from.to_owned())
            .bind("to", to.to_owned())
            .bind("mine", record(from, to))
            .bind("theirs", record(to, from))
            .bind("places", (seq + 1..=upto).collect::<Vec<i64>>())
            .bind("before", before)
            .bind("words", WORDS.to_owned())
            .bind("at", host.cx.now())
            .step(
                "FOR $seq IN $places { CREATE type::record('chat_message', [$thread, $seq]) SET \
                 thread = $thread, seq = $seq, sender = $from, receiver = $to, \
                 content = $words, at = $at, nth = $seq - $before RETURN NONE }",
            )
            .step("LET $count = array::len($places)")
            .step("UPDATE $mine SET seq += $count, sent += $count RETURN NONE")
            .step("UPDATE $theirs SET seq += $count, unread += $count RETURN NONE")
            .run::<()>()
            .await?;
        seq = upto;
    }
    Ok(())
}

async fn side_of(db: &Db, from: &str, to: &str) -> Result<Option<Side>, DbError> {
    let query = db.query("SELECT thread, seq, sent FROM ONLY $side");
    query.bind("side", record(from, to)).fetch_optional().await
}

fn record(member: &str, other: &str) -> RecordId {
    let ends = [member, other].map(|id| Value::String(id.to_owned()));
    RecordId::new("chat_side", Array::from(ends.to_vec()))
}
