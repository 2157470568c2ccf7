//! Everything this module asks of the database.

use sparkyard_kernel::{
    PageQuery, Timestamp, UserId,
    audit::AuditEntry,
    db::{Db, DbError, SurrealValue},
    events::core::MAIL,
    newest_first,
};

use crate::{
    decision::Verdict,
    error::REFUSALS,
    model::{Approval, IdType, MAX_PAPERS, Method, Paper, Standing},
};

#[derive(SurrealValue)]
struct PaperRow {
    id: String,
    user_id: UserId,
    kyc_method: String,
    kyc_id_type: String,
    file: Option<String>,
    approval_status: String,
    reason: Option<String>,
    created_at: Timestamp,
    kept_since: Option<Timestamp>,
    place: String,
    newest: String,
}

#[derive(SurrealValue)]
struct StandingRow {
    kyc_method: String,
    approval_status: String,
}

/// Papers in the database.
#[derive(Clone)]
pub(crate) struct Store {
    db: Db,
}

impl Store {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Adds a paper; one too many is refused with `kyc.too_many`.
    pub(crate) async fn add(&self, paper: &Paper) -> Result<(), DbError> {
        let method = paper.id_type.method();
        self.db
            .write("kyc.add")
            .refusals(REFUSALS)
            .bind("user", paper.user_id.clone())
            .bind("identity", i64::from(method == Method::Identity))
            .bind("utility", i64::from(method == Method::Utility))
            .bind("limit", MAX_PAPERS)
            .bind("row", PaperRow::from(paper))
            .step(
                "LET $owner = (UPSERT ONLY type::record('kyc_owner', $user) SET \
                 identity = (identity ?? 0) + $identity, utility = (utility ?? 0) + $utility)",
            )
            .step("IF $owner.identity > $limit OR $owner.utility > $limit { THROW 'kyc.too_many' }")
            .step("CREATE kyc_document CONTENT $row")
            .run()
            .await
    }

    /// One paper.
    pub(crate) async fn get(&self, id: &str) -> Result<Option<Paper>, DbError> {
        self.db
            .query("SELECT *, record::id(id) AS id FROM type::record('kyc_document', $id)")
            .bind("id", id.to_owned())
            .fetch_optional::<PaperRow>()
            .await?
            .map(Paper::try_from)
            .transpose()
    }

    /// Papers of one member, newest first; there are never many.
    pub(crate) async fn of_user(
        &self,
        user: &UserId,
        method: Method,
    ) -> Result<Vec<Paper>, DbError> {
        let rows = self
            .db
            .query(
                "SELECT *, record::id(id) AS id FROM kyc_document \
                 WHERE user_id = $user AND kyc_method = $method ORDER BY newest",
            )
            .bind("user", user.clone())
            .bind("method", method.as_str())
            .fetch::<PaperRow>()
            .await?;
        rows.into_iter().map(Paper::try_from).collect()
    }

    /// What the papers of one member add up to.
    pub(crate) async fn standing(&self, user: &UserId) -> Result<Standing, DbError> {
        let rows = self
            .db
            .query("SELECT kyc_method, approval_status FROM kyc_document WHERE user_id = $user")
            .bind("user", user.clone())
            .fetch::<StandingRow>()
            .await?;
        rows.into_iter().try_fold(Standing::default(), |standing, row| {
            Ok(standing.with(method(&row.kyc_method)?, approval(&row.approval_status)?))
        })
    }

    /// Papers of all members, by their place.
    pub(crate) async fn by_approval(
        &self,
        approval: Approval,
        page: &PageQuery,
    ) -> Result<Vec<Paper>, DbError> {
        let rows = self
            .db
            .query(
                "SELECT *, record::id(id) AS id FROM kyc_document \
                 WHERE approval_status = $approval AND place > $after \
                 ORDER BY place LIMIT $limit",
            )
            .bind("approval", approval.as_str())
            .bind("after", page.after.clone().unwrap_or_default())
            .bind("limit", page.fetch_limit())
            .fetch::<PaperRow>()
            .await?;
        rows.into_iter().map(Paper::try_from).collect()
    }

    /// Forgets a paper of `user`; `kyc.not_found` when they have none of this kind and id.
    pub(crate) async fn remove(
        &self,
        user: &UserId,
        method: Method,
        id: &str,
    ) -> Result<(), DbError> {
        self.db
            .write("kyc.remove")
            .from_reserve()
            .refusals(REFUSALS)
            .bind("user", user.clone())
            .bind("method", method.as_str())
            .bind("identity", i64::from(method == Method::Identity))
            .bind("utility", i64::from(method == Method::Utility))
            .bind("id", id.to_owned())
            .step(
                "LET $gone = (DELETE type::record('kyc_document', $id) \
                 WHERE user_id = $user AND kyc_method = $method RETURN BEFORE)",
            )
            .step("IF array::len($gone) = 0 { THROW 'kyc.not_found' }")
            .step(
                "UPDATE type::record('kyc_owner', $user) SET \
                 identity -= $identity, utility -= $utility",
            )
            .run()
            .await
    }

    /// Saves a decision about a paper that waits; one that does not, or is gone, is refused with
    /// `kyc.decided`.
    pub(crate) async fn decide(&self, verdict: Verdict<'_>) -> Result<(), DbError> {
        let (event, event_id) = verdict.event;
        let mut write = self
            .db
            .write("kyc.decide")
            .refusals(REFUSALS)
            .bind("id", verdict.id.to_owned())
            .bind("approval", verdict.approval.as_str())
            .bind("reason", verdict.reason)
            .bind("at", verdict.at)
            .bind("place", verdict.place)
            .step(
                "LET $decided = (UPDATE type::record('kyc_document', $id) SET \
                 approval_status = $approval, reason = $reason, kept_since = $at, \
                 place = $place WHERE approval_status = 'pending')",
            )
            .step("IF array::len($decided) = 0 { THROW 'kyc.decided' }")
            .call(verdict.audit.fragment())
            .publish(event, event_id, verdict.at, verdict.decided);
        if let Some((id, mail)) = verdict.mail {
            write = write.publish(MAIL, id, verdict.at, mail);
        }
        write.run().await
    }

    /// Up to `limit` papers whose picture is kept since before `before`.
    pub(crate) async fn kept_since_before(
        &self,
        before: Timestamp,
        limit: i64,
    ) -> Result<Vec<Paper>, DbError> {
        let rows = self
            .db
            .query(
                "SELECT *, record::id(id) AS id FROM kyc_document \
                 WHERE kept_since > $epoch AND kept_since < $before LIMIT $limit",
            )
            // Without it, papers that wait would count as kept since ever.
            .bind("epoch", Timestamp::EPOCH)
            .bind("before", before)
            .bind("limit", limit)
            .fetch::<PaperRow>()
            .await?;
        rows.into_iter().map(Paper::try_from).collect()
    }

    /// Lets go of the picture of a paper; what was decided stays.
    pub(crate) async fn purge(&self, id: &str, audit: AuditEntry<'_>) -> Result<(), DbError> {
        self.db
            .write("kyc.purge")
            .from_reserve()
            .bind("id", id.to_owned())
            .step("UPDATE type::record('kyc_document', $id) SET file = NONE, kept_since = NONE")
            .call(audit.fragment())
            .run()
            .await
    }
}

impl From<&Paper> for PaperRow {
    /// The row of a paper that nobody has decided about.
    fn from(paper: &Paper) -> Self {
        Self {
            id: paper.id.clone(),
            user_id: paper.user_id.clone(),
            kyc_method: paper.id_type.method().as_str().to_owned(),
            kyc_id_type: paper.id_type.as_str().to_owned(),
            file: paper.file.clone(),
            approval_status: paper.approval.as_str().to_owned(),
            reason: paper.reason.clone(),
            created_at: paper.created_at,
            kept_since: None,
            place: paper.place.clone(),
            newest: newest_first(paper.created_at, &paper.id),
        }
    }
}

impl TryFrom<PaperRow> for Paper {
    type Error = DbError;

    fn try_from(row: PaperRow) -> Result<Self, DbError> {
        let id_type = IdType::parse(&row.kyc_id_type)
            .ok_or_else(|| DbError::Corrupt(format!("unknown document {:?}", row.kyc_id_type)))?;
        Ok(Self {
            approval: approval(&row.approval_status)?,
            id: row.id,
            user_id: row.user_id,
            id_type,
            file: row.file,
            reason: row.reason,
            created_at: row.created_at,
            place: row.place,
        })
    }
}

fn method(text: &str) -> Result<Method, DbError> {
    Method::parse(text).ok_or_else(|| DbError::Corrupt(format!("unknown method {text:?}")))
}

fn approval(text: &str) -> Result<Approval, DbError> {
    Approval::parse(text).ok_or_else(|| DbError::Corrupt(format!("unknown approval {text:?}")))
}
