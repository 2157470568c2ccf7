//! Sparks without a booking.

use poem::http::Method;
use serde_json::json;
use sparkyard_kernel::site::Mode;

use super::Story;
use crate::thanks::{Deed, Thanks};

impl Story {
    /// Checks whether people can give each other sparks here.
    pub(super) fn has_sparks(&self) -> bool {
        let cx = &self.host.cx;
        cx.has("timebank") && cx.has("wallet") && cx.site.mode() != Mode::Gift
    }

    /// Gives, grants, lends or writes down, and lets the other side confirm.
    pub(super) async fn thank(&mut self, thanks: &Thanks) -> anyhow::Result<()> {
        let other = match thanks.deed.other() {
            Some(key) => self.character(key)?.actor.id.clone(),
            None => String::new(),
        };
        let (method, path, body) = thanks.deed.request(&other, thanks.at(self.now));
        let actor = &mut self.character(thanks.by)?.actor;
        let made = match method {
            Method::PUT => actor.put(&path, body).await?,
            _ => actor.post(&path, body).await?,
        };
        if let Deed::Helped { whom, confirmed: true, .. } = thanks.deed {
            let path =
                format!("/api/exchanges/{}/confirm", made["id"].as_str().unwrap_or_default());
            self.character(whom)?.actor.put(&path, json!({})).await?;
        }
        self.settle().await
    }
}
