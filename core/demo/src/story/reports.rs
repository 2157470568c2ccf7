//! Reports of the story: one that staff have acted on, and one that waits. Canned replies.

use anyhow::Context;
use serde_json::json;

use super::{ADMIN, HOUR, Story};

/// A report of somebody's skill, and the administrator's decision.
struct Report {
    hours_ago: u32,
    by: &'static str,
    owner: &'static str,
    /// Position among the owner's skills.
    skill: usize,
    reason: &'static str,
    words: &'static str,
    /// Text to the owner, whose skill is taken down.
    takedown: Option<&'static str>,
}

const REPORTS: [Report; 2] = [
    Report {
        hours_ago: 26,
        by: "keira",
        owner: "oliver",
        skill: 2,
        reason: "other",
        words: "Nice gin, but I think one needs a licence to sell it.",
        takedown: Some(
            "Selling alcohol needs a licence, so we took this down. Lessons in making it are \
             welcome: offer those instead.",
        ),
    },
    Report {
        hours_ago: 3,
        by: "hannah",
        owner: "joe",
        skill: 0,
        reason: "scam",
        words: "He asked me to pay his cousin by bank transfer before he would come.",
        takedown: None,
    },
];

/// Queue, name and text of each canned reply.
const REPLIES: [(&str, &str, &str); 7] = [
    (
        "reports",
        "Keep it friendly",
        "Please write to each other as you would speak to a neighbour at the door.",
    ),
    (
        "reports",
        "No payments elsewhere",
        "Please agree on everything here, and don't ask anybody for money before the visit.",
    ),
    (
        "papers",
        "Not readable",
        "We could not read it. Please take the picture again in daylight, with all four corners.",
    ),
    (
        "skills",
        "There is one already",
        "There is a skill for this already. Please choose it from the list.",
    ),
    (
        "contact",
        "Opening times",
        "We are at the library on Fridays from 10 to 12, and are glad to help you there.",
    ),
    (
        "posts",
        "No adverts",
        "This reads like an advert for a business. Please say what you do for neighbours, and add it again.",
    ),
    (
        "appeals",
        "Looked at it again",
        "We have read what you wrote, and have looked at everything again with fresh eyes.",
    ),
];

impl Story {
    /// Has members report skills, and the administrator decide about one of them.
    pub(super) async fn report(&mut self) -> anyhow::Result<()> {
        if !self.host.cx.has("moderation") || !self.host.cx.has("skills") {
            return Ok(());
        }
        for (queue, title, text) in REPLIES {
            let body = json!({ "queue": queue, "title": title, "text": text });
            self.character(ADMIN)?.actor.post("/api/admin/replies", body).await?;
        }
        for report in &REPORTS {
            self.clock.set(self.now - HOUR * report.hours_ago);
            self.tell_staff(report).await.with_context(|| format!("{} reports", report.by))?;
        }
        self.clock.set(self.now);
        Ok(())
    }

    async fn tell_staff(&mut self, report: &Report) -> anyhow::Result<()> {
        let skill = self.character(report.owner)?.skills.get(report.skill).cloned();
        let body = json!({
            "subject": "skill", "id": skill.context("no such skill")?,
            "reason": report.reason, "words": report.words,
        });
        self.character(report.by)?.actor.post("/api/reports", body).await?;
        if let Some(warning) = report.takedown {
            self.clock.advance(HOUR);
            let id = self.first_in("/api/admin/reports").await?;
            let verdict = json!({
                "decision": "act", "take_down_skill": true, "warning": warning,
                "reason": "Sells alcohol without a licence.",
            });
            let path = format!("/api/admin/reports/{id}");
            self.character(ADMIN)?.actor.put(&path, verdict).await?;
        }
        self.settle().await
    }
}
