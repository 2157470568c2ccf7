//! Storage of private answers about safety.

use sparkyard_kernel::{
    BookingId, Timestamp, UserId,
    db::{DbError, SurrealValue, Write},
    events::moderation::REPORTED,
    ports::SafetyCase,
};

use super::BookingStore;
use crate::model::review::SafetyAnswer;

/// Maximum count of answers about a member.
const MAX_COUNTED: i64 = 100;
/// `EXPLAIN` must show a range of an index.
pub(super) const UNSAFE: &str = "SELECT VALUE n FROM (SELECT count() AS n FROM (SELECT id \
     FROM safety_answer WITH INDEX safety_answer_about WHERE about = $user AND safe = false \
     LIMIT $limit) GROUP ALL)";

/// Writes of a private answer, in the transaction that stores the review.
pub(crate) struct SafetyWrites {
    pub(crate) answer: SafetyAnswer,
    /// Case for moderators, if the member did not feel safe.
    pub(crate) case: Option<SafetyCase>,
}

#[derive(SurrealValue)]
struct SafetyRow {
    booking: BookingId,
    by: UserId,
    about: UserId,
    safe: bool,
    words: String,
    at: Timestamp,
}

/// Adds the private answer and its case to the write of the review.
pub(super) fn keep_answer(write: Write<'_>, safety: Option<SafetyWrites>) -> Write<'_> {
    let Some(SafetyWrites { answer, case }) = safety else { return write };
    let SafetyAnswer { booking, by, about, safe, words, at } = answer;
    let write = write.bind("answer", SafetyRow { booking, by, about, safe, words, at }).step(
        "CREATE type::record('safety_answer', [$answer.booking, $answer.by]) CONTENT $answer",
    );
    let Some(SafetyCase { effects, reported }) = case else { return write };
    write.calls(effects).publish(REPORTED, reported.report_id.to_string(), at, reported)
}

impl BookingStore {
    /// Counts the answers of others who did not feel safe with a member, up to [`MAX_COUNTED`].
    pub(crate) async fn felt_unsafe(&self, member: &UserId) -> Result<u64, DbError> {
        let query = self.db.query(UNSAFE).bind("user", member.clone());
        let count = query.bind("limit", MAX_COUNTED).fetch_optional::<i64>().await?;
        Ok(count.unwrap_or_default().unsigned_abs())
    }
}
