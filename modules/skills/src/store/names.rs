//! Names outside the catalogue, and the queue of those that wait for staff.

use sparkyard_kernel::{
    ApprovalStatus, PageQuery, SkillId, Timestamp, UserId,
    audit::AuditEntry,
    db::{DbError, Fragment, SurrealValue},
    events::skills::{NAME_DECIDED, NameDecided, Published, Suggested},
};

use super::{
    FIELDS, OfferRow, SkillStore,
    offers::{publish, suggested},
    rows::{NAME_FIELDS, NameRow},
    words::NEXT_CHANGE,
};
use crate::{
    error::VIOLATIONS,
    model::{CustomName, MAX_NAMES_WAITING, Offer, SkillType, Undecided},
};

/// Indexed lists; `EXPLAIN` must show an index range for each.
pub(super) const APPROVED: &str = "SELECT record::id(id) AS slug, name FROM skill_name \
     WHERE status = 'approved' LIMIT $limit";
pub(super) const UNDECIDED: &str = "SELECT record::id(id) AS skill_id, user_id, skill_type, \
     moderation IN ['held', 'removed'] AS hidden FROM skill WITH INDEX skill_waiting WHERE approval_status = $status \
     AND category = $slug AND deleted_at = NONE";

const WAITING: &str = "SELECT VALUE n FROM (SELECT count() AS n FROM (SELECT id \
     FROM skill_name WITH INDEX skill_name_queue WHERE status = 'pending' AND user_id != $reader \
     LIMIT $most) GROUP ALL)";

/// Maximum number of names counted.
const MAX_COUNTED: i64 = 100;

/// Decision of staff on a name, and its side effects.
pub(crate) struct NameDecision {
    pub status: ApprovalStatus,
    /// Ids of the skills under the name.
    pub skills: Vec<String>,
    /// Marks the owners' offers as changed in the index of people.
    pub touched: Vec<Fragment>,
    /// Events about skills that others can see from now on.
    pub published: Vec<Published>,
    /// Store a rejection, so that the members who wanted the name may appeal.
    pub appealable: Vec<Fragment>,
    /// Event for the members who wanted the name.
    pub decided: NameDecided,
}

/// Returns a fragment that accepts a refused name with the skills `ids` under it; fails with
/// `skills.changed_meanwhile` if it is not refused, or has others under it.
pub(crate) fn accept_name(slug: &str, mut ids: Vec<String>) -> Fragment {
    ids.sort_unstable();
    Fragment::new("fn::skills::accept_name", VIOLATIONS).arg(slug.to_owned()).arg(ids)
}

impl SkillStore {
    /// Adds a name to the queue, or finds it there. Fails with `skills.too_many_names` or
    /// `skills.name_rejected`.
    pub(crate) async fn suggest(
        &self,
        user: &UserId,
        skill_type: &SkillType,
        new: Option<Suggested>,
        (arrival, at): (String, Timestamp),
    ) -> Result<CustomName, DbError> {
        let write = self.db.write("skills.suggest").violations(VIOLATIONS);
        new.into_iter()
            .fold(write, |write, new| suggested(write, new, at))
            .bind("slug", skill_type.slug.clone())
            .bind("title", skill_type.name.clone())
            .bind("user", user.clone())
            .bind("max_names", MAX_NAMES_WAITING)
            .bind("at", at)
            .bind("arrival", arrival)
            .step("fn::skills::claim_name($slug, $title, $user, $max_names, $at, $arrival)")
            .returning(&format!(
                "(SELECT {NAME_FIELDS} FROM ONLY type::record('skill_name', $slug))"
            ))
            .run::<NameRow>()
            .await
            .map(CustomName::from)
    }

    /// Returns names that wait, oldest first, one more than the page holds.
    pub(crate) async fn names_waiting(&self, page: &PageQuery) -> Result<Vec<CustomName>, DbError> {
        let text = format!(
            "SELECT {NAME_FIELDS} FROM skill_name WHERE status = 'pending' AND arrival > $after \
             ORDER BY arrival LIMIT $limit"
        );
        let query = self.db.query(text).bind("after", page.after.clone().unwrap_or_default());
        let rows = query.bind("limit", page.fetch_limit()).fetch::<NameRow>().await?;
        Ok(rows.into_iter().map(CustomName::from).collect())
    }

    /// Counts the names suggested by others than `reader` that wait, up to [`MAX_COUNTED`].
    pub(crate) async fn count_waiting(&self, reader: &UserId) -> Result<u64, DbError> {
        let query = self.db.query(WAITING).bind("reader", reader.clone());
        let count = query.bind("most", MAX_COUNTED).fetch_optional::<i64>().await?;
        Ok(count.unwrap_or_default().unsigned_abs())
    }

    /// Returns up to `limit` skills that wait under the names `slugs`.
    pub(crate) async fn waiting_under(
        &self,
        slugs: Vec<String>,
        limit: i64,
    ) -> Result<Vec<Offer>, DbError> {
        let text = format!(
            "SELECT {FIELDS} FROM skill WITH INDEX skill_waiting \
             WHERE approval_status = 'pending' AND category IN $slugs AND deleted_at = NONE \
             LIMIT $limit"
        );
        let query = self.db.query(text).bind("slugs", slugs).bind("limit", limit);
        let rows = query.fetch::<OfferRow>().await?;
        Ok(rows.into_iter().map(Offer::from).collect())
    }

    /// Returns the name with the slug `id`, or the name of the skill with that id.
    pub(crate) async fn name_of(&self, id: &str) -> Result<Option<CustomName>, DbError> {
        if let Some(name) = self.name(id).await? {
            return Ok(Some(name));
        }
        let Some(skill) = SkillId::received(id) else { return Ok(None) };
        match self.get(&skill).await? {
            Some(offer) => self.name(&offer.category).await,
            None => Ok(None),
        }
    }

    /// Returns up to `limit` slugs and names that were approved.
    pub(crate) async fn approved_names(
        &self,
        limit: usize,
    ) -> Result<Vec<(String, String)>, DbError> {
        #[derive(SurrealValue)]
        struct ApprovedRow {
            slug: String,
            name: String,
        }
        let rows = self.db.query(APPROVED).bind("limit", limit).fetch::<ApprovedRow>().await?;
        Ok(rows.into_iter().map(|row| (row.slug, row.name)).collect())
    }

    /// Returns the skills under a name that have this status, deleted ones excluded.
    pub(crate) async fn undecided(
        &self,
        slug: &str,
        status: ApprovalStatus,
    ) -> Result<Vec<Undecided>, DbError> {
        #[derive(SurrealValue)]
        struct UndecidedRow {
            skill_id: SkillId,
            user_id: UserId,
            skill_type: String,
            hidden: bool,
        }
        let query = self.db.query(UNDECIDED).bind("slug", slug.to_owned()).bind("status", status);
        let rows = query.fetch::<UndecidedRow>().await?;
        let undecided = |UndecidedRow { skill_id, user_id, skill_type, hidden }| Undecided {
            skill: Published { user_id, skill_id, skill_type },
            hidden,
        };
        Ok(rows.into_iter().map(undecided).collect())
    }

    pub(crate) async fn name(&self, slug: &str) -> Result<Option<CustomName>, DbError> {
        let text = format!("SELECT {NAME_FIELDS} FROM type::record('skill_name', $slug)");
        let query = self.db.query(text).bind("slug", slug.to_owned());
        Ok(query.fetch_optional::<NameRow>().await?.map(CustomName::from))
    }

    /// Decides on a name that waits and on every skill under it. Fails with
    /// `skills.changed_meanwhile` if these are not the skills of `decision`, and with
    /// `skills.already_decided` if the name was decided before.
    pub(crate) async fn decide(
        &self,
        name: &CustomName,
        decision: NameDecision,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        let NameDecision { status, mut skills, touched, published, appealable, decided } = decision;
        skills.sort_unstable();
        let at = audit.at;
        let write = self
            .db
            .write("skills.decide")
            .violations(VIOLATIONS)
            .bind("slug", name.slug.clone())
            .bind("user", name.user_id.clone())
            .bind("status", status)
            .bind("expected", skills)
            .step(
                "LET $decided = (UPDATE type::record('skill_name', $slug) SET status = $status \
                 WHERE status = 'pending')",
            )
            .step("IF array::len($decided) = 0 { THROW 'skills.already_decided' }")
            .step("UPDATE type::record('skill_owner', $user) SET names_waiting -= 1")
            .step(NEXT_CHANGE)
            .step(
                "LET $changed = (UPDATE skill SET approval_status = $status, revision += 1, \
                 listed = ($status = 'approved' AND deleted_at = NONE \
                 AND moderation IN ['visible', 'flagged']) \
                 WHERE approval_status = 'pending' AND category = $slug)",
            )
            .step(
                "IF array::sort($changed.filter(|$skill| $skill.deleted_at = NONE)\
                 .map(|$skill| record::id($skill.id))) != $expected \
                 { THROW 'skills.changed_meanwhile' }",
            )
            .calls(touched)
            .calls(appealable)
            .call(audit.fragment())
            .publish(NAME_DECIDED, format!("{}:{}", NAME_DECIDED.name(), name.slug), at, decided);
        let publish = |write, one| publish(write, &name.slug, one, at);
        published.into_iter().fold(write, publish).run().await
    }
}
