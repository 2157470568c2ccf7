//! Identity checks.

use super::{ADMIN, DAY, Story};
use crate::identity_documents::IdentityDocument;

impl Story {
    /// Submits a document; an admin may decide about it the next day.
    pub(super) async fn submit_document(
        &mut self,
        document: &IdentityDocument,
    ) -> anyhow::Result<()> {
        let id = document.submit(&mut self.character(document.owner)?.actor).await?;
        if let Some(decision) = document.decision {
            self.clock.advance(DAY);
            decision.apply(&mut self.character(ADMIN)?.actor, &id).await?;
        }
        self.settle().await
    }
}
