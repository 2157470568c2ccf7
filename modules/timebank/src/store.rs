//! Database access of the module: all SurrealQL is here.

mod activity;
mod exchanges;
mod gifts;
mod leave;
mod own;
mod rows;

use sparkyard_kernel::db::Db;

pub(crate) use exchanges::{Closing, ExchangeList};
pub(crate) use gifts::{Giving, POT, Reversing, give};
pub(crate) use leave::LEAVING;
pub(crate) use own::own;

/// Handle on the module's tables.
#[derive(Clone)]
pub(crate) struct TimebankStore {
    db: Db,
}

impl TimebankStore {
    /// Creates the handle on an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }
}

#[cfg(test)]
mod tests;
