//! Database access of the module: all SurrealQL is here.

mod leave;
mod own;
mod rows;

use sparkyard_kernel::{
    Page, PageQuery, Timestamp, UserId,
    audit::AuditEntry,
    db::{Db, DbError, Fragment, Write},
    events::delegation::{DELEGATION_CHANGED, DelegationChanged},
    ports::AlsoWrite,
};

use self::rows::DelegationRow;
pub(crate) use self::{leave::LEAVING, own::own};
use crate::{
    error::VIOLATIONS,
    model::{Delegation, MAX_MEMBERS},
};

/// Indexed queries; `EXPLAIN` must show an index range for each.
const ALL: &str = "SELECT * FROM delegation WITH INDEX delegation_newest \
     WHERE newest > $after ORDER BY newest LIMIT $limit";
const OF_DELEGATE: &str = "SELECT * FROM delegation WITH INDEX delegation_delegate \
     WHERE delegate = $delegate ORDER BY newest LIMIT $limit";

/// Audit entry and event of a change of a delegation.
pub(crate) struct Change {
    pub(crate) audit: Fragment,
    pub(crate) payload: DelegationChanged,
    pub(crate) event: String,
    pub(crate) at: Timestamp,
}

/// Handle on the module's tables; cheap to clone.
#[derive(Clone)]
pub(crate) struct DelegationStore {
    db: Db,
}

impl DelegationStore {
    /// Creates the handle on an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Returns the delegation of a member.
    pub(crate) async fn of_member(&self, member: &UserId) -> Result<Option<Delegation>, DbError> {
        let row: Option<DelegationRow> = self.db.get("delegation", member.to_string()).await?;
        Ok(row.map(Delegation::from))
    }

    /// Returns the delegations of those of `members` who have one.
    pub(crate) async fn of_members(&self, members: &[UserId]) -> Result<Vec<Delegation>, DbError> {
        let keys = members.iter().map(UserId::to_string);
        let rows: Vec<Option<DelegationRow>> = self.db.get_all("delegation", keys).await?;
        Ok(rows.into_iter().flatten().map(Delegation::from).collect())
    }

    /// Returns the delegations in which `delegate` is the delegate, newest first.
    pub(crate) async fn of_delegate(
        &self,
        delegate: &UserId,
        limit: i64,
    ) -> Result<Vec<Delegation>, DbError> {
        let query = self.db.query(OF_DELEGATE).bind("delegate", delegate.clone());
        let rows: Vec<DelegationRow> = query.bind("limit", limit).fetch().await?;
        Ok(rows.into_iter().map(Delegation::from).collect())
    }

    /// Returns a page of all delegations, newest first.
    pub(crate) async fn all(&self, page: &PageQuery) -> Result<Page<Delegation>, DbError> {
        let query = self.db.query(ALL).bind("after", page.after.clone().unwrap_or_default());
        let rows: Vec<DelegationRow> = query.bind("limit", page.fetch_limit()).fetch().await?;
        Ok(Page::cut(rows, page, |row| row.newest.clone()).map(Delegation::from))
    }

    /// Stores a delegation. Fails if the member has one.
    pub(crate) async fn appoint(
        &self,
        delegation: &Delegation,
        change: Change,
    ) -> Result<(), DbError> {
        appointing(delegation, change)(self.db.write("delegation.appoint")).run().await
    }

    /// Makes an asked delegation active. Fails with `delegation.changed` if it does not wait.
    pub(crate) async fn accept(
        &self,
        delegation: &Delegation,
        change: Change,
    ) -> Result<(), DbError> {
        let write = self.db.write("delegation.accept").violations(VIOLATIONS);
        let write = write
            .bind("member", delegation.member.clone())
            .bind("delegate", delegation.delegate.clone())
            .bind("since", delegation.since)
            .step(
                "LET $accepted = (UPDATE type::record('delegation', $member) \
                 SET status = 'active', since = $since \
                 WHERE status = 'asked' AND delegate = $delegate)",
            )
            .step("IF array::len($accepted) = 0 { THROW 'delegation.changed' }");
        with_change(write, change).run().await
    }

    /// Ends a delegation. Fails with `delegation.changed` if it has ended.
    pub(crate) async fn end(&self, delegation: &Delegation, change: Change) -> Result<(), DbError> {
        let write = self.db.write("delegation.end").violations(VIOLATIONS);
        let write = write
            .bind("member", delegation.member.clone())
            .bind("since", delegation.since)
            .step(
                "LET $ended = (DELETE type::record('delegation', $member) \
                 WHERE since = $since RETURN BEFORE)",
            )
            .step("IF array::len($ended) = 0 { THROW 'delegation.changed' }");
        with_change(write, change).run().await
    }

    /// Records in the audit log what a delegate is about to change.
    pub(crate) async fn record(&self, entry: AuditEntry<'_>) -> Result<(), DbError> {
        self.db.write("delegation.record").call(entry.fragment()).run().await
    }
}

/// Returns the steps that store a delegation.
pub(crate) fn appointing(delegation: &Delegation, change: Change) -> AlsoWrite {
    let row = DelegationRow::from(delegation);
    let appoint = Fragment::new("fn::delegation::appoint", VIOLATIONS).arg(row).arg(MAX_MEMBERS);
    Box::new(move |write| with_change(write.call(appoint), change))
}

fn with_change(write: Write<'_>, change: Change) -> Write<'_> {
    let Change { audit, payload, event, at } = change;
    write.call(audit).publish(DELEGATION_CHANGED, event, at, payload)
}

#[cfg(test)]
mod tests;
