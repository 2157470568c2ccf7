//! Who wants to have nothing to do with whom.

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

/// An indexed list; `EXPLAIN` must show a range of an index for it.
pub(super) const BLOCKED: &str = "SELECT other, created_at, newest FROM block \
     WHERE member = $member AND newest > $after ORDER BY newest LIMIT $limit";

#[derive(SurrealValue)]
struct BlockRow {
    other: UserId,
    created_at: Timestamp,
    newest: String,
}

#[derive(SurrealValue)]
struct EndsRow {
    member: UserId,
    other: UserId,
}

impl PeopleStore {
    /// Those among `others` whom `who` blocks, or who block `who`.
    pub(crate) async fn blocked_among(
        &self,
        who: &UserId,
        others: impl Iterator<Item = &UserId>,
    ) -> Result<HashSet<UserId>, DbError> {
        let blocks = others.flat_map(|other| [block(who, other), block(other, who)]);
        let blocks: Vec<RecordId> = blocks.collect();
        if blocks.is_empty() {
            return Ok(HashSet::new());
        }
        let query = self.db.query("SELECT member, other FROM $blocks").bind("blocks", blocks);
        let rows: Vec<EndsRow> = query.fetch().await?;
        let other = |row: EndsRow| if row.member == *who { row.other } else { row.member };
        Ok(rows.into_iter().map(other).collect())
    }

    /// Those whom `member` blocks, newest first.
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

    /// Blocks `other`; neither follows the other any more. `ids` name the events of that.
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
            .refusals(FOLLOW_REFUSALS)
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

/// The block's id follows from its ends: there can only be one.
pub(super) fn block(member: &UserId, other: &UserId) -> RecordId {
    let ends = [member, other].map(|id| Value::String(id.to_string()));
    RecordId::new("block", Array::from(ends.to_vec()))
}
