//! Reports and suspensions.

use poem::http::Method;
use rand::RngExt;
use serde_json::json;

use crate::simulation::{
    Checked, Simulation,
    request::{By, Request},
    violated,
};

impl Simulation {
    /// Lets a member report another, and the admin decide.
    pub(super) fn report(&mut self) -> Checked {
        let (author, subject) = self.two();
        let body = json!({ "subject": "person", "id": self.id(subject), "reason": "fake" });
        let report =
            Request::new("report", By::Person(author), Method::POST, "/api/reports", &body);
        let reported = self.ask(&report)?;
        let Some(id) = reported.body["data"]["id"].as_str() else { return Ok(()) };
        let body = match self.chance.random_bool(0.5) {
            true => json!({ "decision": "dismiss", "reason": "Looked at it." }),
            false => json!({ "decision": "act", "warning": "Use your name.", "reason": "Asked." }),
        };
        let path = format!("/api/admin/reports/{id}");
        self.ask(&Request::new("decide report", By::Admin, Method::PUT, path, &body)).map(drop)
    }

    /// Suspends a member, who can do nothing meanwhile, and reinstates them.
    pub(super) fn suspend(&mut self) -> Checked {
        let place = self.random_person(None);
        let own = Request::get("read as suspended", By::Person(place), "/api/wallet/balance");
        // Signs in before, as nobody can afterwards.
        self.ask_once(&own)?;
        let path = |what| format!("/api/admin/members/{}/{what}", self.people[place].id);
        let (suspend, reinstate) = (path("suspend"), path("reinstate"));
        let body = json!({ "reason": "We must talk." });
        let suspend = Request::new("suspend", By::Admin, Method::PUT, suspend, &body);
        let suspended = self.ask(&suspend)?;
        let seen = self.ask_in_vain(&own)?;
        if suspended.status == 200 && seen.status == 200 {
            return violated("suspended_members_do_nothing", seen.body.to_string());
        }
        let reinstate = Request::new("reinstate", By::Admin, Method::PUT, reinstate, &body);
        self.ask(&reinstate)?;
        self.people[place].token = None;
        Ok(())
    }
}
