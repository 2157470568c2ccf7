//! Opening hours, and who may ask for bookings.

use anyhow::Context;
use serde_json::{Value, json};

use super::Story;
use crate::town::{OpenHours, SamplePerson};

impl Story {
    /// Sets opening hours last, so that they do not restrict bookings of the story.
    pub(super) async fn keep_hours(&mut self, people: &[SamplePerson]) -> anyhow::Result<()> {
        if !self.host.cx.has("bookings") {
            return Ok(());
        }
        for neighbour in people.iter().filter(|neighbour| !neighbour.hours.is_empty()) {
            let weekly: Vec<Value> = neighbour.hours.iter().flat_map(OpenHours::weekly).collect();
            let body = json!({ "weekly": weekly, "blocked": [] });
            let actor = &mut self.character(&neighbour.key)?.actor;
            let kept = actor.put("/api/bookings/availability/own", body).await;
            kept.with_context(|| format!("{} keeps hours", neighbour.key))?;
        }
        self.choose_who_may_ask(people).await
    }

    async fn choose_who_may_ask(&mut self, people: &[SamplePerson]) -> anyhow::Result<()> {
        if !self.host.cx.has("kyc") {
            return Ok(());
        }
        for neighbour in people {
            let Some(who) = &neighbour.who_may_ask else { continue };
            let actor = &mut self.character(&neighbour.key)?.actor;
            let chosen = json!({ "who_may_ask": who });
            let kept = actor.put("/api/bookings/availability/own", chosen).await;
            kept.with_context(|| format!("{} chooses who may ask", neighbour.key))?;
        }
        Ok(())
    }
}
