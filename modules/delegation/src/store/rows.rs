//! Rows as stored, and their conversion to the model.

use sparkyard_kernel::{Timestamp, UserId, newest_first};
use surrealdb::types::SurrealValue;

use crate::model::{Delegation, Status};

/// Row of a delegation.
#[derive(SurrealValue)]
pub(super) struct DelegationRow {
    member: UserId,
    delegate: UserId,
    status: Status,
    agreed: Option<String>,
    appointed_by: UserId,
    appointed_at: Timestamp,
    since: Timestamp,
    pub(super) newest: String,
}

impl From<&Delegation> for DelegationRow {
    fn from(delegation: &Delegation) -> Self {
        let Delegation { member, delegate, status, agreed, appointed_by, appointed_at, since } =
            delegation.clone();
        let newest = newest_first(appointed_at, member.as_str());
        Self { member, delegate, status, agreed, appointed_by, appointed_at, since, newest }
    }
}

impl From<DelegationRow> for Delegation {
    fn from(row: DelegationRow) -> Self {
        let DelegationRow {
            member,
            delegate,
            status,
            agreed,
            appointed_by,
            appointed_at,
            since,
            newest: _,
        } = row;
        Self { member, delegate, status, agreed, appointed_by, appointed_at, since }
    }
}
