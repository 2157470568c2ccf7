//! Database access of the module: all SurrealQL is here.

mod leave;
mod own;
mod rows;

use std::collections::HashMap;

use sparkyard_kernel::{
    ItemId, PageQuery, Timestamp, UserId,
    audit::AuditEntry,
    db::{Db, DbError, Fragment},
    events::{
        core::MAIL,
        kyc::{DocumentHandedIn, DocumentTakenBack, HANDED_IN, TAKEN_BACK},
    },
    newest_first,
    ports::KycMethod,
};

use self::rows::{ApprovedRow, DocumentRow, StandingRow};
pub(crate) use self::{leave::LEAVING, own::own};
use crate::{
    error::{CHANGED, VIOLATIONS},
    model::{Approval, Document, MAX_DOCUMENTS, Standing, decision::DecisionRecord},
};

/// Indexed query; `EXPLAIN` must show index ranges.
const APPROVED_OF: &str = "SELECT user_id, kyc_method FROM kyc_document \
     WITH INDEX kyc_document_of_user WHERE user_id IN $users AND approval_status = 'approved' \
     LIMIT $most";

const WAITING: &str = "SELECT VALUE n FROM (SELECT count() AS n FROM (SELECT id \
     FROM kyc_document WITH INDEX kyc_document_queue WHERE approval_status = 'pending' \
     AND user_id != $reader LIMIT $most) GROUP ALL)";

/// Maximum number of waiting documents counted.
const MAX_COUNTED: i64 = 100;

/// Handle on the module's tables; cheap to clone.
#[derive(Clone)]
pub(crate) struct KycStore {
    db: Db,
}

/// Returns a fragment that accepts a refused document; fails with `kyc.document_changed` if it is not
/// refused any more, or deleted.
pub(crate) fn accept(id: &ItemId, at: Timestamp) -> Fragment {
    Fragment::new("fn::kyc::accept", &[CHANGED]).arg(id.clone()).arg(newest_first(at, id.as_str()))
}

impl KycStore {
    /// Creates the store on an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Adds a document. Fails with `kyc.too_many` beyond the limit.
    pub(crate) async fn add(&self, document: &Document) -> Result<(), DbError> {
        let method = document.id_type.method();
        let handed_in = DocumentHandedIn {
            user_id: document.user_id.clone(),
            document_id: document.id.clone(),
            document: document.id_type.words().to_owned(),
        };
        let event = format!("{}:{}", HANDED_IN.name(), document.id);
        self.db
            .write("kyc.add")
            .violations(VIOLATIONS)
            .bind("user", document.user_id.clone())
            .bind("identity", i64::from(method == KycMethod::Identity))
            .bind("utility", i64::from(method == KycMethod::Utility))
            .bind("limit", MAX_DOCUMENTS)
            .bind("row", DocumentRow::from(document))
            .step(
                "LET $owner = (UPSERT ONLY type::record('kyc_owner', $user) SET \
                 identity = (identity ?? 0) + $identity, utility = (utility ?? 0) + $utility)",
            )
            .step("IF $owner.identity > $limit OR $owner.utility > $limit { THROW 'kyc.too_many' }")
            .step("CREATE kyc_document CONTENT $row")
            .publish(HANDED_IN, event, document.created_at, handed_in)
            .run()
            .await
    }

    /// Returns one document.
    pub(crate) async fn get(&self, id: &ItemId) -> Result<Option<Document>, DbError> {
        self.db
            .query("SELECT *, record::id(id) AS id FROM type::record('kyc_document', $id)")
            .bind("id", id.clone())
            .fetch_optional::<DocumentRow>()
            .await
            .map(|row| row.map(Document::from))
    }

    /// Returns the documents of a member, newest first; the number is small, so there is no paging.
    pub(crate) async fn of_user(
        &self,
        user: &UserId,
        method: KycMethod,
    ) -> Result<Vec<Document>, DbError> {
        let rows = self
            .db
            .query(
                "SELECT *, record::id(id) AS id FROM kyc_document \
                 WHERE user_id = $user AND kyc_method = $method ORDER BY newest",
            )
            .bind("user", user.clone())
            .bind("method", method)
            .fetch::<DocumentRow>()
            .await?;
        Ok(rows.into_iter().map(Document::from).collect())
    }

    /// Returns the combined result of a member's documents.
    pub(crate) async fn standing(&self, user: &UserId) -> Result<Standing, DbError> {
        let rows = self
            .db
            .query("SELECT kyc_method, approval_status FROM kyc_document WHERE user_id = $user")
            .bind("user", user.clone())
            .fetch::<StandingRow>()
            .await?;
        Ok(rows.into_iter().fold(Standing::default(), |standing, row| {
            standing.with(row.kyc_method, row.approval_status)
        }))
    }

    /// Returns the combined results of members' approved documents; omits members without any.
    pub(crate) async fn standings(
        &self,
        users: &[UserId],
    ) -> Result<HashMap<UserId, Standing>, DbError> {
        if users.is_empty() {
            return Ok(HashMap::new());
        }
        let people = i64::try_from(users.len()).unwrap_or(i64::MAX);
        let most = people.saturating_mul(2 * MAX_DOCUMENTS);
        let rows = self
            .db
            .query(APPROVED_OF)
            .bind("users", users.to_vec())
            .bind("most", most)
            .fetch::<ApprovedRow>()
            .await?;
        let mut standings: HashMap<UserId, Standing> = HashMap::new();
        for ApprovedRow { user_id, kyc_method } in rows {
            let standing = standings.entry(user_id).or_default();
            *standing = standing.with(kyc_method, Approval::Approved);
        }
        Ok(standings)
    }

    /// Counts pending documents of members other than `reader`, up to [`MAX_COUNTED`].
    pub(crate) async fn count_waiting(&self, reader: &UserId) -> Result<u64, DbError> {
        let query = self.db.query(WAITING).bind("reader", reader.clone());
        let count = query.bind("most", MAX_COUNTED).fetch_optional::<i64>().await?;
        Ok(count.unwrap_or_default().unsigned_abs())
    }

    /// Returns a page of all members' documents with this approval, by sort key.
    pub(crate) async fn by_approval(
        &self,
        approval: Approval,
        page: &PageQuery,
    ) -> Result<Vec<Document>, DbError> {
        let rows = self
            .db
            .query(
                "SELECT *, record::id(id) AS id FROM kyc_document \
                 WHERE approval_status = $approval AND place > $after \
                 ORDER BY place LIMIT $limit",
            )
            .bind("approval", approval)
            .bind("after", page.after.clone().unwrap_or_default())
            .bind("limit", page.fetch_limit())
            .fetch::<DocumentRow>()
            .await?;
        Ok(rows.into_iter().map(Document::from).collect())
    }

    /// Deletes a document of `user`. Fails with `kyc.not_found` if there is none.
    pub(crate) async fn remove(
        &self,
        user: &UserId,
        method: KycMethod,
        id: &ItemId,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let taken_back = DocumentTakenBack { document_id: id.clone() };
        self.db
            .write("kyc.remove")
            .from_reserve()
            .violations(VIOLATIONS)
            .bind("user", user.clone())
            .bind("method", method)
            .bind("identity", i64::from(method == KycMethod::Identity))
            .bind("utility", i64::from(method == KycMethod::Utility))
            .bind("id", id.clone())
            .step(
                "LET $gone = (DELETE type::record('kyc_document', $id) \
                 WHERE user_id = $user AND kyc_method = $method RETURN BEFORE)",
            )
            .step("IF array::len($gone) = 0 { THROW 'kyc.not_found' }")
            .step(
                "UPDATE type::record('kyc_owner', $user) SET \
                 identity -= $identity, utility -= $utility",
            )
            .publish(TAKEN_BACK, format!("{}:{id}", TAKEN_BACK.name()), at, taken_back)
            .run()
            .await
    }

    /// Saves a decision. Fails with `kyc.decided` if the document is not pending or is gone.
    pub(crate) async fn decide(&self, record: DecisionRecord<'_>) -> Result<(), DbError> {
        let (event, event_id) = record.event;
        let mut write = self
            .db
            .write("kyc.decide")
            .violations(VIOLATIONS)
            .bind("id", record.id.clone())
            .bind("approval", record.approval)
            .bind("reason", record.reason)
            .bind("at", record.at)
            .bind("place", record.place)
            .step(
                "LET $decided = (UPDATE type::record('kyc_document', $id) SET \
                 approval_status = $approval, reason = $reason, kept_since = $at, \
                 place = $place WHERE approval_status = 'pending')",
            )
            .step("IF array::len($decided) = 0 { THROW 'kyc.decided' }")
            .call(record.audit.fragment())
            .calls(record.appealable)
            .publish(event, event_id, record.at, record.decided);
        if let Some((id, mail)) = record.mail {
            write = write.publish(MAIL, id, record.at, mail);
        }
        write.run().await
    }

    /// Returns up to `limit` documents that were decided before `before` and still have a picture.
    pub(crate) async fn kept_since_before(
        &self,
        before: Timestamp,
        limit: i64,
    ) -> Result<Vec<Document>, DbError> {
        let rows = self
            .db
            .query(
                "SELECT *, record::id(id) AS id FROM kyc_document \
                 WHERE kept_since > $epoch AND kept_since < $before LIMIT $limit",
            )
            // Excludes pending documents: their `kept_since` is NONE, which sorts before any time.
            .bind("epoch", Timestamp::EPOCH)
            .bind("before", before)
            .bind("limit", limit)
            .fetch::<DocumentRow>()
            .await?;
        Ok(rows.into_iter().map(Document::from).collect())
    }

    /// Removes the picture from a document; the decision stays.
    pub(crate) async fn purge(&self, id: &ItemId, audit: AuditEntry<'_>) -> Result<(), DbError> {
        self.db
            .write("kyc.purge")
            .from_reserve()
            .bind("id", id.clone())
            .step("UPDATE type::record('kyc_document', $id) SET file = NONE, kept_since = NONE")
            .call(audit.fragment())
            .run()
            .await
    }
}

#[cfg(test)]
mod tests;
