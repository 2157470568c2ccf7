//! Events of the archives that members ask for.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::{Timestamp, UserId};

/// The archive of a member's data can be downloaded, or could not be made.
pub const EXPORT_ENDED: Topic<ExportEnded> = Topic::new("settings.export_ended");

/// Payload of [`EXPORT_ENDED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct ExportEnded {
    /// The member whose data it is.
    pub user_id: UserId,
    /// Time at which the archive is deleted; `None` if it could not be made.
    pub until: Option<Timestamp>,
}
