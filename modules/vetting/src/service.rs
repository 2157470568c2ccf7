//! Business logic. This file has the checks themselves, and what members see of theirs.

mod records;

use std::{collections::HashMap, sync::Arc};

use sparkyard_kernel::{
    ApiError, Caller, Cx, ItemId, Ports, UserId,
    audit::AuditEntry,
    db::Fragment,
    ports::{Accounts, People, Skills},
};

use crate::{
    error::VettingError,
    model::{Check, CheckDraft, OwnCheck, today},
    store::VettingStore,
};

/// State shared by all operations.
pub(crate) struct VettingService {
    cx: Cx,
    store: VettingStore,
    people: Arc<dyn People>,
    accounts: Arc<dyn Accounts>,
    skills: Option<Arc<dyn Skills>>,
}

impl VettingService {
    /// Resolves the ports. Fails if a required port is missing; the error names it.
    pub(crate) fn new(cx: Cx, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "vetting";
        Ok(Self {
            store: VettingStore::new(cx.db.clone()),
            people: ports.require(NAME)?,
            accounts: ports.require(NAME)?,
            skills: ports.optional(),
            cx,
        })
    }

    /// Returns all checks, by title.
    pub(crate) async fn checks(&self) -> Result<Vec<Check>, VettingError> {
        Ok(self.store.checks().await?)
    }

    /// Adds a check.
    pub(crate) async fn add_check(
        &self,
        admin: &Caller,
        draft: CheckDraft,
    ) -> Result<Check, VettingError> {
        let check = self.checked(draft, ItemId(self.cx.ids.next()))?;
        let audit = self.audit(admin, &check.id, "vetting.check_added", check.audited());
        self.store.add_check(check.clone(), audit).await?;
        Ok(check)
    }

    /// Replaces a check.
    pub(crate) async fn change_check(
        &self,
        admin: &Caller,
        id: &ItemId,
        draft: CheckDraft,
    ) -> Result<Check, VettingError> {
        let before = self.store.check(id).await?.ok_or(VettingError::NoCheck)?;
        let check = self.checked(draft, id.clone())?;
        let words = if before.about == check.about { "" } else { ", with another text" };
        let detail = format!("from {} to {}{words}", before.audited(), check.audited());
        let audit = self.audit(admin, id, "vetting.check_changed", detail);
        self.store.change_check(check.clone(), before.changed_at, audit).await?;
        Ok(check)
    }

    /// Deletes a check that no member has passed.
    pub(crate) async fn delete_check(
        &self,
        admin: &Caller,
        id: &ItemId,
    ) -> Result<(), VettingError> {
        let before = self.store.check(id).await?.ok_or(VettingError::NoCheck)?;
        let audit = self.audit(admin, id, "vetting.check_deleted", before.audited());
        Ok(self.store.delete_check(id, audit).await?)
    }

    /// Returns all checks as `user` sees them, by title.
    pub(crate) async fn own(&self, user: &UserId) -> Result<Vec<OwnCheck>, VettingError> {
        let today = today(self.cx.now());
        let records = self.store.records(user).await?.into_iter();
        let mut records: HashMap<_, _> =
            records.map(|record| (record.check.clone(), record)).collect();
        let own = |check: Check| {
            let record = records.remove(&check.id);
            let counts = record.as_ref().is_some_and(|record| record.counts_on(&today));
            OwnCheck { categories: self.titles(&check.categories), check, record, counts }
        };
        Ok(self.store.checks().await?.into_iter().map(own).collect())
    }

    /// Returns the titles of categories; omits those that do not exist any more.
    fn titles(&self, slugs: &[String]) -> Vec<String> {
        let Some(skills) = &self.skills else { return Vec::new() };
        slugs.iter().filter_map(|slug| skills.category_title(slug)).collect()
    }

    fn checked(&self, draft: CheckDraft, id: ItemId) -> Result<Check, ApiError> {
        draft.checked(id, self.cx.now(), |slug| {
            self.skills.as_ref().is_none_or(|skills| skills.category_title(slug).is_some())
        })
    }

    fn audit(&self, admin: &Caller, id: &ItemId, action: &'static str, detail: String) -> Fragment {
        let entry = AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: admin.id.as_str(),
            action,
            subject: format!("check:{id}"),
            detail,
        };
        entry.fragment()
    }
}
