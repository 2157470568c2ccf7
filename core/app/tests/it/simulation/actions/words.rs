//! Messages and follows.

use poem::http::Method;
use serde_json::json;

use crate::simulation::{
    Checked, Simulation,
    request::{By, Request},
};

impl Simulation {
    pub(super) fn write_a_message(&mut self) -> Checked {
        let (from, to) = self.two();
        let text = format!("Shall we meet at the pump? {}", self.key());
        let (sender, receiver) = (self.id(from), self.id(to));
        let body = json!({
            "senderId": sender, "receiverId": receiver, "content": text, "mark_as_read": false,
            "clientId": self.uuid(),
        });
        let write = Request::new("write", By::Person(from), Method::POST, "/api/message", &body);
        if self.ask(&write)?.status == 200 {
            self.acknowledged.messages.insert((sender, receiver, text));
        }
        Ok(())
    }

    /// Follows somebody, or ends it.
    pub(super) fn follow(&mut self) -> Checked {
        let (from, to) = self.two();
        let pair = (self.id(from), self.id(to));
        let follows = self.acknowledged.follows.get(&pair).copied().unwrap_or_default();
        let (name, method, path) = match follows {
            true => ("unfollow", Method::DELETE, format!("/api/follows/unfollow/{}", pair.1)),
            false => ("follow", Method::POST, format!("/api/follows/follow/{}", pair.1)),
        };
        let change = Request::new(name, By::Person(from), method, path, &json!({}));
        if self.ask(&change)?.status == 200 {
            self.acknowledged.follows.insert(pair, !follows);
        }
        Ok(())
    }

    fn uuid(&mut self) -> String {
        let digits = self.key();
        let parts = [0..8, 8..12, 13..16, 17..20, 20..32].map(|part| digits[part].to_owned());
        let [one, two, three, four, five] = parts;
        format!("{one}-{two}-4{three}-8{four}-{five}")
    }
}
