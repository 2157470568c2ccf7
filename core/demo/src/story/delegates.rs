//! A neighbour without an email address, and the member who acts for her.

use anyhow::Context;
use serde_json::json;
use sparkyard_kernel::zone;

use super::{ADMIN, DAY, Story};

/// Key of the helper.
const HELPER: &str = "maya";
/// Key of the neighbour with whom she deals.
const OTHER: &str = "winston";

impl Story {
    /// Opens the account of Mabel; Maya writes a message and an exchange for her.
    pub(super) async fn help(&mut self) -> anyhow::Result<()> {
        if !self.host.cx.has("delegation") {
            return Ok(());
        }
        let helper = self.character(HELPER)?.actor.id.clone();
        let other = self.character(OTHER)?.actor.id.clone();
        let body = json!({
            "firstname": "Mabel", "lastname": "Ashworth", "phone": "01422 555 019",
            "location": "Hebden Bridge", "about": "Ninety-one, and the best jam in the valley.",
            "agreed": "signed the form at the library", "adult": true, "delegate_id": helper,
        });
        let path = "/api/admin/delegations/new-member";
        let made = self.character(ADMIN)?.actor.post(path, body).await.context("Mabel joins")?;
        let mabel = made["member_id"].as_str().context("a member without an id")?.to_owned();
        let day = zone::in_britain(self.now - DAY).date().to_string();
        let (has_chat, has_sparks) = (self.host.cx.has("chat"), self.has_sparks());
        let helper = &mut self.character(HELPER)?.actor;
        helper.act_for(Some(&mabel));
        if has_chat {
            let content = "Maya is typing this for me. Could you take me to the eye clinic on \
                           Thursday at ten? I will bring a jar of damson.";
            let body = json!({ "senderId": mabel, "receiverId": other, "content": content });
            helper.post("/api/message", body).await.context("Mabel asks for a lift")?;
        }
        if has_sparks {
            let body = json!({
                "with": other, "date": day, "hours": 1, "skill": "A lift to the market",
                "tokens": 5, "i_was": "receiver",
            });
            helper.post("/api/exchanges", body).await.context("Mabel's exchange")?;
        }
        helper.act_for(None);
        self.settle().await
    }
}
