//! Mail of members without an address, which goes to their delegates.

use std::sync::Arc;

use sparkyard_kernel::{
    ApiError, Ports, UserId,
    ports::{AccountInfo, Accounts, Delegations, MailMessage, People, PersonInfo},
};

/// Finds out who gets the mail of a member without an address.
pub(crate) struct DelegateMail {
    delegations: Arc<dyn Delegations>,
    accounts: Arc<dyn Accounts>,
    people: Arc<dyn People>,
}

impl DelegateMail {
    /// Takes the ports; `None` without the module of delegates.
    pub(crate) fn new(ports: &Ports) -> Option<Self> {
        Some(Self {
            delegations: ports.optional()?,
            accounts: ports.optional()?,
            people: ports.optional()?,
        })
    }

    /// Returns the mail to `member` as their delegate gets it; `None` if nobody active acts for
    /// them.
    pub(crate) async fn redirect(
        &self,
        member: &UserId,
        mail: MailMessage,
    ) -> Result<Option<MailMessage>, ApiError> {
        let members = std::slice::from_ref(member);
        let Some(delegate) = self.delegations.delegates(members).await?.remove(member) else {
            return Ok(None);
        };
        let account = self.accounts.find(&[delegate]).await?.pop();
        let Some(account) = account.filter(AccountInfo::is_active) else { return Ok(None) };
        let name = self.people.find(members).await?.get(member).map(PersonInfo::name);
        // A reply by mail would not be marked as the delegate's.
        let mut mail = MailMessage { to: account.email, reply_to: None, ..mail };
        mail.values.remove("replies");
        Ok(Some(mail.with("on_behalf_of", name.unwrap_or_default())))
    }
}
