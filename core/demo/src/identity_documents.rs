//! Identity documents of sample people, drawn rather than photographed, and decisions about them.

use std::time::Duration;

use anyhow::Context;
use serde_json::json;
use sparkyard_db::Timestamp;

use super::actor::Actor;

const DAY: Duration = Duration::from_hours(24);

/// A document to submit.
pub(super) struct IdentityDocument {
    /// Key of its owner.
    pub(super) owner: &'static str,
    /// Type of the document; a utility bill when empty.
    id_type: &'static str,
    days_ago: u32,
    /// Decision of an admin a day later, if any.
    pub(super) decision: Option<Decision>,
}

/// Decision of an admin.
#[derive(Clone, Copy)]
pub(super) enum Decision {
    Approve,
    Reject(&'static str),
}

/// One member is verified, one was rejected, and one waits.
pub(super) const IDENTITY_DOCUMENTS: &[IdentityDocument] = &[
    IdentityDocument::new("dev", "international-passport", 40, Some(Decision::Approve)),
    IdentityDocument::new("dev", "", 40, Some(Decision::Approve)),
    IdentityDocument::new("maya", "driving-license", 12, Some(Decision::Approve)),
    IdentityDocument::new("maya", "", 12, Some(Decision::Reject(CUT_OFF))),
    IdentityDocument::new("priya", "residence-permit", 2, None),
    IdentityDocument::new("priya", "", 2, None),
];

const CUT_OFF: &str = "The date at the top is cut off. Please take a photo of the whole page.";

impl IdentityDocument {
    const fn new(
        owner: &'static str,
        id_type: &'static str,
        days_ago: u32,
        decision: Option<Decision>,
    ) -> Self {
        Self { owner, id_type, days_ago, decision }
    }

    /// Returns the time of submission.
    pub(super) fn at(&self, now: Timestamp) -> Timestamp {
        now - DAY * self.days_ago
    }

    /// Submits the document and returns its id.
    pub(super) async fn submit(&self, owner: &mut Actor) -> anyhow::Result<String> {
        let is_bill = self.id_type.is_empty();
        let (kind, drawing) = if is_bill { ("utility", BILL) } else { ("identity", CARD) };
        let fields = [("type", self.id_type)];
        let fields = if is_bill { &[][..] } else { &fields[..] };
        let file = [("file", "sample.svg", drawing.as_bytes())];
        let path = format!("/api/settings/kyc/upload/{kind}");
        let document = owner.form(&path, fields, &file).await?;
        Ok(document["id"].as_str().context("a document without an id")?.to_owned())
    }
}

impl Decision {
    /// Decides about the document `id`.
    pub(super) async fn apply(self, admin: &mut Actor, id: &str) -> anyhow::Result<()> {
        let (decision, reason) = match self {
            Self::Approve => ("approve", None),
            Self::Reject(reason) => ("reject", Some(reason)),
        };
        admin.put(&format!("/api/admin/kyc/{id}/{decision}"), json!({ "reason": reason })).await?;
        Ok(())
    }
}

/// A card with a portrait.
const CARD: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 340 214">
<rect width="340" height="214" rx="14" fill="#dfe9f3"/>
<rect width="340" height="40" rx="14" fill="#31597d"/>
<rect x="20" y="14" width="130" height="12" rx="4" fill="#dfe9f3"/>
<rect x="20" y="58" width="96" height="124" rx="8" fill="#c3d3e2"/>
<circle cx="68" cy="104" r="24" fill="#8a6d54"/>
<path d="M30 182c0-30 16-46 38-46s38 16 38 46z" fill="#31597d"/>
<g fill="#52687d">
<rect x="136" y="64" width="150" height="10" rx="4"/>
<rect x="136" y="88" width="110" height="10" rx="4"/>
<rect x="136" y="112" width="170" height="10" rx="4"/>
<rect x="136" y="136" width="84" height="10" rx="4"/>
</g>
<path d="M140 178c20-22 24 14 44-4s18 8 46-8" fill="none" stroke="#1d2f40" stroke-width="3"/>
</svg>"##;

/// A letter with an address and a sum.
const BILL: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297">
<rect width="210" height="297" fill="#ffffff"/>
<circle cx="34" cy="32" r="14" fill="#1f6b4f"/>
<path d="M34 22l-7 12h6l-2 9 8-13h-6z" fill="#ffffff"/>
<g fill="#8d958f">
<rect x="140" y="24" width="50" height="6" rx="2"/>
<rect x="20" y="64" width="70" height="5" rx="2"/>
<rect x="20" y="74" width="58" height="5" rx="2"/>
<rect x="20" y="84" width="64" height="5" rx="2"/>
<rect x="20" y="150" width="170" height="4" rx="2"/>
<rect x="20" y="160" width="170" height="4" rx="2"/>
<rect x="20" y="170" width="120" height="4" rx="2"/>
</g>
<rect x="20" y="108" width="120" height="10" rx="3" fill="#15312b"/>
<rect x="20" y="196" width="170" height="34" rx="4" fill="#e8f0e9"/>
<rect x="140" y="208" width="40" height="10" rx="3" fill="#15312b"/>
</svg>"##;
