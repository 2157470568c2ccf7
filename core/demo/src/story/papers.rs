//! Identity checks.

use super::{ADMIN, DAY, Story};
use crate::papers::Paper;

impl Story {
    /// Submits a document; an admin may decide about it the next day.
    pub(super) async fn prove(&mut self, paper: &Paper) -> anyhow::Result<()> {
        let id = paper.hand_in(&mut self.character(paper.owner)?.actor).await?;
        if let Some(verdict) = paper.verdict {
            self.clock.advance(DAY);
            verdict.pass(&mut self.character(ADMIN)?.actor, &id).await?;
        }
        self.settle().await
    }
}
