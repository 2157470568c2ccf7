//! Arrivals of members and skills.

use sparkyard_kernel::{Timestamp, UserId, db::DbError, newest_first};

use super::{CommunityStore, rows::ArrivalRow};
use crate::model::Arrival;

/// Indexed query; `EXPLAIN` must show an index range.
pub(super) const ARRIVALS: &str =
    "SELECT user_id, skill, at FROM arrival WHERE newest > '' ORDER BY newest LIMIT $limit";

impl CommunityStore {
    /// Notes that a member joined, or that a skill of theirs became visible. Each arrives once.
    pub(crate) async fn arrive(
        &self,
        user: &UserId,
        skill: Option<String>,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let id =
            skill.as_ref().map_or_else(|| format!("member:{user}"), |id| format!("skill:{id}"));
        self.db
            .write("community.arrive")
            .bind("newest", newest_first(at, &id))
            .bind("id", id)
            .bind("user", user.clone())
            .bind("skill", skill)
            .bind("at", at)
            .step(
                "IF !record::exists(type::record('arrival', $id)) { \
                 CREATE type::record('arrival', $id) SET user_id = $user, skill = $skill, \
                 at = $at, newest = $newest RETURN NONE }",
            )
            .run()
            .await
    }

    /// Returns the latest arrivals, newest first.
    pub(crate) async fn arrivals(&self, limit: i64) -> Result<Vec<Arrival>, DbError> {
        let rows: Vec<ArrivalRow> = self.db.query(ARRIVALS).bind("limit", limit).fetch().await?;
        Ok(rows.into_iter().map(Arrival::from).collect())
    }
}
