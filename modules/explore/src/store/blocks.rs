//! Blocks.

use std::collections::HashSet;

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Fragment},
    events::explore as events,
    newest_first,
};
use surrealdb::types::{Array, RecordId, SurrealValue, Value};

use super::{PeopleStore, follows::edge, person};
use crate::{error::FOLLOW_REFUSALS, model::Block};

/// Indexed query; `EXPLAIN` must show an index range.
pub(super) const BLOCKED: &str = "SELECT other, created_at, newest FROM block \
     WHERE member = $member AND newest > $after ORDER BY newest LIMIT $limit";

#[derive(SurrealValue)]
struct BlockRow {
    other: UserId,
    created_at: Timestamp,
    newest: String,
}

impl PeopleStore {
    /// Returns those `others` whom `who` blocks, or who block `who`.
    pub(crate) async fn blocked_among(
        &self,
        who: &UserId,
        others: impl Iterator<Item = &UserId>,
    ) -> Result<HashSet<UserId>, DbError> {
        let others: Vec<&UserId> = others.collect();
        let ways = |other: &UserId| [(who.clone(), other.clone()), (other.clone(), who.clone())];
        let blocks = others.iter().flat_map(|other| ways(other));
        let there = self.db.has_all("block", blocks).await?;
        let blocked =
            others.into_iter().zip(there.chunks(2)).filter(|(_, ways)| ways.contains(&true));
        Ok(blocked.map(|(other, _)| other.clone()).collect())
    }

    /// Returns those `others` who block `who`.
    pub(crate) async fn blockers_among(
        &self,
        who: &UserId,
        others: &[UserId],
    ) -> Result<HashSet<UserId>, DbError> {
        let blocks = others.iter().map(|other| (other.clone(), who.clone()));
        let there = self.db.has_all("block", blocks).await?;
        let blockers = others.iter().zip(there).filter(|(_, there)| *there);
        Ok(blockers.map(|(other, _)| other.clone()).collect())
    }

    /// Lists the people whom `member` blocks, newest first.
    pub(crate) async fn blocks(
        &self,
        member: &UserId,
        after: &str,
        limit: i64,
    ) -> Result<Vec<Block>, DbError> {
        let query = self.db.query(BLOCKED).bind("member", member.clone());
        let query = query.bind("after", after.to_owned()).bind("limit", limit);
        let rows: Vec<BlockRow> = query.fetch().await?;
        let block = |BlockRow { other, created_at, newest }| Block { other, created_at, newest };
        Ok(rows.into_iter().map(block).collect())
    }

    /// Blocks `other`, ending follows in both directions; `ids` are for the unfollow events.
    pub(crate) async fn block(
        &self,
        member: &UserId,
        other: &UserId,
        ids: [String; 2],
        at: Timestamp,
        counted: Fragment,
    ) -> Result<(), DbError> {
        let followed = self.following_each(member, other).await?;
        let mut write = self
            .db
            .write("explore.block")
            .violations(FOLLOW_REFUSALS)
            .bind("member", member.clone())
            .bind("other", other.clone())
            .bind("person", person(other))
            .bind("block", block(member, other))
            .bind("at", at)
            .bind("newest", newest_first(at, &ids[0]))
            .bind("edges", vec![edge(member, other), edge(other, member)])
            .step("IF !record::exists($person) { THROW 'explore.person_not_found' }")
            .step(
                "UPSERT $block SET member = $member, other = $other, \
                 created_at = created_at ?? $at, newest = newest ?? $newest RETURN NONE",
            )
            .step(
                "FOR $edge IN (SELECT id, in, out FROM $edges) { \
                 DELETE $edge.id; fn::explore::count_follow($edge.in, $edge.out, -1) }",
            )
            .call(counted);
        for ((from, to), id) in followed.into_iter().zip(ids) {
            let event = events::Followed { follower_id: from, following_id: to };
            write = write.publish(events::UNFOLLOWED, id, at, event);
        }
        write.run().await
    }

    /// Ends a block.
    pub(crate) async fn unblock(&self, member: &UserId, other: &UserId) -> Result<(), DbError> {
        let write = self.db.write("explore.unblock").from_reserve();
        write.bind("block", block(member, other)).step("DELETE $block RETURN NONE").run().await
    }
}

/// Returns the key of a block, derived from both members: there can be only one.
pub(super) fn block(member: &UserId, other: &UserId) -> RecordId {
    let ends = [member, other].map(|id| Value::String(id.to_string()));
    RecordId::new("block", Array::from(ends.to_vec()))
}
