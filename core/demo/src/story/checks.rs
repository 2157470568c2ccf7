//! Checks that the admin makes, and members who passed them.

use anyhow::Context;
use serde_json::json;
use sparkyard_kernel::zone;

use super::{ADMIN, DAY, Story};

struct Check {
    title: &'static str,
    about: &'static str,
    months: Option<u32>,
    categories: &'static [&'static str],
    /// Members who passed it, each with the number of days since.
    passed: &'static [(&'static str, u32)],
}

/// One holds for ever, one is needed for childcare, and one of a driver runs out soon.
const CHECKS: [Check; 3] = [
    Check {
        title: "References",
        about: "Two people who have known you for a year tell Iris how they do. Ask her for the form.",
        months: None,
        categories: &[],
        passed: &[("dev", 45), ("edith", 30), ("winston", 25)],
    },
    Check {
        title: "DBS check",
        about: "Bring your certificate to the library on a Tuesday. We look at it and keep no copy.",
        months: Some(36),
        categories: &["childcare"],
        passed: &[("edith", 28)],
    },
    Check {
        title: "Licence and insurance",
        about: "Show Iris your driving licence and the letter of your insurance, once a year.",
        months: Some(12),
        categories: &["errands"],
        passed: &[("winston", 350)],
    },
];

impl Story {
    /// Creates the checks, and records who passed them.
    pub(super) async fn vet(&mut self) -> anyhow::Result<()> {
        if !self.host.cx.has("vetting") {
            return Ok(());
        }
        for check in CHECKS {
            let Check { title, about, months, categories, passed } = check;
            let body = json!({
                "title": title, "about": about, "valid_months": months, "badge": true,
                "categories": categories,
            });
            let made = self.character(ADMIN)?.actor.post("/api/admin/checks", body).await;
            let made = made.with_context(|| format!("the check {title:?}"))?;
            let id = made["id"].as_str().context("a check without an id")?.to_owned();
            for (key, days) in passed {
                let member = self.character(key)?.actor.id.clone();
                let day = zone::in_britain(self.now - DAY * *days).date().to_string();
                let path = format!("/api/admin/check-records/{member}/{id}");
                let body = json!({ "passed_on": day });
                let recorded = self.character(ADMIN)?.actor.put(&path, body).await;
                recorded.with_context(|| format!("{key} passes {title:?}"))?;
            }
        }
        self.settle().await
    }
}
