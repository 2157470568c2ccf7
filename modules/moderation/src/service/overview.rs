//! Statistics of the community.

use sparkyard_kernel::{Caller, Role};

use super::ModerationService;
use crate::{
    error::ModerationError,
    model::{Overview, Waiting},
};

impl ModerationService {
    /// Returns current statistics.
    pub(crate) async fn overview(&self) -> Result<Overview, ModerationError> {
        let mut overview =
            Overview { members: self.accounts.count().await?, ..Overview::default() };
        if let Some(skills) = &self.skills {
            overview.skills = Some(skills.count().await?);
        }
        if let Some(bookings) = &self.bookings {
            overview.bookings = Some(bookings.count().await?);
        }
        if let Some(ledger) = &self.ledger {
            overview.tokens_circulating = Some(ledger.tokens_circulating().await?);
        }
        Ok(overview)
    }

    /// Counts the cases that await a decision by `reader`, without their own.
    pub(crate) async fn waiting(&self, reader: &Caller) -> Result<Waiting, ModerationError> {
        let mut waiting = Waiting {
            applicants: self.accounts.count_waiting().await?,
            reports: self.store.count_open(&reader.id).await?,
            appeals: self.count_appeals(reader).await?,
            posts: self.count_posts(&reader.id).await?,
            tasks: self.due_tasks(&reader.id).await?,
            ..Waiting::default()
        };
        if let Some(contact) = &self.contact {
            waiting.messages = Some(contact.count_waiting(&reader.id).await?);
        }
        if let Some(skills) = &self.skills {
            waiting.skills = Some(skills.count_waiting(&reader.id).await?);
        }
        if !reader.acts_as(Role::Admin) {
            return Ok(waiting);
        }
        if let Some(kyc) = &self.kyc {
            waiting.documents = Some(kyc.count_waiting(&reader.id).await?);
        }
        if let Some(bookings) = &self.bookings {
            waiting.disputes = Some(bookings.open_disputes(&reader.id).await?);
        }
        if let Some(ledger) = &self.ledger {
            waiting.cash_ins = Some(ledger.count_waiting(&reader.id).await?);
        }
        if let Some(payouts) = &self.payouts {
            waiting.withdrawals = Some(payouts.count_waiting(&reader.id).await?);
        }
        Ok(waiting)
    }
}
