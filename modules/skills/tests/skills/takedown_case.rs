//! A reported skill, and its takedown.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::{
    TestApp,
    sample::{add, id, ids},
};

pub(crate) const WHY: &str = "It asks for money before the visit.";

/// Ana offers a skill that bo reports, both in Leeds; iris and eve are staff.
pub(crate) struct Case {
    pub(crate) app: TestApp,
    pub(crate) ana: Member,
    pub(crate) bo: Member,
    pub(crate) iris: Member,
    pub(crate) eve: Member,
    pub(crate) skill: String,
}

impl Case {
    pub(crate) async fn open() -> Self {
        Self::with("").await
    }

    /// Opens a case with additional settings.
    pub(crate) async fn with(settings: &str) -> Self {
        let app = TestApp::with(settings, true).await;
        let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
        let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "Leeds").await);
        let skill = id(&add(&ana, "Plumbing").await);
        Self { app, ana, bo, iris, eve, skill }
    }

    pub(crate) fn path(&self) -> String {
        format!("/api/skills/{}", self.skill)
    }

    pub(crate) fn let_back(&self) -> String {
        format!("/api/admin/takedowns/{}/let-back", self.skill)
    }

    /// Reports the skill; returns the path of the report.
    pub(crate) async fn report(&self, who: &Member) -> String {
        let body = json!({ "subject": "skill", "id": self.skill, "reason": "scam" });
        format!("/api/admin/reports/{}", id(&who.post("/api/reports", body).await.ok()))
    }

    pub(crate) async fn taken_down(&self) -> Value {
        let report = self.report(&self.bo).await;
        self.iris.put(&report, take_down(WHY)).await.ok()
    }

    /// Checks whether `who` finds the skill in lists, on the map, on the owner's page and by id.
    pub(crate) async fn found(&self, who: &Member) -> Vec<bool> {
        let mut found = Vec::new();
        for list in [
            "/api/skills/searchname/plumbing",
            "/api/skills/search?q=plumber",
            "/api/skills/search?q=plumber&city=Leeds",
        ] {
            found.push(ids(&who.get(list).await.ok()).contains(&self.skill));
        }
        let profile = format!("/api/users/basic/profile/{}", self.ana.id);
        for path in [profile.as_str(), "/api/users/people/nearby/53.8/-1.55/2000"] {
            found.push(who.get(path).await.ok().to_string().contains(&self.skill));
        }
        found.push(who.get(&self.path()).await.status == 200);
        found
    }

    /// Returns the number of skills on offer in the admin overview.
    pub(crate) async fn count(&self) -> Value {
        self.iris.get("/api/admin/overview").await.ok()["skills"].clone()
    }

    /// Returns the notices to ana: title, description and link.
    pub(crate) async fn notices(&self) -> Vec<[String; 3]> {
        self.app.settle().await;
        let notices = self.ana.get("/api/notifications").await.ok();
        let text = |notice: &Value, field: &str| notice[field].as_str().expect("a text").to_owned();
        let all = notices.as_array().expect("a list").iter();
        all.map(|one| ["title", "description", "link"].map(|field| text(one, field))).collect()
    }
}

/// Body of the decision that takes the skill down, for this reason.
pub(crate) fn take_down(why: &str) -> Value {
    json!({
        "decision": "act", "take_down_skill": true, "warning": why, "reason": "Two complaints.",
    })
}
