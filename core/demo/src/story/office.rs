//! Actions of the administrator.

use serde_json::json;

use super::{ADMIN, Story};
use crate::town::{Circular, LocalWord};

impl Story {
    /// Adds local words for skills to the catalogue.
    pub(super) async fn teach(&mut self, words: &[LocalWord]) -> anyhow::Result<()> {
        if !self.host.cx.has("skills") {
            return Ok(());
        }
        for word in words {
            let body = serde_json::to_value(word)?;
            self.character(ADMIN)?.actor.post("/api/admin/words", body).await?;
        }
        Ok(())
    }

    /// Sends a letter to all members; it is delivered once the site is served.
    pub(super) async fn write(&mut self, letter: &Circular) -> anyhow::Result<()> {
        let body = json!({ "subject": letter.subject, "text": letter.text });
        self.character(ADMIN)?.actor.post("/api/admin/letters", body).await?;
        self.settle().await
    }
}
