//! Results of a member's invitations.

use sparkyard_kernel::{Sparks, UserId};

use super::ExploreService;
use crate::{error::ExploreError, model::OwnInvitation};

impl ExploreService {
    /// Returns the invitation of `caller`.
    pub(crate) async fn own_invitation(
        &self,
        caller: &UserId,
    ) -> Result<OwnInvitation, ExploreError> {
        let person = self.store.person(caller).await?.ok_or(ExploreError::PersonNotFound)?;
        let code = person.referral_code;
        let tokens_earned = match &self.ledger {
            Some(ledger) => ledger.referral_rewards(caller).await?,
            None => Sparks::default(),
        };
        Ok(OwnInvitation {
            url: self.leads_here().then(|| {
                format!("{}/signup?ref={code}", self.cx.site.public_url.trim_end_matches('/'))
            }),
            outcome: self.accounts.invitations(&code).await?,
            tokens_earned,
            code,
        })
    }

    /// Checks whether others can follow links to the site. A sample community counts as reachable:
    /// it is for people at its own machine.
    fn leads_here(&self) -> bool {
        self.cx.demo || !self.cx.site.is_local_only()
    }
}
