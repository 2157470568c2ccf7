//! Requests of members, and the faults that meet them.

use std::time::Duration;

use poem::http::Method;
use rand::{RngExt, rngs::StdRng};
use serde_json::{Value, json};
use sparkyard_host::in_process::multipart;
use sparkyard_kernel::Clock;
use sparkyard_testkit::{Answer, Member, PASSWORD};

use super::{Checked, Simulation, town::Neighbour, violated};

/// Age up to which an access token is used; it expires after 15 minutes.
const FRESH: Duration = Duration::from_mins(10);
/// Most polls of a request before it is interrupted.
const MAX_POLLS: u32 = 60;
/// Errors that mean that the simulation has asked for something that cannot be.
const MALFORMED: [u16; 6] = [400, 401, 405, 413, 415, 422];

/// Who sends a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Nobody,
    Admin,
    /// The member with this place.
    Person(usize),
}

/// A request that can be sent again.
#[derive(Clone)]
pub(super) struct Request {
    /// Name in the trace.
    pub(super) name: &'static str,
    by: By,
    method: Method,
    path: String,
    body: Option<(String, Vec<u8>)>,
    key: Option<String>,
}

impl Request {
    pub(super) fn new(
        name: &'static str,
        by: By,
        method: Method,
        path: impl Into<String>,
        body: &Value,
    ) -> Self {
        let body = Some(("application/json".to_owned(), body.to_string().into_bytes()));
        Self { name, by, method, path: path.into(), body, key: None }
    }

    pub(super) fn get(name: &'static str, by: By, path: impl Into<String>) -> Self {
        Self { name, by, method: Method::GET, path: path.into(), body: None, key: None }
    }

    pub(super) fn form(
        name: &'static str,
        by: By,
        path: impl Into<String>,
        fields: &[(&str, &str)],
    ) -> Self {
        let body = Some(multipart(fields, &[]));
        Self { name, by, method: Method::POST, path: path.into(), body, key: None }
    }

    /// Returns the request with an idempotency key.
    pub(super) fn once(self, key: String) -> Self {
        Self { key: Some(key), ..self }
    }
}

/// Fault of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// The client has disconnected.
    Gone,
    /// The process is killed, at this request.
    Killed,
    /// The client sends it twice.
    Twice,
}

impl Fault {
    fn draw(chance: &mut StdRng) -> Self {
        match chance.random_range(0..100) {
            0..8 => Self::Gone,
            8..10 => Self::Killed,
            10..20 => Self::Twice,
            _ => Self::None,
        }
    }
}

impl Simulation {
    /// Sends a request until it is answered, through whatever goes wrong, and checks that the
    /// answer is one that the request can have.
    pub(super) fn ask(&mut self, request: &Request) -> Checked<Answer> {
        let fault = Fault::draw(&mut self.chance);
        if matches!(fault, Fault::Gone | Fault::Killed) {
            let polls = self.chance.random_range(1..=MAX_POLLS);
            let sender = self.sender(request)?;
            if let Some(response) = self.process.run_partly(polls, send(&sender, request)) {
                return self.check_response(request, response);
            }
            self.note(format!("{} {fault:?}", request.name));
            if fault == Fault::Killed {
                self.kill()?;
            }
        }
        let response = self.ask_once(request)?;
        if fault == Fault::Twice {
            let again = self.ask_once(request)?;
            let same = response.body["data"] == again.body["data"];
            if request.key.is_some() && response.status == 200 && !same {
                let (first, second) = (&response.body, &again.body);
                return violated(
                    "repeated_request_has_the_same_answer",
                    format!("{first} {second}"),
                );
            }
            return Ok(if response.status == 200 { response } else { again });
        }
        Ok(response)
    }

    /// Sends a request that nothing disturbs.
    pub(super) fn ask_once(&mut self, request: &Request) -> Checked<Answer> {
        let sender = self.sender(request)?;
        let response = self.process.run(send(&sender, request));
        self.check_response(request, response)
    }

    /// Sends a request once, for what cannot be repeated; `None` if the process was killed
    /// meanwhile.
    pub(super) fn ask_unless_killed(&mut self, request: &Request) -> Checked<Option<Answer>> {
        let killed = self.chance.random_bool(0.3);
        let polls = if killed { self.chance.random_range(1..=MAX_POLLS) } else { u32::MAX };
        let sender = self.sender(request)?;
        if let Some(response) = self.process.run_partly(polls, send(&sender, request)) {
            return self.check_response(request, response).map(Some);
        }
        self.kill()?;
        self.note(format!("{} killed", request.name));
        Ok(None)
    }

    /// Sends a request that may be refused for any reason, undisturbed.
    pub(super) fn ask_in_vain(&mut self, request: &Request) -> Checked<Answer> {
        let sender = self.sender(request)?;
        let response = self.process.run(send(&sender, request));
        self.note(format!("{} {}", request.name, response.status));
        self.durable = self.process.log_end();
        Ok(response)
    }

    fn check_response(&mut self, request: &Request, response: Answer) -> Checked<Answer> {
        let code = response.body["code"].as_str().unwrap_or_default();
        self.note(format!("{} {} {code}", request.name, response.status).trim_end().to_owned());
        // What has been acknowledged is on the disk.
        self.durable = self.process.log_end();
        if response.status >= 500 && response.status != 507 || MALFORMED.contains(&response.status)
        {
            let details = format!("{} {}: {}", request.name, request.path, response.body);
            return violated("requests_are_answered", details);
        }
        Ok(response)
    }

    /// Returns the sender, signed in.
    fn sender(&mut self, request: &Request) -> Checked<Member> {
        let anonymous = self.process.app.anonymous();
        if request.by == By::Nobody {
            return Ok(anonymous);
        }
        let now = self.clock.now();
        let person = self.person(request.by);
        let fresh = |from| from <= now && now < from + FRESH;
        if let Some((token, _)) = person.token.as_ref().filter(|(_, from)| fresh(*from)) {
            return Ok(anonymous.with_token(token));
        }
        let body = json!({ "email": person.email, "password": PASSWORD });
        let login = Request::new("login", By::Nobody, Method::POST, "/api/auth/login", &body);
        let response = self.ask_once(&login)?;
        let Some(token) = response.body["data"]["accessToken"].as_str().map(str::to_owned) else {
            return violated("requests_are_answered", format!("login: {}", response.body));
        };
        self.person_mut(request.by).token = Some((token.clone(), now));
        Ok(anonymous.with_token(&token))
    }

    pub(super) fn person(&self, by: By) -> &Neighbour {
        match by {
            By::Person(place) => &self.people[place],
            By::Admin | By::Nobody => &self.admin,
        }
    }

    fn person_mut(&mut self, by: By) -> &mut Neighbour {
        match by {
            By::Person(place) => &mut self.people[place],
            By::Admin | By::Nobody => &mut self.admin,
        }
    }
}

async fn send(sender: &Member, request: &Request) -> Answer {
    let sender = match &request.key {
        Some(key) => sender.with_header("Idempotency-Key", key),
        None => sender.clone(),
    };
    sender.send(request.method.clone(), &request.path, request.body.clone()).await
}
