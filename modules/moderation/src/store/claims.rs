//! Claims of cases.

use sparkyard_kernel::{
    ItemId, Timestamp, UserId,
    db::{DbError, Fragment},
};
use surrealdb::types::{Array, RecordId, Value};

use super::ModerationStore;
use crate::{
    error::VIOLATIONS,
    model::claim::{CaseClaim, ClaimQueue},
};

/// Reads a range of ids.
const CLAIMS: &str = "SELECT case, by, at, concerns \
     FROM case_claim:[$queue, '']..[$queue, '~'] \
     WHERE at > $lapsed AND $reader NOT IN concerns LIMIT 100";

/// Returns a fragment that fails with `moderation.case_taken` if somebody other than `by` has claimed a
/// case at `at`.
pub(super) fn unclaimed(queue: ClaimQueue, case: &ItemId, by: &UserId, at: Timestamp) -> Fragment {
    Fragment::new("fn::moderation::unclaimed", VIOLATIONS)
        .arg(key(queue, case))
        .arg(by.clone())
        .arg(CaseClaim::lapsed(at))
}

impl ModerationStore {
    /// Returns up to a hundred claims in a queue that are in force at `now` and do not concern
    /// `reader`.
    pub(crate) async fn claims(
        &self,
        queue: ClaimQueue,
        reader: &UserId,
        now: Timestamp,
    ) -> Result<Vec<CaseClaim>, DbError> {
        let query = self.db.query(CLAIMS).bind("queue", queue.word().to_owned());
        let query = query.bind("lapsed", CaseClaim::lapsed(now)).bind("reader", reader.clone());
        query.fetch().await
    }

    /// Returns the claim of a case, even if it has lapsed.
    pub(crate) async fn claim(
        &self,
        queue: ClaimQueue,
        case: &ItemId,
    ) -> Result<Option<CaseClaim>, DbError> {
        let query = self.db.query("SELECT case, by, at, concerns FROM $key");
        query.bind("key", key(queue, case)).fetch_optional().await
    }

    /// Stores a claim. Fails with `moderation.case_taken` if somebody else has claimed the case.
    pub(crate) async fn put_claim(
        &self,
        queue: ClaimQueue,
        claim: CaseClaim,
        also: Vec<Fragment>,
    ) -> Result<(), DbError> {
        self.db
            .write("moderation.claim_case")
            .violations(VIOLATIONS)
            .call(unclaimed(queue, &claim.case, &claim.by, claim.at))
            .bind("key", key(queue, &claim.case))
            .bind("ms", claim.at.as_millis())
            .bind("claim", claim)
            .step("UPSERT $key CONTENT object::extend($claim, { at_ms: $ms }) RETURN NONE")
            .calls(also)
            .run()
            .await
    }

    /// Deletes the claim that `by` has of a case, if there is one.
    pub(crate) async fn release_claim(
        &self,
        queue: ClaimQueue,
        case: &ItemId,
        by: &UserId,
        also: Vec<Fragment>,
    ) -> Result<(), DbError> {
        self.db
            .write("moderation.release_case")
            .bind("key", key(queue, case))
            .bind("by", by.clone())
            .step("DELETE $key WHERE by = $by RETURN NONE")
            .calls(also)
            .run()
            .await
    }
}

fn key(queue: ClaimQueue, case: &ItemId) -> RecordId {
    let parts = [queue.word(), case.as_str()].map(|part| Value::String(part.to_owned()));
    RecordId::new("case_claim", Array::from(parts.to_vec()))
}
