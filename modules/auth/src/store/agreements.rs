//! Storage of the texts that members agree to, of requests to agree again, and of consents.

use sparkyard_kernel::{
    Timestamp, UserId,
    audit::AuditEntry,
    db::{DbError, Write},
    ports::AgreementText,
};
use surrealdb::types::SurrealValue;

use super::AuthStore;
use crate::model::agreement::{AgreementRequest, Consent, Edition, Occasion};

pub(super) const EDITIONS: &str = "SELECT number, texts, seen_at, position \
    FROM agreement_edition WHERE position < 0 ORDER BY position LIMIT $limit";
pub(super) const LATEST_REQUEST: &str = "SELECT edition, asked_by, asked_at, due_at, changes, \
    position FROM agreement_request WHERE position < 0 ORDER BY position LIMIT 1";
pub(super) const CONSENTS: &str = "SELECT user_id, edition, texts, at, occasion \
    FROM consent WHERE user_id = $user LIMIT $limit";
pub(super) const AGREED: &str = "SELECT VALUE n FROM (SELECT count() AS n FROM (SELECT id \
    FROM account WITH INDEX account_agreed WHERE standing = 'active' AND agreed_edition >= $edition \
    LIMIT $most) GROUP ALL)";
pub(super) const ACTIVE: &str = "SELECT VALUE n FROM (SELECT count() AS n FROM (SELECT id \
    FROM account WITH INDEX account_standing WHERE standing = 'active' LIMIT $most) GROUP ALL)";

/// Maximum number of consents of a member that are returned; nobody is asked as often.
const MAX_CONSENTS: i64 = 100;
/// Maximum number of accounts counted.
const MAX_COUNTED: i64 = 1_000_000;

impl AuthStore {
    /// Returns the newest editions, newest first.
    pub(crate) async fn editions(&self, limit: i64) -> Result<Vec<Edition>, DbError> {
        self.db.query(EDITIONS).bind("limit", limit).fetch().await
    }

    /// Stores an edition; fails with [`DbError::AlreadyExists`] if its number is taken.
    pub(crate) async fn add_edition(&self, edition: &Edition) -> Result<(), DbError> {
        self.db
            .write("auth.add_edition")
            .bind("number", edition.number)
            .bind("texts", edition.texts.clone())
            .bind("at", edition.seen_at)
            .step(
                "CREATE type::record('agreement_edition', $number) SET number = $number, \
                 texts = $texts, seen_at = $at, position = 0 - $number RETURN NONE",
            )
            .run()
            .await
    }

    /// Returns the latest request to agree to an edition.
    pub(crate) async fn latest_request(&self) -> Result<Option<AgreementRequest>, DbError> {
        self.db.query(LATEST_REQUEST).fetch_optional().await
    }

    /// Returns the requests for `editions`, in order.
    pub(crate) async fn requests(
        &self,
        editions: impl Iterator<Item = i64>,
    ) -> Result<Vec<Option<AgreementRequest>>, DbError> {
        self.db.get_all("agreement_request", editions).await
    }

    /// Stores a request; fails with [`DbError::AlreadyExists`] if there is one for the edition.
    pub(crate) async fn ask_to_agree(
        &self,
        request: AgreementRequest,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        self.db
            .write("auth.ask_to_agree")
            .bind("edition", request.edition)
            .bind("by", request.asked_by)
            .bind("at", request.asked_at)
            .bind("due", request.due_at)
            .bind("changes", request.changes)
            .step(
                "CREATE type::record('agreement_request', $edition) SET edition = $edition, \
                 asked_by = $by, asked_at = $at, due_at = $due, changes = $changes, \
                 position = 0 - $edition RETURN NONE",
            )
            .call(audit.fragment())
            .run()
            .await
    }

    /// Stores that a member agreed; a repetition changes nothing.
    pub(crate) async fn agree(&self, consent: Consent) -> Result<(), DbError> {
        with_consent(self.db.write("auth.agree"), Some(consent)).run().await
    }

    /// Returns the consents of a member, newest first.
    pub(crate) async fn consents(&self, user: &UserId) -> Result<Vec<Consent>, DbError> {
        let query = self.db.query(CONSENTS).bind("user", user.clone());
        let mut consents: Vec<Consent> = query.bind("limit", MAX_CONSENTS).fetch().await?;
        consents.sort_by_key(|consent| std::cmp::Reverse(consent.edition));
        Ok(consents)
    }

    /// Returns the numbers of active accounts: of those that agreed to `edition` or a later one, and
    /// of all.
    pub(crate) async fn count_agreed(&self, edition: i64) -> Result<(u64, u64), DbError> {
        let agreed = self.db.query(AGREED).bind("edition", edition).bind("most", MAX_COUNTED);
        let (agreed, active) =
            tokio::try_join!(agreed.fetch_optional::<i64>(), self.count_active())?;
        Ok((agreed.unwrap_or(0).unsigned_abs(), active))
    }

    /// Returns the number of active accounts.
    pub(crate) async fn count_active(&self) -> Result<u64, DbError> {
        let active = self.db.query(ACTIVE).bind("most", MAX_COUNTED);
        Ok(active.fetch_optional::<i64>().await?.unwrap_or(0).unsigned_abs())
    }
}

/// Adds a consent to a write, and notes it in the account.
pub(super) fn with_consent(write: Write<'_>, consent: Option<Consent>) -> Write<'_> {
    #[derive(SurrealValue)]
    struct Row {
        id: String,
        user_id: UserId,
        edition: i64,
        texts: Vec<AgreementText>,
        at: Timestamp,
        occasion: Occasion,
    }
    let Some(Consent { user_id, edition, texts, at, occasion }) = consent else { return write };
    let id = format!("{user_id}.{edition}");
    write
        .bind("consent", Row { id, user_id, edition, texts, at, occasion })
        .step("INSERT IGNORE INTO consent $consent RETURN NONE")
        .step(
            "UPDATE type::record('account', $consent.user_id) \
             SET agreed_edition = $consent.edition, agreed_at = $consent.at \
             WHERE agreed_edition = NONE OR agreed_edition < $consent.edition RETURN NONE",
        )
}
