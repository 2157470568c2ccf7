//! Database access of the module: all SurrealQL is here.

mod announcements;
mod arrivals;
mod event_rows;
mod events;
mod forget;
mod guests;
mod leave;
mod needs;
mod own;
mod rows;
mod searches;
#[cfg(test)]
mod tests;

use sparkyard_kernel::db::Db;

pub(crate) use forget::forget;
pub(crate) use leave::LEAVING;
pub(crate) use needs::{Ending, flag, posted, put_back, release, take_down};
pub(crate) use own::own;

/// Handle on the module's tables.
#[derive(Clone)]
pub(crate) struct CommunityStore {
    db: Db,
}

impl CommunityStore {
    /// Creates the handle on an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }
}
