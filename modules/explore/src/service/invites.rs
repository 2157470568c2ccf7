//! What has come of a member's invitations.

use sparkyard_kernel::{Sparks, UserId};

use super::ExploreService;
use crate::{error::ExploreError, model::OwnInvitation};

impl ExploreService {
    /// The invitation of `caller`.
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
            url: format!("{}/signup?ref={code}", self.cx.site.public_url.trim_end_matches('/')),
            outcome: self.accounts.invitations(&code).await?,
            tokens_earned,
            code,
        })
    }
}
