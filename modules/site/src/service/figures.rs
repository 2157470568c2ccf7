//! Numbers of neighbours, skills and bookings, for the front page.

use std::sync::PoisonError;

use super::SiteService;
use crate::{error::SiteError, model::Figures};

impl SiteService {
    /// Counts anew, if the figures are shown. Visitors see the last count.
    pub(crate) async fn count_figures(&self) -> Result<(), SiteError> {
        if !self.cx.site.details().show_figures {
            return Ok(());
        }
        let mut figures =
            Figures { neighbours: self.accounts.count().await?, ..Figures::default() };
        if let Some(skills) = &self.skills {
            figures.skills = Some(skills.count().await?);
        }
        if let Some(bookings) = &self.bookings {
            figures.bookings = Some(bookings.count().await?);
        }
        *self.figures.write().unwrap_or_else(PoisonError::into_inner) = Some(figures);
        Ok(())
    }

    /// Returns the last count, if it is shown.
    pub(super) fn figures(&self) -> Option<Figures> {
        if !self.cx.site.details().show_figures {
            return None;
        }
        *self.figures.read().unwrap_or_else(PoisonError::into_inner)
    }
}
