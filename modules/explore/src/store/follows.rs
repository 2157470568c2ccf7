//! Who follows whom.

use std::collections::HashSet;

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Write},
    events::explore as events,
    newest_first,
    ports::Ties,
};
use surrealdb::types::{Array, RecordId, Value};

use super::{PeopleStore, blocks::block, person, rows::EdgeRow};
use crate::{
    error::FOLLOW_REFUSALS,
    model::{Direction, Edge},
};

/// Indexed lists; `EXPLAIN` must show a range of an index for each.
pub(super) const FOLLOWINGS: &str = "SELECT record::id(out) AS other, created_at, newest \
     FROM follows WHERE in = $who AND newest > $after ORDER BY newest LIMIT $limit";
pub(super) const FOLLOWERS: &str = "SELECT record::id(in) AS other, created_at, newest \
     FROM follows WHERE out = $who AND newest > $after ORDER BY newest LIMIT $limit";

/// Those whom somebody follows, in no order.
pub(super) const FOLLOWED: &str =
    "SELECT VALUE record::id(out) FROM follows WHERE in = $who LIMIT $limit";
/// Most people whom somebody follows that are compared with those whom another does: the first by
/// id.
const MOST_COMPARED: usize = 500;
/// Most of them that are counted.
const MOST_COUNTED: u64 = 100;
/// Of somebody who follows so few, it is cached who they are.
const FEW: usize = 50;

impl PeopleStore {
    /// Those among `others` whom `who` follows.
    pub(crate) async fn followed_among(
        &self,
        who: &UserId,
        others: impl Iterator<Item = &UserId>,
    ) -> Result<HashSet<UserId>, DbError> {
        let mut others = others.peekable();
        if others.peek().is_none() {
            return Ok(HashSet::new());
        }
        let query = self.db.query(FOLLOWED).bind("who", person(who)).bind("limit", FEW + 1);
        let all: HashSet<UserId> = query.cached().fetch().await?.into_iter().collect();
        if all.len() <= FEW {
            return Ok(others.filter(|other| all.contains(other)).cloned().collect());
        }
        let edges: Vec<RecordId> = others.map(|other| edge(who, other)).collect();
        let query = "SELECT VALUE record::id(out) FROM $edges";
        let ids: Vec<UserId> = self.db.query(query).bind("edges", edges).fetch().await?;
        Ok(ids.into_iter().collect())
    }

    /// What two people have to do with each other.
    pub(crate) async fn ties(&self, one: &UserId, other: &UserId) -> Result<Ties, DbError> {
        let mutual = self.following_each(one, other).await?;
        let (first, second) = (self.followed(one).await?, self.followed(other).await?);
        let both_follow = first.intersection(&second).count() as u64;
        Ok(Ties {
            follow_each_other: mutual.len() == 2,
            both_follow: both_follow.min(MOST_COUNTED),
        })
    }

    /// Which of two people follows the other: from whom to whom.
    pub(super) async fn following_each(
        &self,
        one: &UserId,
        other: &UserId,
    ) -> Result<Vec<(UserId, UserId)>, DbError> {
        let edges = vec![edge(one, other), edge(other, one)];
        let query = "SELECT VALUE [record::id(in), record::id(out)] FROM $edges";
        let ends: Vec<[UserId; 2]> = self.db.query(query).bind("edges", edges).fetch().await?;
        Ok(ends.into_iter().map(|[from, to]| (from, to)).collect())
    }

    /// Those whom `who` follows, up to [`MOST_COMPARED`].
    async fn followed(&self, who: &UserId) -> Result<HashSet<UserId>, DbError> {
        let query = self.db.query(FOLLOWED).bind("who", person(who)).bind("limit", MOST_COMPARED);
        Ok(query.fetch::<UserId>().await?.into_iter().collect())
    }

    /// One's edges, newest first.
    pub(crate) async fn edges(
        &self,
        who: &UserId,
        direction: Direction,
        after: &str,
        limit: i64,
    ) -> Result<Vec<Edge>, DbError> {
        let query = match direction {
            Direction::Followings => FOLLOWINGS,
            Direction::Followers => FOLLOWERS,
        };
        let rows: Vec<EdgeRow> = self
            .db
            .query(query)
            .bind("who", person(who))
            .bind("after", after.to_owned())
            .bind("limit", limit)
            .fetch()
            .await?;
        Ok(rows.into_iter().map(Edge::from).collect())
    }

    /// Adds the edge, counts it on both sides and publishes it; the followed person's followers.
    pub(crate) async fn follow(
        &self,
        from: &UserId,
        to: &UserId,
        id: String,
        at: Timestamp,
    ) -> Result<u32, DbError> {
        let event = events::Followed { follower_id: from.clone(), following_id: to.clone() };
        self.edge_write("explore.follow", from, to)
            .bind("at", at)
            .bind("newest", newest_first(at, &id))
            .bind("blocks", vec![block(from, to), block(to, from)])
            .step("IF !$to.listed { THROW 'explore.person_not_found' }")
            .step(
                "IF array::any($blocks, |$block| record::exists($block)) \
                 { THROW 'explore.person_not_found' }",
            )
            .step("IF record::exists($edge) { THROW 'explore.already_following' }")
            .step("RELATE $from -> $edge -> $to SET created_at = $at, newest = $newest")
            .step("LET $followers = fn::explore::count_follow($from, $to, 1)")
            .publish(events::FOLLOWED, id, at, event)
            .returning("$followers")
            .run()
            .await
    }

    /// Removes the edge and its counts and publishes that; the other person's followers.
    pub(crate) async fn unfollow(
        &self,
        from: &UserId,
        to: &UserId,
        id: String,
        at: Timestamp,
    ) -> Result<u32, DbError> {
        let event = events::Followed { follower_id: from.clone(), following_id: to.clone() };
        self.edge_write("explore.unfollow", from, to)
            .from_reserve()
            .step("IF !record::exists($edge) { THROW 'explore.not_following' }")
            .step("DELETE $edge")
            .step("LET $followers = fn::explore::count_follow($from, $to, -1)")
            .publish(events::UNFOLLOWED, id, at, event)
            .returning("$followers")
            .run()
            .await
    }

    fn edge_write(&self, label: &'static str, from: &UserId, to: &UserId) -> Write<'_> {
        self.db
            .write(label)
            .refusals(FOLLOW_REFUSALS)
            .bind("from", person(from))
            .bind("to", person(to))
            .bind("edge", edge(from, to))
            .step("IF !record::exists($to) { THROW 'explore.person_not_found' }")
    }
}

/// The edge's id follows from its ends: there can only be one.
pub(super) fn edge(from: &UserId, to: &UserId) -> RecordId {
    let ends = [from, to].map(|id| Value::String(id.to_string()));
    RecordId::new("follows", Array::from(ends.to_vec()))
}
