use std::{collections::HashSet, sync::Arc};

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Caller, Months, Page, PageQuery, Role, UserId,
    db::Fragment,
    ports::{
        AccountInfo, Accounts, AlsoWrite, Invitation, Invitations, Leave, MemberDetails, NewAdmin,
        SignInChange, SignUpPolicy, Standing,
    },
};

use crate::service::AuthService;

/// Gives other modules access to accounts.
pub(crate) struct AccountsPort(pub(crate) Arc<AuthService>);

impl AccountsPort {
    async fn info(&self, user: &UserId) -> Result<AccountInfo, ApiError> {
        Ok(self.0.account(user).await?.into())
    }
}

#[async_trait]
impl Accounts for AccountsPort {
    async fn find(&self, ids: &[UserId]) -> Result<Vec<AccountInfo>, ApiError> {
        Ok(self.0.accounts(ids).await?.into_iter().map(Into::into).collect())
    }

    async fn by_email(&self, email: &str) -> Result<Option<AccountInfo>, ApiError> {
        Ok(self.0.account_of_address(email).await?.map(Into::into))
    }

    async fn known_addresses(&self, emails: &[String]) -> Result<HashSet<String>, ApiError> {
        Ok(self.0.known_addresses(emails).await?)
    }

    async fn import(
        &self,
        email: &str,
        member: MemberDetails,
    ) -> Result<(UserId, Vec<Fragment>), ApiError> {
        Ok(self.0.import(email, member).await?)
    }

    async fn open_without_address(
        &self,
        actor: &UserId,
        id: UserId,
        member: MemberDetails,
        also: AlsoWrite,
    ) -> Result<(), ApiError> {
        Ok(self.0.open_without_address(actor, id, member, also).await?)
    }

    async fn list(
        &self,
        search: Option<&str>,
        standing: Option<Standing>,
        page: &PageQuery,
    ) -> Result<Page<AccountInfo>, ApiError> {
        Ok(self.0.list_accounts(search, standing, page).await?.map(Into::into))
    }

    async fn admins(&self) -> Result<Vec<AccountInfo>, ApiError> {
        Ok(self.0.admins().await?.into_iter().map(Into::into).collect())
    }

    async fn staff(&self) -> Result<Vec<AccountInfo>, ApiError> {
        Ok(self.0.staff().await?.into_iter().map(Into::into).collect())
    }

    async fn set_role(
        &self,
        actor: &UserId,
        user: &UserId,
        role: Role,
    ) -> Result<AccountInfo, ApiError> {
        self.0.set_role(actor.as_str(), user, role).await?;
        self.info(user).await
    }

    async fn count(&self) -> Result<u64, ApiError> {
        Ok(self.0.count_accounts().await?)
    }

    async fn count_active(&self) -> Result<u64, ApiError> {
        Ok(self.0.count_active().await?)
    }

    async fn counts(&self, months: &Months) -> Result<Vec<u64>, ApiError> {
        Ok(self.0.accounts_by_month(months).await?)
    }

    async fn count_waiting(&self) -> Result<u64, ApiError> {
        Ok(self.0.count_waiting().await?)
    }

    async fn add_admin(&self, email: &str) -> Result<NewAdmin, ApiError> {
        Ok(self.0.add_admin(email).await?)
    }

    async fn first_admin_link(&self) -> Result<Option<String>, ApiError> {
        Ok(self.0.first_admin_link().await?)
    }

    async fn approve(&self, actor: &UserId, user: &UserId) -> Result<AccountInfo, ApiError> {
        self.0.approve(actor, user).await?;
        self.info(user).await
    }

    async fn decline(&self, actor: &UserId, user: &UserId, reason: &str) -> Result<(), ApiError> {
        Ok(self.0.decline(actor, user, reason).await?)
    }

    async fn suspend(
        &self,
        actor: &UserId,
        user: &UserId,
        reason: &str,
    ) -> Result<AccountInfo, ApiError> {
        self.0.suspend(actor, user, reason).await?;
        self.info(user).await
    }

    async fn reinstate(&self, actor: &UserId, user: &UserId) -> Result<AccountInfo, ApiError> {
        self.0.reinstate(actor, user).await?;
        self.info(user).await
    }

    async fn reinstating(&self, actor: &UserId, user: &UserId) -> Result<Vec<Fragment>, ApiError> {
        Ok(self.0.reinstating(actor, user).await?)
    }

    async fn reset_second_factor(
        &self,
        actor: &UserId,
        user: &UserId,
    ) -> Result<AccountInfo, ApiError> {
        self.0.reset_second_factor(actor, user).await?;
        self.info(user).await
    }

    async fn sign_out(&self, actor: &UserId, user: &UserId) -> Result<AccountInfo, ApiError> {
        self.0.sign_out_everywhere(actor, user).await?;
        self.info(user).await
    }

    async fn leave(&self, user: &UserId, leave: Leave<'_>) -> Result<(), ApiError> {
        Ok(self.0.leave(user, leave).await?)
    }

    async fn change_sign_in(&self, caller: &Caller, change: SignInChange) -> Result<(), ApiError> {
        Ok(self.0.change_sign_in(caller, change).await?)
    }

    async fn confirm(
        &self,
        caller: &Caller,
        password: String,
        code: Option<&str>,
    ) -> Result<(), ApiError> {
        let proved = async {
            let account = self.0.prove_password(caller, password).await?;
            self.0.prove_second_factor(caller, &account, code).await
        };
        let mut error = match proved.await {
            Ok(()) => return Ok(()),
            Err(error) => ApiError::from(error),
        };
        // The name that the forms of other modules use.
        if let Some(message) = error.fields.remove("password") {
            error.fields.insert("currentPassword".to_owned(), message);
        }
        Err(error)
    }

    fn sign_up_policy(&self) -> SignUpPolicy {
        self.0.sign_up_policy()
    }

    async fn invitations(&self, code: &str) -> Result<Invitations, ApiError> {
        Ok(self.0.invitations(code).await?)
    }

    async fn grant_key(&self, user: &UserId) -> Result<Option<String>, ApiError> {
        Ok(self.0.grant_key(user).await?)
    }

    async fn invitation_of(&self, user: &UserId) -> Result<Option<Invitation>, ApiError> {
        Ok(self.0.invitation_of(user).await?)
    }
}
