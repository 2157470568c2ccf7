//! Members who join and leave.

use poem::http::Method;
use serde_json::{Value, json};
use sparkyard_testkit::{Member, PASSWORD};

use crate::{
    TestApp,
    simulation::{
        Checked, Simulation,
        request::{By, Request},
        store,
        town::Neighbour,
        violated,
    },
};

/// Names of members who join, in order.
const NEWCOMERS: [&str; 4] = ["fay", "gus", "hal", "ivy"];
/// Fewest members who stay.
const FEWEST: usize = 4;

impl Simulation {
    pub(super) fn sign_up(&mut self) -> Checked {
        let Some(name) = NEWCOMERS.iter().find(|name| !self.knows(name)) else { return Ok(()) };
        if self.mail_server.is_down() {
            return Ok(());
        }
        let email = format!("{name}@example.org");
        let post = |name, path: &str, body: &Value| {
            Request::new(name, By::Nobody, Method::POST, path, body)
        };
        // Once: of two codes that are mailed together, only the later one is valid.
        self.ask_once(&post("send code", "/api/auth/resend/code", &json!({ "email": email })))?;
        self.settle()?;
        let Some(code) = self.mail_server.code_for(&email) else {
            return violated("mails_arrive", format!("no code for {email}"));
        };
        let body = json!({ "email": email, "code": code });
        let proof = self.ask_once(&post("verify", "/api/auth/verify/email", &body))?;
        let token = &proof.body["data"]["registrationToken"];
        let body = TestApp::registration(name, token, None);
        let register = post("register", "/api/auth/register", &body);
        let registered = self.ask_unless_killed(&register)?;
        let process = &self.process;
        let Some(id) = process.run(store::account(&process.app.db, &email))? else {
            return match registered {
                Some(response) => {
                    violated("acknowledged_accounts_are_kept", response.body.to_string())
                }
                None => Ok(()),
            };
        };
        let anonymous = self.process.app.anonymous();
        self.people.push(Neighbour::new(&Member { id, email, ..anonymous }));
        Ok(())
    }

    fn knows(&self, name: &str) -> bool {
        let email = format!("{name}@example.org");
        self.people.iter().any(|person| person.email == email)
    }

    /// Deletes an account, if nothing is open.
    pub(super) fn leave(&mut self) -> Checked {
        if self.people.iter().filter(|person| person.here).count() <= FEWEST {
            return Ok(());
        }
        let place = self.random_person(None);
        let body = json!({ "currentPassword": PASSWORD, "giveUp": true });
        let path = "/api/settings/leaving";
        let leave = Request::new("leave", By::Person(place), Method::POST, path, &body);
        let response = self.ask_unless_killed(&leave)?;
        let left = if let Some(response) = response {
            response.status == 200
        } else {
            let (process, email) = (&self.process, &self.people[place].email);
            process.run(store::account(&process.app.db, email))?.is_none()
        };
        self.people[place].here = !left;
        Ok(())
    }
}
