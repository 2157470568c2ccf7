//! Database access of the module: all SurrealQL is here.

mod appeals;
mod audit;
mod claims;
mod forget;
mod leave;
mod notes;
mod online_safety;
mod own;
mod posts;
mod replies;
mod reports;
mod rows;
mod rules;
mod takedowns;

use sparkyard_kernel::db::Db;

pub(crate) use appeals::{DecidingAppeal, lift, lift_name, put_sanction};
pub(crate) use forget::forget;
pub(crate) use leave::LEAVING;
pub(crate) use online_safety::Reminding;
pub(crate) use own::own;
pub(crate) use posts::{DecidingPost, hold_post, post_seen, withdraw_post};
pub(crate) use reports::{Deciding, Reporting, TakenDown, open_case};
pub(crate) use takedowns::LettingBack;

/// Handle on the module's tables and the audit log.
pub(crate) struct ModerationStore {
    db: Db,
}

impl ModerationStore {
    /// Creates the store on an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }
}

#[cfg(test)]
mod tests;
