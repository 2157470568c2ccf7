//! Decisions against members, and appeals.

use sparkyard_kernel::{
    ItemId, Page, PageQuery, UserId,
    db::{DbError, Fragment},
    events::moderation::{APPEAL_DECIDED, APPEALED, AppealDecided, Appealed},
    newest_first,
    ports::{PostRelease, SanctionKind},
};

use super::{ModerationStore, claims::unclaimed, posts::announce};
use crate::{
    error::VIOLATIONS,
    model::{
        appeal::{Appeal, Outcome, Queue, Sanction},
        claim::ClaimQueue,
    },
};

/// Indexed queries; `EXPLAIN` must show an index range for each.
pub(super) const OF_MEMBER: &str = "SELECT *, record::id(id) AS id FROM sanction \
     WITH INDEX sanction_user WHERE user = $user AND newest > $after ORDER BY newest LIMIT $limit";
pub(super) const IN_FORCE: &str = "SELECT *, record::id(id) AS id FROM sanction \
     WITH INDEX sanction_about WHERE kind = $kind AND about = $about AND in_force = true LIMIT 1";
pub(super) const APPEALS: &str = "SELECT *, record::id(id) AS id FROM sanction \
     WITH INDEX sanction_queue WHERE queue = $queue AND place > $after AND user != $reader \
     ORDER BY place LIMIT $limit";
pub(super) const WAITING: &str = "SELECT VALUE n FROM (SELECT count() AS n FROM (SELECT id \
     FROM sanction WITH INDEX sanction_queue WHERE queue = 'open' AND user != $reader \
     AND (by != $reader OR $alone) AND (kind != 'document' OR $admin) LIMIT $limit) GROUP ALL)";

/// Maximum number of open appeals counted.
const MAX_COUNTED: i64 = 100;

/// Additional parts of the transaction that decides an appeal.
pub(crate) struct DecidingAppeal {
    pub(crate) audit: Fragment,
    /// Reverse the decision, if it is overturned; the event is about what others have never seen.
    pub(crate) undo: PostRelease,
    pub(crate) payload: AppealDecided,
}

/// Returns the fragment that stores a decision.
pub(crate) fn put_sanction(sanction: Sanction) -> Fragment {
    Fragment::new("fn::moderation::sanction", &[]).arg(sanction.id.clone()).arg(sanction)
}

/// Returns the fragment that notes that what was decided about a subject is reversed.
pub(crate) fn lift(kind: SanctionKind, about: &str) -> Fragment {
    Fragment::new("fn::moderation::lift", &[]).arg(kind).arg(about.to_owned())
}

/// Returns the fragment that notes that the refusal of a skill name is reversed, for all members.
pub(crate) fn lift_name(slug: &str) -> Fragment {
    // A slash follows the dot between slug and member.
    Fragment::new("fn::moderation::lift_range", &[])
        .arg(SanctionKind::SkillName)
        .arg(format!("{slug}."))
        .arg(format!("{slug}/"))
}

impl ModerationStore {
    /// Returns one decision.
    pub(crate) async fn sanction(&self, id: &ItemId) -> Result<Option<Sanction>, DbError> {
        let query = "SELECT *, record::id(id) AS id FROM type::record('sanction', $id)";
        self.db.query(query).bind("id", id.clone()).fetch_optional().await
    }

    /// Returns the decision in force about a subject.
    pub(crate) async fn sanction_in_force(
        &self,
        kind: SanctionKind,
        about: &str,
    ) -> Result<Option<Sanction>, DbError> {
        let query = self.db.query(IN_FORCE).bind("kind", kind);
        query.bind("about", about.to_owned()).fetch_optional().await
    }

    /// Returns a page of the decisions about a member, newest first.
    pub(crate) async fn sanctions_of(
        &self,
        user: &UserId,
        page: &PageQuery,
    ) -> Result<Page<Sanction>, DbError> {
        let query = self.db.query(OF_MEMBER).bind("user", user.clone());
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        let found = query.bind("limit", page.fetch_limit()).fetch::<Sanction>().await?;
        Ok(Page::cut(found, page, |sanction| sanction.newest.clone()))
    }

    /// Returns a page of open or decided appeals, newest first, without those of `reader`.
    pub(crate) async fn appeals(
        &self,
        open: bool,
        reader: &UserId,
        page: &PageQuery,
    ) -> Result<Page<Sanction>, DbError> {
        let queue = if open { Queue::Open } else { Queue::Decided };
        let query = self.db.query(APPEALS).bind("queue", queue).bind("reader", reader.clone());
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        let found = query.bind("limit", page.fetch_limit()).fetch::<Sanction>().await?;
        Ok(Page::cut(found, page, |sanction| sanction.place.clone()))
    }

    /// Counts the open appeals of others than `reader`, up to [`MAX_COUNTED`]; those against their
    /// own decisions only if they are `alone`, and those about documents only if they are an
    /// `admin`.
    pub(crate) async fn count_appeals(
        &self,
        reader: &UserId,
        (alone, admin): (bool, bool),
    ) -> Result<u64, DbError> {
        let query = self
            .db
            .query(WAITING)
            .bind("reader", reader.clone())
            .bind("alone", alone)
            .bind("admin", admin);
        let query = query.bind("limit", MAX_COUNTED);
        Ok(query.fetch_optional::<i64>().await?.unwrap_or_default().unsigned_abs())
    }

    /// Stores an appeal. Fails with `moderation.appealed` if there is one, or the decision is not
    /// in force.
    pub(crate) async fn add_appeal(
        &self,
        id: &ItemId,
        appeal: Appeal,
        payload: Appealed,
    ) -> Result<(), DbError> {
        let at = appeal.at;
        self.db
            .write("moderation.appeal")
            .violations(VIOLATIONS)
            .bind("id", id.clone())
            .bind("place", newest_first(at, id.as_str()))
            .bind("appeal", appeal)
            .step(
                "LET $changed = (UPDATE type::record('sanction', $id) SET appeal = $appeal, \
                 queue = 'open', place = $place, settled_ms = 0 \
                 WHERE queue = 'none' AND in_force = true)",
            )
            .step("IF array::len($changed) = 0 { THROW 'moderation.appealed' }")
            .publish(APPEALED, id.to_string(), at, payload)
            .run()
            .await
    }

    /// Decides an open appeal. Fails with `moderation.appeal_decided` if it is decided, or no
    /// longer as far in force as `sanction` says, with `moderation.case_taken` if somebody else has
    /// claimed it, and with the rule violations of what is undone.
    pub(crate) async fn decide_appeal(
        &self,
        sanction: &Sanction,
        outcome: Outcome,
        deciding: DecidingAppeal,
    ) -> Result<(), DbError> {
        let DecidingAppeal { audit, undo, payload } = deciding;
        let (id, at) = (&sanction.id, outcome.at);
        let event = format!("{}:{id}", APPEAL_DECIDED.name());
        let unclaimed = unclaimed(ClaimQueue::Appeals, id, &outcome.by, at);
        let write = self
            .db
            .write("moderation.decide_appeal")
            .violations(VIOLATIONS)
            .bind("id", id.clone())
            .bind("in_force", sanction.in_force)
            .bind("stays", sanction.in_force && !outcome.overturned)
            .bind("ms", at.as_millis())
            .bind("place", newest_first(at, id.as_str()))
            .bind("outcome", outcome)
            .step(
                "LET $changed = (UPDATE type::record('sanction', $id) SET \
                 appeal.outcome = $outcome, queue = 'decided', place = $place, \
                 settled_ms = $ms, in_force = $stays \
                 WHERE in_force = $in_force AND queue = 'open')",
            )
            .step("IF array::len($changed) = 0 { THROW 'moderation.appeal_decided' }")
            .call(unclaimed)
            .calls(undo.effects)
            .call(audit)
            .publish(APPEAL_DECIDED, event, at, payload);
        announce(write, undo.announced, at).run().await
    }
}
