//! Rows that a member may download.

use sparkyard_kernel::own_rows::OwnRows;

/// Returns the rule: skills with their pictures, also deleted ones that are still kept.
pub(crate) fn own() -> [OwnRows; 1] {
    [OwnRows::list("skills.skills", "Your skills", "skill", "newest")
        .mine("user_id = $user")
        .fields(
            "category, skill_type, experience_level, description, hourly_rate_minor, thumbnail01, \
             thumbnail02, thumbnail03, thumbnail04, approval_status, cancellation_policy, \
             created_at, deleted_at, moderation = 'held' AS held, taken_down.at AS taken_down_at, \
             taken_down.reason AS taken_down_for",
        )
        .files(&["thumbnail01", "thumbnail02", "thumbnail03", "thumbnail04"])]
}
