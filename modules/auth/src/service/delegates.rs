//! Members who act for others, and accounts of members without an address.

use sparkyard_kernel::{
    Caller, Gender, Role, UserId,
    auth::forbidden,
    ports::{AlsoWrite, MemberWithoutAddress, NO_MAILBOX, NewPerson, without_address},
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
        let has_address = without_address(&account.email).is_none();
        Ok(Caller {
            id: account.id,
            email: if has_address { account.email } else { String::new() },
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
        member: MemberWithoutAddress,
        also: AlsoWrite,
    ) -> Result<(), AuthError> {
        let MemberWithoutAddress { id, firstname, lastname, phone, location, bio } = member;
        let email = format!("{id}@{NO_MAILBOX}");
        let account = self.new_account(id.clone(), &email, Role::Member, String::new());
        let profile = self.people.get()?.create(NewPerson {
            id: id.clone(),
            firstname,
            lastname,
            gender: Gender::PreferNotToSay,
            phone,
            location,
            bio,
            place: None,
            at: account.at,
            listed: true,
        });
        let profile = profile.await?;
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
