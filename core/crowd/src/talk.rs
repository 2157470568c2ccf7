//! Generates a long conversation.

use anyhow::Context;
use sparkyard_host::Host;

use crate::store;

/// Number of messages in one write.
const BATCH: i64 = 1000;
const WORDS: &str = "Shall I bring the long ladder on Tuesday, or is the short one enough?";

/// Writes `messages` messages from `from` to `to`, who must have written to each other before.
pub async fn talk(host: &Host, from: &str, to: &str, messages: usize) -> anyhow::Result<()> {
    let db = &host.cx.db;
    let side = store::side(db, from, to).await?;
    let side = side.context("they have not written to each other yet")?;
    let (last, mut seq) = (side.seq + i64::try_from(messages)?, side.seq);
    while seq < last {
        let upto = last.min(seq + BATCH);
        store::write(db, &side, seq + 1..=upto, (WORDS, host.cx.now())).await?;
        seq = upto;
    }
    Ok(())
}
