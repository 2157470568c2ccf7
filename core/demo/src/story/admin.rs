//! Actions of the administrator.

use anyhow::Context;
use poem::http::Method;
use serde_json::json;

use super::{ADMIN, Story};
use crate::town::{LocalWord, SampleLetter};

impl Story {
    /// Adds local words for skills to the catalogue.
    pub(super) async fn add_words(&mut self, words: &[LocalWord]) -> anyhow::Result<()> {
        if !self.host.cx.has("skills") {
            return Ok(());
        }
        for word in words {
            let body = serde_json::to_value(word)?;
            self.character(ADMIN)?.actor.post("/api/admin/words", body).await?;
        }
        Ok(())
    }

    /// Adds a village that is not built in.
    pub(super) async fn add_village(&mut self) -> anyhow::Result<()> {
        let village = json!({
            "name": "Heptonstall", "area": "West Yorkshire", "lat": 53.749, "lon": -2.02,
        });
        self.character(ADMIN)?.actor.post("/api/admin/towns", village).await?;
        Ok(())
    }

    /// Returns the id of the first entry of a queue of staff.
    pub(super) async fn first_in(&mut self, queue: &str) -> anyhow::Result<String> {
        let admin = &mut self.character(ADMIN)?.actor;
        let open = admin.attempt(Method::GET, &format!("{queue}?limit=1"), None).await?.ok();
        let open = open.with_context(|| format!("the administrator may not read {queue}"))?;
        let id = open[0]["id"].as_str().with_context(|| format!("nothing waits in {queue}"))?;
        Ok(id.to_owned())
    }

    /// Sends a letter to all members; it is delivered once the site is served.
    pub(super) async fn send_letter(&mut self, letter: &SampleLetter) -> anyhow::Result<()> {
        let body = json!({ "subject": letter.subject, "text": letter.text });
        self.character(ADMIN)?.actor.post("/api/admin/letters", body).await?;
        self.settle().await
    }
}
