//! The community in numbers.

use sparkyard_kernel::UserId;

use super::ModerationService;
use crate::{error::ModerationError, model::Overview};

impl ModerationService {
    /// All numbers as they are now; reports that concern `reader` are none of theirs.
    pub(crate) async fn overview(&self, reader: &UserId) -> Result<Overview, ModerationError> {
        let mut overview = Overview {
            members: self.accounts.count().await?,
            open_reports: self.store.count_open(reader).await?,
            ..Overview::default()
        };
        if let Some(skills) = &self.skills {
            overview.skills = Some(skills.count().await?);
        }
        if let Some(bookings) = &self.bookings {
            overview.bookings = Some(bookings.count().await?);
            overview.open_disputes = Some(bookings.open_disputes().await?);
        }
        if let Some(ledger) = &self.ledger {
            overview.tokens_circulating = Some(ledger.tokens_circulating().await?);
        }
        Ok(overview)
    }
}
