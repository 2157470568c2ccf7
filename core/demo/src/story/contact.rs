//! Messages that visitors write by the contact page.

use std::time::Duration;

use anyhow::{Context, ensure};
use poem::http::Method;
use serde_json::{Value, json};

use super::{ADMIN, HOUR, Story};

/// A message of a visitor, and the administrator's answer.
struct Message {
    hours_ago: u32,
    firstname: &'static str,
    email: &'static str,
    text: &'static str,
    answer: Option<&'static str>,
}

const MESSAGES: [Message; 2] = [
    Message {
        hours_ago: 4,
        firstname: "Winifred",
        email: "winifred.shaw@example.org",
        text: "My neighbour told me about you. I have no computer at home. Is there somebody who \
               could show me how to join?",
        answer: Some(
            "Yes, gladly. We sit in the library every Tuesday from two to four, with a tablet and \
             time for you. Bring your reading glasses.\n\nIris",
        ),
    },
    Message {
        hours_ago: 2,
        firstname: "Gareth",
        email: "gareth.pugh@example.org",
        text: "I run the repair caf\u{e9} in the Methodist hall. Could you put our next date on \
               your noticeboard? It is the first Saturday of the month, from ten to one.",
        answer: None,
    },
];

impl Story {
    /// Has visitors write, and the administrator answer one of them.
    pub(super) async fn hear_from_visitors(&mut self) -> anyhow::Result<()> {
        for message in &MESSAGES {
            self.clock.set(self.now - HOUR * message.hours_ago);
            self.hear(message).await.with_context(|| format!("{} writes", message.firstname))?;
        }
        self.clock.set(self.now);
        Ok(())
    }

    async fn hear(&mut self, message: &Message) -> anyhow::Result<()> {
        let form = self.call(Method::GET, "/api/contact", None).await?["form"].clone();
        // The form has to be open for a moment.
        self.clock.advance(Duration::from_mins(2));
        let body = json!({
            "firstname": message.firstname, "email": message.email, "message": message.text,
            "privacy": true, "form": form,
        });
        self.call(Method::POST, "/api/contact", Some(body)).await?;
        if let Some(answer) = message.answer {
            self.clock.advance(HOUR);
            let id = self.first_in("/api/admin/contact-messages").await?;
            let path = format!("/api/admin/contact-messages/{id}/answer");
            self.character(ADMIN)?.actor.put(&path, json!({ "answer": answer })).await?;
        }
        self.settle().await
    }

    /// Calls an operation as a visitor.
    async fn call(&self, method: Method, path: &str, body: Option<Value>) -> anyhow::Result<Value> {
        let body = body.map(|body| ("application/json".to_owned(), body.to_string().into_bytes()));
        let answer = self.client.send(method, path, body).await?;
        ensure!(answer.status == 200, "{path} was refused with {}", answer.status);
        let body: Value = serde_json::from_slice(&answer.bytes)?;
        Ok(body["data"].clone())
    }
}
