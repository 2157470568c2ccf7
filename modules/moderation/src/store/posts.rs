//! First posts of new members that staff look at before others see them.

use sparkyard_kernel::{
    ItemId, Page, PageQuery, Timestamp, UserId,
    db::{DbError, Fragment, Write},
    events::{
        bookings::REVIEWED,
        community::NEED_POSTED,
        moderation::{POST_SETTLED, PostSettled},
        skills::PUBLISHED,
    },
    newest_first,
    ports::PostAnnouncement,
};
use surrealdb::types::SurrealValue;

use super::{ModerationStore, claims::unclaimed, reports::TakenDown};
use crate::{
    error::VIOLATIONS,
    model::{
        claim::ClaimQueue,
        post::{PostCase, PostDecision},
    },
};

/// Indexed queries; `EXPLAIN` must show an index range for each.
pub(super) const POSTS: &str = "SELECT *, record::id(id) AS id FROM held_post \
     WITH INDEX held_post_queue WHERE open = $open AND place > $after AND author != $reader \
     AND reviewee != $reader ORDER BY place LIMIT $limit";
pub(super) const WAITING: &str = "SELECT VALUE author FROM held_post \
     WITH INDEX held_post_queue WHERE open = true AND author != $reader AND reviewee != $reader \
     LIMIT $limit";

/// Maximum number of open cases counted.
const MAX_COUNTED: i64 = 100;

/// Additional parts of the transaction that decides on a post.
pub(crate) struct DecidingPost {
    /// Show or remove the post.
    pub(crate) effects: Vec<Fragment>,
    /// Event that others can see it.
    pub(crate) announced: Vec<PostAnnouncement>,
    /// Id and content of the event about the removal.
    pub(crate) taken_down: Option<(String, TakenDown)>,
    pub(crate) settled: PostSettled,
    pub(crate) audit: Fragment,
    /// Send events to open pages of staff.
    pub(crate) news: Vec<Fragment>,
}

#[derive(SurrealValue)]
struct ReleasedRow {
    released: i64,
}

#[derive(SurrealValue)]
struct HeldSinceRow {
    since: Timestamp,
}

/// Returns a fragment that stores the case of a post.
pub(crate) fn hold_post(case: PostCase) -> Fragment {
    Fragment::new("fn::moderation::hold_post", &[]).arg(case.id.clone()).arg(case)
}

/// Returns a fragment that deletes the case of a post, if it is open.
pub(crate) fn withdraw_post(id: &ItemId) -> Fragment {
    Fragment::new("fn::moderation::withdraw_post", &[]).arg(id.clone())
}

/// Returns a fragment that notes that others see a post from now on that they have never seen.
pub(crate) fn post_seen(case: &PostCase) -> Fragment {
    Fragment::new("fn::moderation::post_seen", &[]).arg(case.id.clone()).arg(case.author.clone())
}

/// Publishes the events that others can see posts from now on.
pub(super) fn announce(
    write: Write<'_>,
    announced: Vec<PostAnnouncement>,
    at: Timestamp,
) -> Write<'_> {
    announced.into_iter().fold(write, |write, one| match one {
        PostAnnouncement::Skill(id, skill) => write.publish(PUBLISHED, id, at, skill),
        PostAnnouncement::Need(id, need) => write.publish(NEED_POSTED, id, at, need),
        PostAnnouncement::Review(id, review) => write.publish(REVIEWED, id, at, review),
    })
}

impl ModerationStore {
    /// Returns the number of posts of a member that were shown after staff had looked at them.
    pub(crate) async fn released_posts(&self, author: &UserId) -> Result<i64, DbError> {
        let row: Option<ReleasedRow> = self.db.get("first_posts", author.to_string()).await?;
        Ok(row.map(|row| row.released).unwrap_or_default())
    }

    /// Returns the time since which first posts are held.
    pub(crate) async fn held_since(&self) -> Result<Option<Timestamp>, DbError> {
        let row: Option<HeldSinceRow> = self.db.get("first_posts_held", "all".to_owned()).await?;
        Ok(row.map(|row| row.since))
    }

    /// Notes that first posts are held from now on, unless it is noted already.
    pub(crate) async fn hold_from(&self, now: Timestamp) -> Result<(), DbError> {
        self.db
            .write("moderation.hold_from")
            .bind("row", HeldSinceRow { since: now })
            .step(
                "IF !record::exists(first_posts_held:all) \
                 { CREATE first_posts_held:all CONTENT $row RETURN NONE }",
            )
            .run()
            .await
    }

    /// Returns one case.
    pub(crate) async fn post_case(&self, id: &ItemId) -> Result<Option<PostCase>, DbError> {
        let query = "SELECT *, record::id(id) AS id FROM type::record('held_post', $id)";
        self.db.query(query).bind("id", id.clone()).fetch_optional().await
    }

    /// Returns a page of open or decided cases, newest first, without those by `reader` or about
    /// them.
    pub(crate) async fn post_cases(
        &self,
        open: bool,
        reader: &UserId,
        page: &PageQuery,
    ) -> Result<Page<PostCase>, DbError> {
        let query = self.db.query(POSTS).bind("open", open).bind("reader", reader.clone());
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        let found = query.bind("limit", page.fetch_limit()).fetch::<PostCase>().await?;
        Ok(Page::cut(found, page, |case| case.place.clone()))
    }

    /// Returns the authors of the open cases that do not concern `reader`, one for each case, up to
    /// [`MAX_COUNTED`].
    pub(crate) async fn authors_waiting(&self, reader: &UserId) -> Result<Vec<UserId>, DbError> {
        let query = self.db.query(WAITING).bind("reader", reader.clone());
        query.bind("limit", MAX_COUNTED).fetch().await
    }

    /// Decides on an open case. Fails with `moderation.post_decided` if it is decided or deleted,
    /// with
    /// `moderation.case_taken` if somebody else has claimed it, and with the rule violations of the
    /// module that has the post.
    pub(crate) async fn decide_post(
        &self,
        case: &PostCase,
        decision: PostDecision,
        deciding: DecidingPost,
    ) -> Result<(), DbError> {
        let DecidingPost { effects, announced, taken_down, settled, audit, news } = deciding;
        let (id, at) = (&case.id, decision.at);
        let unclaimed = unclaimed(ClaimQueue::Posts, id, &decision.by, at);
        let write = self
            .db
            .write("moderation.decide_post")
            .violations(VIOLATIONS)
            .bind("id", id.clone())
            .bind("ms", at.as_millis())
            .bind("place", newest_first(at, id.as_str()))
            .bind("decision", decision)
            .step(
                "LET $changed = (UPDATE type::record('held_post', $id) SET open = false, \
                 decision = $decision, place = $place, settled_ms = $ms WHERE open = true)",
            )
            .step("IF array::len($changed) = 0 { THROW 'moderation.post_decided' }")
            .call(unclaimed)
            .calls(effects)
            .call(audit)
            .calls(news)
            .publish(POST_SETTLED, settled.event_id(), at, settled);
        let write = announce(write, announced, at);
        let write = match taken_down {
            Some((event, payload)) => payload.publish(write, event, at),
            None => write,
        };
        write.run().await
    }
}
