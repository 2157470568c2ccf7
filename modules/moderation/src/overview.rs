//! The community in figures.

use std::sync::Arc;

use sparkyard_kernel::{
    ApiError,
    ports::{Accounts, Bookings, Ledger, Skills},
};

use crate::model::Overview;

/// Those who know the figures.
pub(crate) struct Figures {
    pub(crate) accounts: Arc<dyn Accounts>,
    pub(crate) skills: Option<Arc<dyn Skills>>,
    pub(crate) bookings: Option<Arc<dyn Bookings>>,
    pub(crate) ledger: Option<Arc<dyn Ledger>>,
}

impl Figures {
    /// All figures as they are now.
    pub(crate) async fn overview(&self) -> Result<Overview, ApiError> {
        let mut overview = Overview {
            members: self.accounts.count().await?,
            skills: None,
            bookings: None,
            open_disputes: None,
            tokens_circulating: None,
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
