//! Announcements, needs on the board, and a saved search.

use serde_json::json;
use sparkyard_kernel::site::Mode;

use super::Story;
use crate::board::{Posted, Posting, SampleNeed};

impl Story {
    /// Posts an announcement or a need, and lets a neighbour answer; or saves a search.
    pub(super) async fn post(&mut self, posting: &Posting) -> anyhow::Result<()> {
        let cx = &self.host.cx;
        let has_sparks = cx.has("wallet") && cx.site.mode() != Mode::Gift;
        let message = |words| if cx.has("chat") { json!({ "message": words }) } else { json!({}) };
        let answer = match posting.what {
            Posted::Need(SampleNeed { answer: Some((helper, words)), .. }) => {
                Some((helper, message(words)))
            }
            Posted::Need(_) | Posted::Announcement { .. } | Posted::Search { .. } => None,
        };
        let (path, body) = posting.request(self.now, has_sparks);
        let posted = self.character(posting.by)?.actor.post(path, body).await?;
        if let Some((helper, body)) = answer {
            let id = posted["id"].as_str().unwrap_or_default();
            let path = format!("/api/needs/{id}/answers");
            self.character(helper)?.actor.post(&path, body).await?;
        }
        self.settle().await
    }
}
