//! Deletion of old rows.

use sparkyard_kernel::purge::Purge;

use crate::model::export::KEEP;

/// Returns the purge of archives. Their files go with the next sweep.
pub(crate) fn forget() -> [Purge; 1] {
    [Purge {
        what: "settings.forget_exports",
        keep: KEEP,
        rows: "data_export WITH INDEX data_export_due",
        due: "state = 'ended' AND due_at < $before",
        data: "Archives of your data",
        since: "after they were made",
    }]
}
