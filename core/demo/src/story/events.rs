//! Events of the community, their guests, and thanks for them.

use anyhow::Context;
use serde_json::json;

use super::{ADMIN, Story};
use crate::events::CommunityEvent;

impl Story {
    /// Creates an event, which neighbours join.
    pub(super) async fn create_event(
        &mut self,
        event: &'static CommunityEvent,
    ) -> anyhow::Result<()> {
        let [host, helper] = self.host_ids(event)?;
        let body = event.request([&host, &helper], self.now)?;
        let created = self.character(ADMIN)?.actor.post("/api/admin/events", body).await?;
        let id = created["id"].as_str().context("an event without an id")?.to_owned();
        for guest in event.guests {
            let path = format!("/api/community/events/{id}/join");
            self.character(guest)?.actor.post(&path, json!({})).await?;
        }
        self.events.insert(event.hosts, id);
        self.settle().await
    }

    /// Notes who came to an event, and thanks those who held it.
    pub(super) async fn end_event(&mut self, event: &'static CommunityEvent) -> anyhow::Result<()> {
        let id = self.events.get(&event.hosts).context("no such event")?.clone();
        for guest in event.guests.iter().take(event.came) {
            let guest = self.character(guest)?.actor.id.clone();
            let path = format!("/api/community/events/{id}/guests/{guest}/attendance");
            let came = json!({ "attended": true });
            self.character(event.hosts[0])?.actor.put(&path, came).await?;
        }
        if self.has_sparks() {
            let [host, helper] = self.host_ids(event)?;
            let body = event.thanks([&host, &helper]);
            let path = format!("/api/admin/events/{id}/thanks");
            self.character(ADMIN)?.actor.post(&path, body).await?;
        }
        self.settle().await
    }

    fn host_ids(&mut self, event: &CommunityEvent) -> anyhow::Result<[String; 2]> {
        let [host, helper] = event.hosts;
        Ok([self.character(host)?.actor.id.clone(), self.character(helper)?.actor.id.clone()])
    }
}
