//! The risk assessment that the admin made of the site.

use anyhow::Context;
use poem::http::Method;
use serde_json::{Value, json};

use super::{ADMIN, Story};

const PATH: &str = "/api/admin/online-safety";
/// Kinds of harm whose risk is more than negligible, with the level and the reasons.
const RISKS: [(&str, &str, &str); 4] = [
    (
        "harassment",
        "medium",
        "Neighbours meet at home, and a rude message may be followed by a visit.",
    ),
    ("fraud", "medium", "Strangers who ask for money first are known from other sites."),
    (
        "child_abuse",
        "low",
        "Some members look after children. Edith has a DBS check, and we ask for one.",
    ),
    ("hate", "low", "Most members know each other from the market and the hall."),
];
const REST: &str =
    "Nothing of the kind has happened here, and what we do gives little occasion for it.";

impl Story {
    /// Makes a risk assessment with the proposed measures.
    pub(super) async fn assess_risks(&mut self) -> anyhow::Result<()> {
        if !self.host.cx.has("moderation") {
            return Ok(());
        }
        let admin = &mut self.character(ADMIN)?.actor;
        let shown = admin.attempt(Method::GET, PATH, None).await?.ok();
        let shown = shown.with_context(|| format!("the administrator may not read {PATH}"))?;
        let harms = shown["harms"].as_array().context("no kinds of harm")?.iter();
        let risks = harms.map(|harm| {
            let known = RISKS.iter().find(|(name, ..)| harm["harm"] == *name);
            let (level, evidence) =
                known.map_or(("negligible", REST), |(_, level, why)| (level, why));
            json!({
                "harm": harm["harm"], "level": level, "evidence": evidence,
                "measures": harm["measures"],
            })
        });
        let body = json!({
            "responsible": "Iris Wainwright", "children_likely": false,
            "children_note": "Members confirm that they are 18 or over, and nothing here is made for children.",
            "risks": risks.collect::<Vec<Value>>(),
        });
        self.character(ADMIN)?.actor.post(&format!("{PATH}/assessments"), body).await?;
        Ok(())
    }
}
