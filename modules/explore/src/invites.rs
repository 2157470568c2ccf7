//! What has come of a member's invitations.

use std::sync::Arc;

use sparkyard_kernel::{
    Sparks, UserId,
    ports::{Accounts, Invitations, Ledger},
};

use crate::{error::ExploreError, store::Store};

/// A member's invitation and what has come of it.
#[derive(Debug)]
pub(crate) struct OwnInvites {
    pub(crate) code: String,
    /// Where whom they invite signs up.
    pub(crate) url: String,
    pub(crate) figures: Invitations,
    pub(crate) tokens_earned: Sparks,
}

/// Knows what has come of invitations.
pub(crate) struct Invites {
    pub(crate) store: Store,
    pub(crate) accounts: Arc<dyn Accounts>,
    pub(crate) ledger: Option<Arc<dyn Ledger>>,
    /// Where the site is reached, without a trailing slash.
    pub(crate) public_url: String,
}

impl Invites {
    /// The invitation of `caller`.
    pub(crate) async fn own(&self, caller: &UserId) -> Result<OwnInvites, ExploreError> {
        let person = self.store.person(caller).await?.ok_or(ExploreError::PersonNotFound)?;
        let code = person.referral_code;
        let tokens_earned = match &self.ledger {
            Some(ledger) => ledger.referral_rewards(caller).await?,
            None => Sparks::default(),
        };
        Ok(OwnInvites {
            url: format!("{}/signup?ref={code}", self.public_url.trim_end_matches('/')),
            figures: self.accounts.invitations(&code).await?,
            tokens_earned,
            code,
        })
    }
}
