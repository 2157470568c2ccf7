//! Follows, stored as edges between people.

use std::collections::HashSet;

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Fragment, Write},
    events::explore as events,
    newest_first,
};
use surrealdb::types::{Array, RecordId, Value};

use super::{PeopleStore, blocks::block, person, rows::EdgeRow};
use crate::{
    error::FOLLOW_REFUSALS,
    model::{Direction, Edge},
};

/// Indexed queries; `EXPLAIN` must show an index range for each.
pub(super) const FOLLOWINGS: &str = "SELECT record::id(out) AS other, created_at, newest \
     FROM follows WHERE in = $who AND newest > $after ORDER BY newest LIMIT $limit";
pub(super) const FOLLOWERS: &str = "SELECT record::id(in) AS other, created_at, newest \
     FROM follows WHERE out = $who AND newest > $after ORDER BY newest LIMIT $limit";

/// People whom `$who` follows, unordered.
pub(super) const FOLLOWED: &str =
    "SELECT VALUE record::id(out) FROM follows WHERE in = $who LIMIT $limit";
/// Maximum number of follows per person compared for mutual follows: the first by id.
const MAX_COMPARED: usize = 500;
/// Up to this number, all follows are read at once: the query is the same whoever is asked about,
/// and so is cached.
const FEW: usize = 50;

impl PeopleStore {
    /// Returns those `others` whom `who` follows.
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
        let all: HashSet<UserId> = query.fetch().await?.into_iter().collect();
        if all.len() <= FEW {
            return Ok(others.filter(|other| all.contains(other)).cloned().collect());
        }
        let others: Vec<&UserId> = others.collect();
        let there = self.have_edges(others.iter().map(|other| (who, *other))).await?;
        let followed = others.into_iter().zip(there).filter(|(_, there)| *there);
        Ok(followed.map(|(other, _)| other.clone()).collect())
    }

    /// Checks whether two people follow each other.
    pub(crate) async fn follow_each_other(
        &self,
        one: &UserId,
        other: &UserId,
    ) -> Result<bool, DbError> {
        Ok(self.following_each(one, other).await?.len() == 2)
    }

    /// Returns people whom both follow and who follow `one` back.
    pub(crate) async fn friends_followed_by(
        &self,
        one: &UserId,
        other: &UserId,
    ) -> Result<Vec<UserId>, DbError> {
        let (first, second) = (self.followed(one).await?, self.followed(other).await?);
        let both: Vec<&UserId> = first.intersection(&second).collect();
        let there = self.have_edges(both.iter().map(|followed| (*followed, one))).await?;
        let friends = both.into_iter().zip(there).filter(|(_, there)| *there);
        Ok(friends.map(|(followed, _)| followed.clone()).collect())
    }

    /// Returns the follows between two people, as (follower, followed).
    pub(super) async fn following_each(
        &self,
        one: &UserId,
        other: &UserId,
    ) -> Result<Vec<(UserId, UserId)>, DbError> {
        let ways = [(one, other), (other, one)];
        let there = self.have_edges(ways.into_iter()).await?;
        let follows = ways.into_iter().zip(there).filter(|(_, there)| *there);
        Ok(follows.map(|((from, to), _)| (from.clone(), to.clone())).collect())
    }

    /// Checks for each pair whether the first follows the second.
    async fn have_edges(
        &self,
        ends: impl Iterator<Item = (&UserId, &UserId)>,
    ) -> Result<Vec<bool>, DbError> {
        self.db.has_all("follows", ends.map(|(from, to)| (from.clone(), to.clone()))).await
    }

    /// Returns the people whom `who` follows, up to [`MAX_COMPARED`].
    async fn followed(&self, who: &UserId) -> Result<HashSet<UserId>, DbError> {
        let query = self.db.query(FOLLOWED).bind("who", person(who)).bind("limit", MAX_COMPARED);
        Ok(query.fetch::<UserId>().await?.into_iter().collect())
    }

    /// Lists the follows of `who` in one direction, newest first.
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

    /// Adds the edge, updates both counts and publishes the event; returns the follower count.
    pub(crate) async fn follow(
        &self,
        from: &UserId,
        to: &UserId,
        (id, at): (String, Timestamp),
        counted: Fragment,
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
            .call(counted)
            .publish(events::FOLLOWED, id, at, event)
            .returning("$followers")
            .run()
            .await
    }

    /// Removes the edge, updates both counts and publishes the event; returns the follower count.
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
            // The write updates the counts of both people.
            .queued(format!("follows:{from}"))
            .queued(format!("follows:{to}"))
            .violations(FOLLOW_REFUSALS)
            .bind("from", person(from))
            .bind("to", person(to))
            .bind("edge", edge(from, to))
            .step("IF !record::exists($to) { THROW 'explore.person_not_found' }")
    }
}

/// Returns the key of an edge, derived from both people: there can be only one.
pub(super) fn edge(from: &UserId, to: &UserId) -> RecordId {
    let ends = [from, to].map(|id| Value::String(id.to_string()));
    RecordId::new("follows", Array::from(ends.to_vec()))
}
