//! Queries and writes of saved searches and their matches.

use sparkyard_kernel::{
    ItemId, Timestamp, UserId,
    db::{DbError, Fragment},
    events::community::{SEARCH_MATCHED, SearchMatched},
};
use surrealdb::types::SurrealValue;

use super::{
    CommunityStore,
    rows::{Listed, SearchRow},
};
use crate::{
    error::SEARCH,
    model::search::{MAX_SEARCHES, Match, SavedSearch},
};

/// Indexed queries; `EXPLAIN` must show an index range for each. `newest > ''` is such a range.
pub(super) const OWN: &str = "SELECT record::id(id) AS id, newest, id.* AS row FROM saved_search \
     WITH INDEX saved_search_own WHERE member = $member AND newest > '' ORDER BY newest \
     LIMIT $limit";
pub(super) const IN_BUCKET: &str = "SELECT record::id(id) AS id, newest, id.* AS row \
     FROM saved_search WITH INDEX saved_search_bucket WHERE bucket = $bucket AND newest > $after \
     ORDER BY newest LIMIT $limit";

/// A member, and the search of theirs that matches.
#[derive(SurrealValue)]
struct MatchRow {
    member: UserId,
    search: ItemId,
}

impl CommunityStore {
    /// Stores a search, unless it is stored already. Fails with `community.too_many_searches`.
    pub(crate) async fn save_search(
        &self,
        search: &SavedSearch,
        allowance: Fragment,
    ) -> Result<(), DbError> {
        self.db
            .write("community.save_search")
            .violations(SEARCH)
            .bind("id", search.id.clone())
            .bind("member", search.member.clone())
            .bind("row", SearchRow::from(search))
            .bind("most", MAX_SEARCHES)
            .call(allowance)
            .step("LET $owner = type::record('saved_search_owner', $member)")
            .step(
                "LET $searches = array::union((SELECT VALUE searches FROM ONLY $owner) ?? [], [$id])",
            )
            .step("IF array::len($searches) > $most { THROW 'community.too_many_searches' }")
            .step("UPSERT $owner SET searches = $searches RETURN NONE")
            .step(
                "IF !record::exists(type::record('saved_search', $id)) { \
                 CREATE type::record('saved_search', $id) CONTENT $row RETURN NONE }",
            )
            .run()
            .await
    }

    /// Returns one search.
    pub(crate) async fn search(&self, id: &ItemId) -> Result<Option<SavedSearch>, DbError> {
        let row: Option<SearchRow> = self.db.get("saved_search", id.clone()).await?;
        Ok(row.map(|row| row.search(id.clone())))
    }

    /// Returns the searches of `member`, newest first.
    pub(crate) async fn searches_of(&self, member: &UserId) -> Result<Vec<SavedSearch>, DbError> {
        let query = self.db.query(OWN).bind("member", member.clone());
        let rows: Vec<Listed<SearchRow>> = query.bind("limit", MAX_SEARCHES).fetch().await?;
        Ok(rows.into_iter().map(|listed| listed.row.search(listed.id)).collect())
    }

    /// Returns up to `limit` searches in a bucket, which is a kind and category, after the sort key
    /// `after`. Paused searches are in no bucket.
    pub(crate) async fn searches_in(
        &self,
        bucket: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<SavedSearch>, DbError> {
        let query = self.db.query(IN_BUCKET).bind("bucket", bucket.to_owned());
        let query = query.bind("after", after.to_owned()).bind("limit", limit);
        let rows: Vec<Listed<SearchRow>> = query.fetch().await?;
        Ok(rows.into_iter().map(|listed| listed.row.search(listed.id)).collect())
    }

    /// Pauses a search, or resumes it. Fails with `community.search_not_found` if it is deleted.
    pub(crate) async fn set_search_paused(
        &self,
        search: &SavedSearch,
        paused: bool,
    ) -> Result<(), DbError> {
        self.db
            .write("community.set_search_paused")
            .violations(SEARCH)
            .bind("id", search.id.clone())
            .bind("bucket", (!paused).then(|| search.wanted.bucket()))
            .step("LET $changed = (UPDATE type::record('saved_search', $id) SET bucket = $bucket)")
            .step("IF array::len($changed) = 0 { THROW 'community.search_not_found' }")
            .run()
            .await
    }

    /// Deletes a search. Changes nothing if it is deleted already.
    pub(crate) async fn delete_search(&self, search: &SavedSearch) -> Result<(), DbError> {
        self.db
            .write("community.delete_search")
            .from_reserve()
            .bind("id", search.id.clone())
            .bind("member", search.member.clone())
            .step("DELETE type::record('saved_search', $id) RETURN NONE")
            .step(
                "UPDATE type::record('saved_search_owner', $member) \
                 SET searches = array::complement(searches, [$id]) RETURN NONE",
            )
            .run()
            .await
    }

    /// Checks for each member, in order, whether a match with what `match_key` stands for was
    /// counted for them.
    pub(crate) async fn have_matched(
        &self,
        members: impl Iterator<Item = &UserId>,
        match_key: &str,
    ) -> Result<Vec<bool>, DbError> {
        let keys = members.map(|member| (member.clone(), match_key.to_owned()));
        self.db.has_all("search_match", keys).await
    }

    /// Counts matches with what `match_key` stands for, once for each member, and publishes
    /// `event` unless it has no matches.
    pub(crate) async fn count_matches(
        &self,
        match_key: &str,
        matches: &[Match],
        (event_id, at): (String, Timestamp),
        event: SearchMatched,
    ) -> Result<(), DbError> {
        let row = |one: &Match| MatchRow {
            member: one.search.member.clone(),
            search: one.search.id.clone(),
        };
        let write = self
            .db
            .write("community.count_matches")
            .bind("thing", match_key.to_owned())
            .bind("matches", matches.iter().map(row).collect::<Vec<_>>())
            .bind("at", at)
            .step(
                "FOR $match IN $matches { \
                 LET $key = type::record('search_match', [$match.member, $thing]); \
                 IF !record::exists($key) { \
                 CREATE $key SET at = $at RETURN NONE; \
                 UPDATE type::record('saved_search', $match.search) \
                 SET matches += 1, matched_at = $at RETURN NONE } }",
            );
        match event.matches.is_empty() {
            true => write.run().await,
            false => write.publish(SEARCH_MATCHED, event_id, at, event).run().await,
        }
    }
}
