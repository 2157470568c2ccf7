//! Our server with a community, and the requests to it.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::crowd::{Crowd, encode};
use super::{BOOKINGS, MEMBERS, MESSAGES, REQUESTS, Side, Work, writers};
use crate::client::Client;
use crate::community::scripts;
use crate::concurrent_chat::{self, AT_ONCE, Person};
use crate::load::Request;

/// A page and its first script.
pub(super) struct Pages {
    pub(super) page: Vec<u8>,
    /// Path of the script.
    pub(super) script: String,
    pub(super) script_text: Vec<u8>,
}

pub(super) struct Ours {
    address: SocketAddr,
    members: Arc<Vec<Person>>,
    /// Ids of people in the crowd.
    people: Vec<String>,
    crowd: Crowd,
    script: String,
}

impl Ours {
    /// Signs members up, and creates their bookings and conversations.
    ///
    /// # Errors
    /// When the server refuses something.
    pub(super) async fn prepare(address: SocketAddr, crowd: Crowd) -> Result<Self> {
        let members = Arc::new(concurrent_chat::sign_up(address, MEMBERS).await?);
        let mut pairs = JoinSet::new();
        for first in (0..MEMBERS).step_by(2) {
            if pairs.len() == AT_ONCE {
                pairs.join_next().await.transpose()?.transpose()?;
            }
            let members = Arc::clone(&members);
            pairs.spawn(async move { settle(address, &members[first], &members[first + 1]).await });
        }
        while let Some(settled) = pairs.join_next().await {
            settled??;
        }
        // Members may not write much to somebody who has not answered.
        for (sender, receiver) in writers(Work::ToOne(31)) {
            converse(address, &members[sender], &members[receiver], 2).await?;
        }
        let people = people(address, &members[0].token, &crowd).await?;
        let (_, page) = Client::connect(address).await?.get("/").await?;
        let page = String::from_utf8_lossy(&page);
        let script = *scripts(&page).first().context("the first page loads no script")?;
        let script = script.to_owned();
        Ok(Self { address, members, people, crowd, script })
    }

    /// # Errors
    /// When the server does not answer.
    pub(super) async fn pages(&self) -> Result<Pages> {
        let mut client = Client::connect(self.address).await?;
        let (_, page) = client.get("/").await?;
        let (_, script_text) = client.get(&self.script).await?;
        let script = self.script.clone();
        Ok(Pages { page: page.to_vec(), script, script_text: script_text.to_vec() })
    }

    fn path(&self, work: Work, number: usize) -> String {
        let (lat, lon, category, typed) = &self.crowd.searches[number];
        match work {
            Work::Profile => {
                let person = &self.people[number % self.people.len()];
                format!("/api/users/basic/profile/{person}")
            }
            Work::Balance => "/api/wallet/balance".to_owned(),
            Work::Bookings => "/api/bookings/get/user/outward".to_owned(),
            Work::PeopleByName => format!("/api/users/searchuser/{}", encode(typed)),
            Work::PeopleNearby => format!("/api/users/people/nearby/{lat}/{lon}/2000"),
            Work::SkillsNearby => {
                format!("/api/skills/searchname/{category}?lat={lat}&lon={lon}&distance=2000")
            }
            _ => {
                let number = number % MEMBERS;
                let (own, other) = (&self.members[number].id, &self.members[number ^ 1].id);
                format!("/api/message/{own}/{other}")
            }
        }
    }

    fn follows(&self, method: &'static str, action: &str) -> Vec<Request> {
        let path = format!("/api/follows/{action}/{}", self.people[0]);
        let request = |member: &Person| Request::new(method, &path).with_token(&member.token);
        self.members.iter().map(request).collect()
    }
}

impl Side for Ours {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn script(&self) -> &str {
        &self.script
    }

    fn read(&self, work: Work, number: usize) -> Request {
        let member = &self.members[number % MEMBERS];
        Request::get(self.path(work, number)).with_token(&member.token)
    }

    fn message(&self, sender: usize, receiver: usize) -> Request {
        let (sender, receiver) = (&self.members[sender], &self.members[receiver]);
        send(sender, receiver).with_token(&sender.token)
    }

    fn follow(&self) -> Vec<Request> {
        self.follows("POST", "follow")
    }

    fn unfollow(&self) -> Vec<Request> {
        self.follows("DELETE", "unfollow")
    }
}

fn send(sender: &Person, receiver: &Person) -> Request {
    let body = json!({
        "senderId": sender.id, "receiverId": receiver.id, "content": super::WORDS,
    });
    Request::new("POST", "/api/message").json(&body)
}

/// Creates a free skill for each of two members, booked by the other, and their conversation.
async fn settle(address: SocketAddr, first: &Person, second: &Person) -> Result<()> {
    for (provider, client) in [(first, second), (second, first)] {
        let skill = [
            ("skill_type", "Plumbing"),
            ("experience_level", "expert"),
            ("hourly_rate", "0"),
            ("description", "Patient and tidy, with twenty years behind me."),
        ];
        let request = Request::new("POST", "/api/skills").form(&skill);
        let skill = answer(address, provider, &request).await?;
        let id = skill["id"].as_str().context("a skill has no id")?;
        let year = skill["created_at"].as_str().and_then(|at| at.get(..4)).unwrap_or_default();
        let next_year = year.parse::<u32>()? + 1;
        for day in 1..=BOOKINGS {
            let date = format!("{next_year}-03-0{day}T10:00:00Z");
            let booking = [
                ("skills_id", id),
                ("booked_user_id", &provider.id),
                ("description", "My tap drips."),
                ("booking_location", "14 Secret Street, Leeds LS1 4ZZ"),
                ("booking_date", &date),
                ("payment_method", "none"),
            ];
            let request = Request::new("POST", "/api/bookings").form(&booking);
            let booking = answer(address, client, &request).await?;
            let accept = format!("/api/bookings/accept/{}", booking["id"]);
            let request = Request::new("PUT", accept).json(&json!({ "status": "accepted" }));
            answer(address, provider, &request).await?;
        }
    }
    converse(address, first, second, MESSAGES).await
}

/// Sends messages between two members, in turns.
async fn converse(
    address: SocketAddr,
    first: &Person,
    second: &Person,
    messages: usize,
) -> Result<()> {
    for number in 0..messages {
        let (own, other) = if number % 2 == 0 { (first, second) } else { (second, first) };
        answer(address, own, &send(own, other)).await?;
    }
    Ok(())
}

/// Returns ids of people in the crowd, found by city.
async fn people(address: SocketAddr, token: &str, crowd: &Crowd) -> Result<Vec<String>> {
    let mut client = Client::connect(address).await?.with_token(token);
    let mut people = Vec::new();
    for city in &crowd.cities {
        let city = encode(city);
        let mut cursor = String::new();
        while people.len() < REQUESTS {
            let path = format!("/api/users/people/within/{city}?limit=100{cursor}");
            let (status, body) = client.get(&path).await?;
            ensure!(status == 200, "{path} was answered {status}");
            let found: Value = serde_json::from_slice(&body)?;
            let ids = found["data"].as_array().into_iter().flatten();
            people.extend(ids.filter_map(|person| person["id"].as_str().map(str::to_owned)));
            match found["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={}", encode(next)),
                None => break,
            }
        }
    }
    ensure!(!people.is_empty(), "nobody was found in a city");
    Ok(people)
}

/// Sends a member's request; returns the `data` of the response.
async fn answer(address: SocketAddr, member: &Person, request: &Request) -> Result<Value> {
    let mut client = Client::connect(address).await?.with_token(&member.token);
    let (status, body) = client.send(request).await?;
    let text = String::from_utf8_lossy(&body);
    ensure!(status.is_success(), "{} was answered {status}: {text}", request.path);
    concurrent_chat::data(&body)
}
