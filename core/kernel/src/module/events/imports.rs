//! Events of imports of members.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::ItemId;

/// The next rows of an import are to be imported. The module handles it itself, so that an import
/// goes on after any stop.
pub const IMPORT_GOES_ON: Topic<ImportGoesOn> = Topic::new("imports.goes_on");

/// Payload of [`IMPORT_GOES_ON`].
#[derive(Clone, Debug, SurrealValue)]
pub struct ImportGoesOn {
    /// Id of the import.
    pub import_id: ItemId,
    /// Number of members handled so far.
    pub handled: i64,
}
