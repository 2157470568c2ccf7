//! Skills that staff hold back, took down, or have reports about.

use sparkyard_kernel::{
    ModerationState, PageQuery, SkillId, Timestamp,
    db::{DbError, Fragment},
    newest_first,
    ports::Takedown,
};

use super::{FIELDS, OfferRow, SkillStore};
use crate::{
    error::VIOLATIONS,
    model::{Offer, position},
};

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
    show(id, vec![ModerationState::Removed]).arg(None::<i64>).arg(None::<String>)
}

/// Shows a skill that others have never seen, as if it was added at `at`; fails with
/// `skills.changed_meanwhile` if it is shown, deleted, or has another revision.
pub(crate) fn release(id: &SkillId, revision: i64, at: Timestamp) -> Fragment {
    show(id, vec![ModerationState::Held, ModerationState::Removed])
        .arg(revision)
        .arg(position(at, id))
}

fn show(id: &SkillId, from: Vec<ModerationState>) -> Fragment {
    Fragment::new("fn::skills::show", VIOLATIONS).arg(id.clone()).arg(from)
}

/// Counts one more open report about a skill, or one less.
pub(crate) fn flag(id: &SkillId, is_open: bool) -> Fragment {
    let by: i64 = if is_open { 1 } else { -1 };
    Fragment::new("fn::skills::flag", &[]).arg(id.clone()).arg(by)
}
