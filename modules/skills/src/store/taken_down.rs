//! Skills that staff took down.

use sparkyard_kernel::{
    PageQuery, SkillId, Timestamp,
    db::{DbError, Fragment},
    newest_first,
    ports::Takedown,
};

use super::{FIELDS, OfferRow, SkillStore};
use crate::{error::VIOLATIONS, model::Offer};

/// Indexed list; `EXPLAIN` must show an index range. Without a lower bound, the range would include
/// all skills that were never taken down.
pub(super) const TAKEN_DOWN: &str = "FROM skill WHERE taken_down_place > $after \
     ORDER BY taken_down_place LIMIT $limit";

impl SkillStore {
    /// Returns skills that staff took down, latest first, one more than the page holds.
    pub(crate) async fn taken_down(&self, page: &PageQuery) -> Result<Vec<Offer>, DbError> {
        let query = self.db.query(format!("SELECT {FIELDS}, taken_down_place {TAKEN_DOWN}"));
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        let rows = query.bind("limit", page.fetch_limit()).fetch::<OfferRow>().await?;
        Ok(rows.into_iter().map(Offer::from).collect())
    }
}

/// Returns the sort key of a skill among those that were taken down.
pub(crate) fn place_down(id: &SkillId, at: Timestamp) -> String {
    newest_first(at, id.as_str())
}

/// Takes a skill down; fails with `skills.changed_meanwhile` if it is taken down or deleted.
pub(crate) fn take_down(id: &SkillId, takedown: &Takedown) -> Fragment {
    Fragment::new("fn::skills::take_down", VIOLATIONS)
        .arg(id.clone())
        .arg(takedown.clone())
        .arg(place_down(id, takedown.at))
}

/// Restores a skill; fails with `skills.changed_meanwhile` if it is not taken down, or deleted.
pub(crate) fn let_back(id: &SkillId) -> Fragment {
    Fragment::new("fn::skills::let_back", VIOLATIONS).arg(id.clone())
}
