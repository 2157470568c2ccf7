//! Events of the archives of members' data.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{Timestamp, UserId};

/// The archive of a member's data can be downloaded, or could not be made.
pub const EXPORT_ENDED: Topic<ExportEnded> = Topic::new("settings.export_ended");
/// Staff have asked for an archive of a member's data.
pub const EXPORT_ASKED_BY_STAFF: Topic<ExportAskedByStaff> =
    Topic::new("settings.export_asked_by_staff");

/// Payload of [`EXPORT_ENDED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct ExportEnded {
    /// The member whose data it is.
    pub user_id: UserId,
    /// Time at which the archive is deleted; `None` if it could not be made.
    pub until: Option<Timestamp>,
    /// Member of staff who asked for it; `None` if the member did.
    pub asked_by: Option<UserId>,
}

/// Payload of [`EXPORT_ASKED_BY_STAFF`].
#[derive(Clone, Debug, SurrealValue)]
pub struct ExportAskedByStaff {
    /// The member whose data it is.
    pub user_id: UserId,
    /// Reason, in the words of staff.
    pub reason: String,
}
