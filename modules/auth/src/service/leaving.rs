//! Deletion of accounts, by their owners and on their behalf.

use sparkyard_kernel::{
    UserId,
    ports::{Leave, PersonInfo, Standing},
};

use super::{AuthService, mail_to};
use crate::{
    error::AuthError,
    store::{Departure, Facts},
};

impl AuthService {
    /// Deletes the account of `user`, and blanks the profile.
    pub(crate) async fn leave(&self, user: &UserId, leave: Leave<'_>) -> Result<(), AuthError> {
        let account = self.account(user).await?;
        let people = self.people.get()?;
        let ids = std::slice::from_ref(user);
        let facts = Facts {
            name: people.find(ids).await?.get(user).map(PersonInfo::name).unwrap_or_default(),
            address: people.addresses(ids).await?.remove(user).unwrap_or_default(),
        };
        let mut mail = mail_to(&self.cx, &account, "auth/left");
        let (give_up, audit) = match leave {
            Leave::Own { give_up } => {
                let detail = format!("{} account deleted by its owner", account.role);
                (give_up, self.audit(user.as_str(), "auth.left", user, detail))
            }
            Leave::ByStaff { actor, reason } => {
                if actor == user {
                    return Err(AuthError::OwnAccount);
                }
                mail.message = mail.message.with("reason", reason);
                let before = match account.standing {
                    Standing::Suspended => "suspended ",
                    Standing::Invited => "invited ",
                    Standing::Active | Standing::Pending => "",
                };
                let detail = format!("from {before}{} to deleted: {reason}", account.role);
                (false, self.audit(actor.as_str(), "auth.removed", user, detail))
            }
        };
        let departure = Departure {
            account: &account,
            facts,
            at: self.cx.now(),
            give_up,
            pot: self.cx.has("timebank"),
            by_staff: matches!(leave, Leave::ByStaff { .. }),
        };
        let blanked = people.leave(user, departure.at);
        let rules = self.departures.get()?;
        Ok(self.store.leave(departure, &**rules, blanked, audit, mail).await?)
    }
}
