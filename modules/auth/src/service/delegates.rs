//! Members who act for others, and accounts of members without an address.

use sparkyard_kernel::{
    Caller, Role, UserId,
    auth::forbidden,
    ports::{AccountInfo, AlsoWrite, MemberDetails, NO_MAILBOX},
};

use super::AuthService;
use crate::{
    error::AuthError,
    model::{
        account::Account,
        agreement::{Consent, Occasion},
    },
};

impl AuthService {
    /// Returns `member` as the caller, for whom `delegate` acts; records `change`.
    pub(crate) async fn act_for(
        &self,
        delegate: &Caller,
        member: &UserId,
        change: Option<&str>,
    ) -> Result<Caller, AuthError> {
        let delegations = self.delegations.filled().ok_or_else(forbidden)?;
        let account = self.store.account(member).await?.filter(Account::is_active);
        let account = account.ok_or_else(forbidden)?;
        delegations.act(&delegate.id, member, change).await?;
        let info = AccountInfo::from(account);
        Ok(Caller {
            email: info.address().unwrap_or_default().to_owned(),
            id: info.id,
            // A delegate never acts as staff.
            role: Role::Member,
            session: delegate.session.clone(),
            second_factor_due: false,
            agreement_overdue: false,
            delegate: Some(delegate.id.clone()),
        })
    }

    /// Opens an account that nobody can sign in to: it has no password, and no mailbox to which a
    /// link for a new one could be sent.
    pub(crate) async fn open_without_address(
        &self,
        actor: &UserId,
        id: UserId,
        member: MemberDetails,
        also: AlsoWrite,
    ) -> Result<(), AuthError> {
        let email = format!("{id}@{NO_MAILBOX}");
        let account = self.new_account(id.clone(), &email, Role::Member, String::new());
        let profile = self.written_down(&account, member, true).await?;
        let edition = self.edition().await?;
        let consent =
            edition.map(|edition| Consent::new(id.clone(), edition, Occasion::Paper, account.at));
        let audit = self.audit(
            actor.as_str(),
            "auth.opened_without_address",
            &id,
            "agreed to the texts on paper".to_owned(),
        );
        Ok(self.store.open_without_address(account, profile, consent, audit, also).await?)
    }
}
