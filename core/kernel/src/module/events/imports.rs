//! Events of imports of members.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::ItemId;

/// The next rows of an import are to be imported. The module handles it itself, so that an import
/// goes on after any stop.
pub const IMPORT_BATCH_DUE: Topic<ImportBatchDue> = Topic::new("imports.goes_on");

/// Payload of [`IMPORT_BATCH_DUE`].
#[derive(Clone, Debug, SurrealValue)]
pub struct ImportBatchDue {
    /// Id of the import.
    pub import_id: ItemId,
    /// Number of members handled so far.
    pub handled: i64,
}
