//! What other modules may ask about accounts, and do to them.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Caller, Cx, Page, PageQuery, Role, UserId,
    ports::{
        AccountInfo, Accounts, Invitation, Invitations, NewAdmin, People, PortHandle, SignInChange,
        SignUpPolicy, Standing,
    },
};

use crate::{
    admin::AdminLinks, change::Changes, code::check_email, error::AuthError, secret::normalise,
    standing::Standings, store::Store,
};

/// The port.
pub(crate) struct AccountsPort {
    store: Store,
    links: AdminLinks,
    standings: Standings,
    changes: Changes,
    policy: SignUpPolicy,
}

impl AccountsPort {
    pub(crate) fn new(
        cx: &Cx,
        store: &Store,
        changes: Changes,
        policy: SignUpPolicy,
        people: PortHandle<dyn People>,
    ) -> Self {
        Self {
            store: store.clone(),
            links: AdminLinks::new(cx, store),
            standings: Standings {
                cx: cx.clone(),
                store: store.clone(),
                factors: changes.prover.factors.clone(),
                people,
            },
            changes,
            policy,
        }
    }

    async fn info(&self, user: &UserId) -> Result<AccountInfo, ApiError> {
        Ok(self.standings.account(user).await?.into())
    }
}

#[async_trait]
impl Accounts for AccountsPort {
    async fn find(&self, ids: &[UserId]) -> Result<Vec<AccountInfo>, ApiError> {
        Ok(self.store.accounts(ids).await?.into_iter().map(Into::into).collect())
    }

    async fn list(
        &self,
        search: Option<&str>,
        standing: Option<Standing>,
        page: &PageQuery,
    ) -> Result<Page<AccountInfo>, ApiError> {
        let search = search.map(normalise).filter(|text| !text.is_empty());
        Ok(self.store.list(search.as_deref(), standing, page).await?.map(Into::into))
    }

    async fn admins(&self) -> Result<Vec<AccountInfo>, ApiError> {
        Ok(self.store.admins().await?.into_iter().map(Into::into).collect())
    }

    async fn set_role(
        &self,
        actor: &UserId,
        user: &UserId,
        role: Role,
    ) -> Result<AccountInfo, ApiError> {
        self.standings.set_role(actor.as_str(), user, role).await?;
        self.info(user).await
    }

    async fn count(&self) -> Result<u64, ApiError> {
        Ok(self.store.count().await?)
    }

    async fn add_admin(&self, email: &str) -> Result<NewAdmin, ApiError> {
        check_email(email)?;
        let key = self.changes.pepper.email_key(email);
        match self.store.account_by_email(&key).await.map_err(AuthError::from)? {
            Some(account) => {
                let user = account.user();
                self.standings.set_role("operator", &user, Role::Admin).await?;
                Ok(NewAdmin::Promoted(self.info(&user).await?))
            }
            None => Ok(NewAdmin::Link(self.links.issue(Some(normalise(email))).await?)),
        }
    }

    async fn first_admin_link(&self) -> Result<Option<String>, ApiError> {
        match self.store.has_admin().await? {
            true => Ok(None),
            false => self.links.issue(None).await.map(Some),
        }
    }

    async fn approve(&self, actor: &UserId, user: &UserId) -> Result<AccountInfo, ApiError> {
        self.standings.approve(actor, user).await?;
        self.info(user).await
    }

    async fn decline(&self, actor: &UserId, user: &UserId) -> Result<(), ApiError> {
        Ok(self.standings.decline(actor, user).await?)
    }

    async fn suspend(
        &self,
        actor: &UserId,
        user: &UserId,
        reason: &str,
    ) -> Result<AccountInfo, ApiError> {
        self.standings.suspend(actor, user, reason).await?;
        self.info(user).await
    }

    async fn reinstate(&self, actor: &UserId, user: &UserId) -> Result<AccountInfo, ApiError> {
        self.standings.reinstate(actor, user).await?;
        self.info(user).await
    }

    async fn reset_second_factor(
        &self,
        actor: &UserId,
        user: &UserId,
    ) -> Result<AccountInfo, ApiError> {
        self.standings.reset_second_factor(actor, user).await?;
        self.info(user).await
    }

    async fn change_sign_in(&self, caller: &Caller, change: SignInChange) -> Result<(), ApiError> {
        Ok(self.changes.make(caller, change).await?)
    }

    fn sign_up_policy(&self) -> SignUpPolicy {
        self.policy.clone()
    }

    async fn invitations(&self, code: &str) -> Result<Invitations, ApiError> {
        Ok(self.store.invitations(code).await?)
    }

    async fn grant_key(&self, user: &UserId) -> Result<Option<String>, ApiError> {
        let account = self.store.account(user).await?;
        Ok(account.map(|account| self.changes.pepper.grant_key(&account.email)))
    }

    async fn invitation_of(&self, user: &UserId) -> Result<Option<Invitation>, ApiError> {
        let account = self.store.account(user).await?;
        Ok(account.and_then(|account| {
            let grant_key = self.changes.pepper.grant_key(&account.email);
            account.referral_code.map(|code| Invitation { code, grant_key })
        }))
    }
}
