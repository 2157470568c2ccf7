//! Events of the community, their guests, and thanks for them.

use anyhow::Context;
use serde_json::json;

use super::{ADMIN, Story};
use crate::gatherings::Gathering;

impl Story {
    /// Creates an event, which neighbours join.
    pub(super) async fn gather(&mut self, gathering: &'static Gathering) -> anyhow::Result<()> {
        let [host, helper] = self.host_ids(gathering)?;
        let body = gathering.request([&host, &helper], self.now)?;
        let created = self.character(ADMIN)?.actor.post("/api/admin/events", body).await?;
        let id = created["id"].as_str().context("an event without an id")?.to_owned();
        for guest in gathering.guests {
            let path = format!("/api/community/events/{id}/join");
            self.character(guest)?.actor.post(&path, json!({})).await?;
        }
        self.events.insert(gathering.hosts, id);
        self.settle().await
    }

    /// Notes who came to an event, and thanks those who held it.
    pub(super) async fn look_back(&mut self, gathering: &'static Gathering) -> anyhow::Result<()> {
        let id = self.events.get(&gathering.hosts).context("no such event")?.clone();
        for guest in gathering.guests.iter().take(gathering.came) {
            let guest = self.character(guest)?.actor.id.clone();
            let path = format!("/api/community/events/{id}/guests/{guest}/attendance");
            let came = json!({ "attended": true });
            self.character(gathering.hosts[0])?.actor.put(&path, came).await?;
        }
        if self.has_sparks() {
            let [host, helper] = self.host_ids(gathering)?;
            let body = gathering.thanks([&host, &helper]);
            let path = format!("/api/admin/events/{id}/thanks");
            self.character(ADMIN)?.actor.post(&path, body).await?;
        }
        self.settle().await
    }

    fn host_ids(&mut self, gathering: &Gathering) -> anyhow::Result<[String; 2]> {
        let [host, helper] = gathering.hosts;
        Ok([self.character(host)?.actor.id.clone(), self.character(helper)?.actor.id.clone()])
    }
}
