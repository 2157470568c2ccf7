//! Delivery failures by member.

use std::sync::Arc;

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Clock, Page, PageQuery, UserId,
    allowance::day,
    idempotency::digest,
    ports::{AccountInfo, Accounts, MailTrouble, MailTroubles, TroubleKind},
};

use super::store::{DeliveryFailure, MailStore};

/// Records and reports delivery failures. Only addresses of members are recorded.
pub(crate) struct Troubles {
    store: MailStore,
    accounts: Option<Arc<dyn Accounts>>,
    clock: Arc<dyn Clock>,
}

impl Troubles {
    pub(crate) fn new(
        store: MailStore,
        accounts: Option<Arc<dyn Accounts>>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { store, accounts, clock }
    }

    /// Records that `mail` to `address` bounced. The member and the admins are notified the first
    /// time and when the failure becomes worse, at most once a day.
    pub(crate) async fn record(
        &self,
        address: &str,
        kind: TroubleKind,
        reason: &str,
        mail: &str,
    ) -> Result<(), ApiError> {
        let Some(user) = self.owner(address).await? else { return Ok(()) };
        let at = self.clock.now();
        let address = address.to_lowercase();
        let recorded = self.store.trouble(&user).await?;
        let recorded = recorded.filter(|trouble| trouble.address == address);
        let before = recorded.map(|trouble| trouble.kind);
        // The worst kind stays until the failure is cleared.
        let kind = before.filter(|before| before.pauses() && !kind.pauses()).unwrap_or(kind);
        let event_id = (kind.pauses() && before != Some(kind)).then(|| {
            let day = day(at);
            digest(&[
                b"mail-returned",
                user.as_str().as_bytes(),
                address.as_bytes(),
                day.as_bytes(),
            ])
        });
        let (user, address) = (&user, &*address);
        let failure = DeliveryFailure { user, address, kind, reason, mail, at, event_id };
        Ok(self.store.record(failure).await?)
    }

    /// Checks whether optional mails to `address` are paused.
    pub(crate) async fn pauses(&self, user: &UserId, address: &str) -> Result<bool, ApiError> {
        let recorded = self.store.trouble(user).await?;
        let pauses = |trouble: MailTrouble| {
            trouble.kind.pauses() && trouble.address == address.to_lowercase()
        };
        Ok(recorded.is_some_and(pauses))
    }

    /// Checks whether `user` can sign in.
    pub(crate) async fn is_active(&self, user: &UserId) -> Result<bool, ApiError> {
        let Some(accounts) = &self.accounts else { return Ok(true) };
        let found = accounts.find(std::slice::from_ref(user)).await?;
        Ok(found.iter().any(AccountInfo::is_active))
    }

    async fn owner(&self, address: &str) -> Result<Option<UserId>, ApiError> {
        let Some(accounts) = &self.accounts else { return Ok(None) };
        Ok(accounts.by_email(address).await?.map(|account| account.id))
    }

    /// Keeps failures whose address is still the member's; deletes the others.
    async fn present(&self, found: Vec<MailTrouble>) -> Result<Vec<MailTrouble>, ApiError> {
        if found.is_empty() {
            return Ok(found);
        }
        let Some(accounts) = &self.accounts else { return Ok(Vec::new()) };
        let users: Vec<UserId> = found.iter().map(|trouble| trouble.user.clone()).collect();
        let owners = accounts.find(&users).await?;
        let mut present = Vec::with_capacity(found.len());
        for trouble in found {
            let is_theirs = |address: &str| address.to_lowercase() == trouble.address;
            match owners.iter().any(|owner| owner.id == trouble.user && is_theirs(&owner.email)) {
                true => present.push(trouble),
                false => {
                    self.store.delete(&trouble.user).await?;
                }
            }
        }
        Ok(present)
    }
}

#[async_trait]
impl MailTroubles for Troubles {
    async fn of(&self, user: &UserId) -> Result<Option<MailTrouble>, ApiError> {
        Ok(self.among(std::slice::from_ref(user)).await?.pop())
    }

    async fn among(&self, users: &[UserId]) -> Result<Vec<MailTrouble>, ApiError> {
        self.present(self.store.troubles_of(users).await?).await
    }

    async fn list(&self, page: &PageQuery) -> Result<Page<MailTrouble>, ApiError> {
        let Page { items, next_cursor } = self.store.troubles(page).await?;
        Ok(Page { items: self.present(items).await?, next_cursor })
    }

    async fn delete(&self, user: &UserId) -> Result<bool, ApiError> {
        Ok(self.store.delete(user).await?)
    }
}
