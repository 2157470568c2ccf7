//! Who may ask a member for bookings.

use sparkyard_kernel::{ApiError, UserId};

use super::BookingService;
use crate::{error::BookingError, model::may_ask::WhoMayAsk};

impl BookingService {
    /// Returns the choice by which `provider` takes no requests of `caller`; `None` if they do.
    pub(crate) async fn permission(
        &self,
        caller: &UserId,
        provider: &UserId,
    ) -> Result<Option<WhoMayAsk>, BookingError> {
        let directory = self.directory_for(caller, std::slice::from_ref(provider)).await?;
        if !directory.takes_bookings(provider) {
            return Err(BookingError::PersonNotFound);
        }
        let may_ask = self.store.calendar(provider).await?.availability.may_ask;
        self.refused_by(may_ask, caller, provider).await
    }

    /// Returns `may_ask`, the choice of `provider`, if it excludes `client`. People who follow each
    /// other or have completed a booking together are never excluded.
    pub(super) async fn refused_by(
        &self,
        may_ask: WhoMayAsk,
        client: &UserId,
        provider: &UserId,
    ) -> Result<Option<WhoMayAsk>, BookingError> {
        let included = match (may_ask, &self.kyc) {
            (WhoMayAsk::Everyone, _) => true,
            (WhoMayAsk::Verified, Some(kyc)) => {
                !kyc.verified(std::slice::from_ref(client)).await?.is_empty()
            }
            // Identity checks were switched off since: nobody counts as verified.
            (WhoMayAsk::Verified, None) => false,
            (WhoMayAsk::Reviewed, _) => self.store.has_reviewed_booking(client).await?,
        };
        let may = included
            || client == provider
            || self.people.follow_each_other(client, provider).await?
            || self.store.share_past(client, provider).await?;
        Ok((!may).then_some(may_ask))
    }

    /// Refuses a choice that would exclude everybody.
    pub(super) fn check_who_may_ask(&self, may_ask: Option<WhoMayAsk>) -> Result<(), ApiError> {
        let message = "This community does not check identities, so nobody could ask you.";
        match may_ask == Some(WhoMayAsk::Verified) && self.kyc.is_none() {
            true => Err(ApiError::invalid("who_may_ask", message)),
            false => Ok(()),
        }
    }
}
