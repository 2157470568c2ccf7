//! All `SurrealQL` of the module.

mod billing;
mod chargebacks;
mod connected;
mod events;
mod forget;
mod leave;
mod own;

use sparkyard_kernel::db::Db;

pub(crate) use billing::CustomerRow;
pub(crate) use chargebacks::ChargebackWrite;
pub(crate) use events::EventKey;
pub(crate) use forget::forget;
pub(crate) use leave::LEAVING;
pub(crate) use own::own;

/// Access to the tables of the module.
#[derive(Clone)]
pub(crate) struct PaymentsStore {
    db: Db,
}

impl PaymentsStore {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }
}

#[cfg(test)]
mod tests;
