//! Participants: an admin, and people in a ring, each of whom books the next one's skill.

use std::{path::Path, sync::Arc, time::Duration};

use reqwest::Method;
use serde_json::json;
use sparkyard_kernel::{Clock, SystemClock};

use super::{
    booking::PRICE_PENCE,
    client::{Client, Neighbours},
    payment::pounds,
    person::{PASSWORD, Person},
    request::Request,
};
use crate::binary::Server;

pub(crate) struct Town {
    pub(crate) admin: Arc<Person>,
    pub(crate) clients: Vec<Client>,
}

impl Town {
    /// Signs everybody up at a fresh server, over HTTP.
    pub(crate) async fn found(server: &Server, data_dir: &Path, people: usize, seed: u64) -> Self {
        let http = reqwest::Client::builder().timeout(Duration::from_mins(1)).build().unwrap();
        let admin = Arc::new(set_up_admin(Person::new(&http, "Iris"), server).await);
        let (count, mut people) = (people, Vec::new());
        for index in 0..count {
            let person = Person::new(&http, &format!("Client{index}"));
            let person = Arc::new(sign_up(person, &server.url, data_dir).await);
            let skill = offer(&person, &server.url).await;
            people.push((person, skill));
        }
        let founded = SystemClock.now();
        let client = |(index, (me, _)): (usize, &(Arc<Person>, String))| {
            let (provider, skill) = people[(index + 1) % people.len()].clone();
            let neighbours = Neighbours { provider, skill, admin: admin.clone() };
            Client::new(index, me.clone(), neighbours, founded, seed)
        };
        Self { clients: people.iter().enumerate().map(client).collect(), admin }
    }

    /// Returns the number of writes acknowledged to all clients.
    pub(crate) fn acknowledged(&self) -> u64 {
        self.clients.iter().map(|client| client.acknowledged.count).sum()
    }
}

/// Creates the admin with the link that a fresh server prints.
pub(crate) async fn set_up_admin(mut person: Person, server: &Server) -> Person {
    let body = json!({
        "secret": server.set_up_secret().await, "email": person.email,
        "firstname": person.name, "lastname": "Example", "password": PASSWORD,
    });
    let request = Request::new(Method::POST, "/api/auth/setup").json(body);
    person.id = id(&person.ask(&server.url, request).await);
    person
}

pub(crate) async fn sign_up(mut person: Person, url: &str, data_dir: &Path) -> Person {
    let post = |path: &str, body| Request::new(Method::POST, path).json(body);
    let email = person.email.clone();
    person.ask(url, post("/api/auth/resend/code", json!({ "email": email }))).await;
    let code = mailed_code(&data_dir.join("outbox"), &email).await;
    let proof = json!({ "email": email, "code": code });
    let proof = person.ask(url, post("/api/auth/verify/email", proof)).await;
    let account = json!({
        "registrationToken": proof["registrationToken"], "email": email, "phone": "07700 900123",
        "firstname": person.name, "lastname": "Example", "gender": "other", "password": PASSWORD,
        "adult": true, "terms": true,
    });
    person.id = id(&person.ask(url, post("/api/auth/register", account)).await);
    person
}

/// Waits for the mail to `email` and returns its code.
async fn mailed_code(outbox: &Path, email: &str) -> String {
    loop {
        for entry in std::fs::read_dir(outbox).into_iter().flatten().flatten() {
            let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
            let code = text.contains(email).then(|| text.split(" code for Sparkyard is ").nth(1));
            if let Some(code) = code.flatten().and_then(|rest| rest.get(..4)) {
                return code.to_owned();
            }
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Adds a skill and returns its id.
async fn offer(person: &Person, url: &str) -> String {
    let fields = [
        ("skill_type", "plumbing"),
        ("experience_level", "expert"),
        ("hourly_rate", &pounds(PRICE_PENCE)),
        ("description", "Dripping taps and slow drains."),
    ];
    let request = Request::new(Method::POST, "/api/skills").form(fields, None);
    id(&person.ask(url, request).await)
}

fn id(made: &serde_json::Value) -> String {
    made["id"].as_str().expect("an id").to_owned()
}
