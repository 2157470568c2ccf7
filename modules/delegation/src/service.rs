//! Business logic of the module.

use std::{collections::HashMap, sync::Arc};

use sparkyard_kernel::{
    Caller, Cx, Page, PageQuery, Ports, Role, UserId,
    audit::AuditEntry,
    events::delegation::{DelegationChanged, DelegationStep},
    ports::{AccountInfo, Accounts, People, PersonInfo},
};

use crate::{
    error::DelegationError,
    model::{
        Delegation, MAX_MEMBERS, NamedDelegation, NewMember, OwnDelegations, Status,
        checked_agreement, checked_reason,
    },
    store::{Change, DelegationStore, appointing},
};

/// State shared by all operations.
pub(crate) struct DelegationService {
    cx: Cx,
    store: DelegationStore,
    accounts: Arc<dyn Accounts>,
    people: Arc<dyn People>,
}

impl DelegationService {
    /// Resolves the ports. Fails if a required port is missing; the error names it.
    pub(crate) fn new(cx: Cx, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "delegation";
        Ok(Self {
            store: DelegationStore::new(cx.db.clone()),
            accounts: ports.require(NAME)?,
            people: ports.require(NAME)?,
            cx,
        })
    }

    /// Returns the delegations of `user`, also those that wait for an answer.
    pub(crate) async fn own(&self, user: &UserId) -> Result<OwnDelegations, DelegationError> {
        let own = self.store.of_member(user).await?;
        let for_others = self.store.of_delegate(user, MAX_MEMBERS).await?;
        let mut named = self.named(own.into_iter().chain(for_others).collect()).await?;
        let own = named.iter().position(|named| named.delegation.member == *user);
        let own = own.map(|at| named.remove(at));
        Ok(OwnDelegations { own, for_others: named })
    }

    /// Returns a page of all delegations, newest first.
    pub(crate) async fn all(
        &self,
        page: &PageQuery,
    ) -> Result<Page<NamedDelegation>, DelegationError> {
        let Page { items, next_cursor } = self.store.all(page).await?;
        Ok(Page { items: self.named(items).await?, next_cursor })
    }

    /// Appoints `delegate` to act for `member`. Somebody who can sign in has to accept it; for a
    /// member without an address, `agreed` says how they told the operator that they agree.
    pub(crate) async fn appoint(
        &self,
        admin: &Caller,
        (member, delegate): (&UserId, &UserId),
        agreed: Option<&str>,
    ) -> Result<NamedDelegation, DelegationError> {
        if member == delegate {
            return Err(DelegationError::OwnDelegate);
        }
        let account = self.active(member).await?;
        if account.role != Role::Member {
            return Err(DelegationError::Staff);
        }
        self.check_delegate(delegate).await?;
        let agreed = match account.address() {
            Some(_) => None,
            None => Some(checked_agreement(agreed.unwrap_or_default())?),
        };
        let delegation = self.new_delegation(admin, (member, delegate), agreed);
        self.store.appoint(&delegation, self.appointment(&delegation)).await?;
        self.one(delegation).await
    }

    /// Opens an account for a member without an address, with `delegate` to act for them.
    pub(crate) async fn add_member(
        &self,
        admin: &Caller,
        new: &NewMember,
        delegate: &UserId,
    ) -> Result<NamedDelegation, DelegationError> {
        let (member, agreed) = new.checked()?;
        self.check_delegate(delegate).await?;
        let id = UserId(self.cx.ids.next());
        let delegation = self.new_delegation(admin, (&id, delegate), Some(agreed));
        let also = appointing(&delegation, self.appointment(&delegation));
        self.accounts.open_without_address(&admin.id, id, member, also).await?;
        self.one(delegation).await
    }

    /// Accepts the delegation of the caller, who was asked. Repeating it changes nothing.
    pub(crate) async fn accept(
        &self,
        caller: &Caller,
        member: &UserId,
    ) -> Result<NamedDelegation, DelegationError> {
        let mut delegation = self.concerning(caller, member).await?;
        if delegation.member != caller.id {
            return Err(DelegationError::NotYours);
        }
        if delegation.status == Status::Active {
            return self.one(delegation).await;
        }
        delegation.status = Status::Active;
        delegation.since = self.cx.now();
        let change = self.change(&delegation, DelegationStep::Accepted, &caller.id, String::new());
        self.store.accept(&delegation, change).await?;
        self.one(delegation).await
    }

    /// Ends a delegation on behalf of the member or the delegate.
    pub(crate) async fn end(
        &self,
        caller: &Caller,
        member: &UserId,
    ) -> Result<(), DelegationError> {
        let delegation = self.concerning(caller, member).await?;
        let change = self.change(&delegation, DelegationStep::Ended, &caller.id, String::new());
        Ok(self.store.end(&delegation, change).await?)
    }

    /// Ends a delegation on behalf of an admin, for a reason that both are told.
    pub(crate) async fn end_by_admin(
        &self,
        admin: &Caller,
        member: &UserId,
        reason: &str,
    ) -> Result<(), DelegationError> {
        let reason = checked_reason(reason)?;
        let delegation = self.store.of_member(member).await?.ok_or(DelegationError::NotFound)?;
        let change = self.change(&delegation, DelegationStep::Ended, &admin.id, reason);
        Ok(self.store.end(&delegation, change).await?)
    }

    fn new_delegation(
        &self,
        admin: &Caller,
        (member, delegate): (&UserId, &UserId),
        agreed: Option<String>,
    ) -> Delegation {
        let now = self.cx.now();
        Delegation {
            member: member.clone(),
            delegate: delegate.clone(),
            status: if agreed.is_some() { Status::Active } else { Status::Asked },
            agreed,
            appointed_by: admin.id.clone(),
            appointed_at: now,
            since: now,
        }
    }

    /// Returns what is written beside a new delegation.
    fn appointment(&self, delegation: &Delegation) -> Change {
        let step = match delegation.status {
            Status::Asked => DelegationStep::Asked,
            Status::Active => DelegationStep::Appointed,
        };
        let agreed = delegation.agreed.clone().unwrap_or_default();
        self.change(delegation, step, &delegation.appointed_by, agreed)
    }

    /// Returns the event and the audit entry of a change by `by`.
    fn change(
        &self,
        delegation: &Delegation,
        step: DelegationStep,
        by: &UserId,
        words: String,
    ) -> Change {
        let Delegation { member, delegate, .. } = delegation;
        let (id, at) = (self.cx.ids.next(), self.cx.now());
        let action = match step {
            DelegationStep::Asked => "delegation.asked",
            DelegationStep::Appointed => "delegation.appointed",
            DelegationStep::Accepted => "delegation.accepted",
            DelegationStep::Ended => "delegation.ended",
        };
        let detail = match &*words {
            "" => format!("helper {delegate}"),
            words => format!("helper {delegate}: {words}"),
        };
        let subject = format!("user:{member}");
        let audit = AuditEntry { id: id.clone(), at, actor: by.as_str(), action, subject, detail };
        let reason = Some(words).filter(|words| step == DelegationStep::Ended && !words.is_empty());
        Change {
            audit: audit.fragment(),
            payload: DelegationChanged {
                member_id: member.clone(),
                delegate_id: delegate.clone(),
                by: by.clone(),
                step,
                reason,
            },
            event: id,
            at,
        }
    }

    /// Returns the delegation of `member`, if it concerns the caller.
    async fn concerning(
        &self,
        caller: &Caller,
        member: &UserId,
    ) -> Result<Delegation, DelegationError> {
        let found = self.store.of_member(member).await?;
        found.filter(|found| found.concerns(&caller.id)).ok_or(DelegationError::NotFound)
    }

    /// Returns the account of an active member.
    async fn active(&self, user: &UserId) -> Result<AccountInfo, DelegationError> {
        let account = self.accounts.find(std::slice::from_ref(user)).await?.pop();
        account.filter(AccountInfo::is_active).ok_or(DelegationError::NoMember)
    }

    async fn check_delegate(&self, delegate: &UserId) -> Result<(), DelegationError> {
        match self.active(delegate).await?.address() {
            Some(_) => Ok(()),
            None => Err(DelegationError::CannotSignIn),
        }
    }

    async fn one(&self, delegation: Delegation) -> Result<NamedDelegation, DelegationError> {
        let named = self.named(vec![delegation]).await?;
        named.into_iter().next().ok_or(DelegationError::NotFound)
    }

    async fn named(
        &self,
        delegations: Vec<Delegation>,
    ) -> Result<Vec<NamedDelegation>, DelegationError> {
        let ids = delegations.iter().flat_map(|found| [&found.member, &found.delegate]);
        let ids: Vec<UserId> = ids.cloned().collect();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let people = self.people.find(&ids).await?;
        let members: Vec<UserId> = delegations.iter().map(|found| found.member.clone()).collect();
        let accounts = self.accounts.find(&members).await?.into_iter();
        let accounts: HashMap<UserId, AccountInfo> =
            accounts.map(|account| (account.id.clone(), account)).collect();
        let name = |id: &UserId| people.get(id).map(PersonInfo::name).unwrap_or_default();
        let named = |delegation: Delegation| NamedDelegation {
            member: name(&delegation.member),
            delegate: name(&delegation.delegate),
            signs_in: accounts
                .get(&delegation.member)
                .is_some_and(|account| account.address().is_some()),
            delegation,
        };
        Ok(delegations.into_iter().map(named).collect())
    }
}
