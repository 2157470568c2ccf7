//! Top-ups, gifts, thanks, cash and withdrawals.

use poem::http::Method;
use rand::RngExt;
use serde_json::{Value, json};
use sparkyard_testkit::PASSWORD;

use crate::simulation::{
    Checked, Simulation,
    request::{By, Request},
};

impl Simulation {
    /// Adds money by the simulated card.
    pub(super) fn fund(&mut self) -> Checked {
        let by = By::Person(self.random_person(None));
        let pence = self.chance.random_range(100..3_000_i32);
        let amount = f64::from(pence) / 100.0;
        let post =
            |name, path: &str, body: &Value| Request::new(name, by, Method::POST, path, body);
        let fund = post("fund", "/api/wallet/fund", &json!({ "amount": amount }));
        let fund = fund.once(self.key());
        let begun = self.ask(&fund)?;
        if begun.status != 200 {
            return Ok(());
        }
        let (id, secret) = (&begun.body["data"]["id"], &begun.body["data"]["clientSecret"]);
        let body = json!({ "clientSecret": secret, "outcome": "succeed" });
        self.ask(&post("pay", "/api/wallet/sandbox/pay", &body))?;
        let confirm = post("confirm", "/api/wallet/confirm", &json!({ "amount": amount }));
        if self.ask(&confirm)?.status == 200 {
            let key = format!("funding:{}", id.as_str().unwrap_or_default());
            self.acknowledged.transfers.insert(key, pence.into());
        }
        Ok(())
    }

    pub(super) fn give_sparks(&mut self) -> Checked {
        let (from, to) = self.two();
        let minor = self.chance.random_range(1..300_i32);
        let body = json!({
            "to": self.id(to), "amount": f64::from(minor) / 100.0, "message": "Thank you",
        });
        let path = "/api/spark-gifts";
        let give = Request::new("give", By::Person(from), Method::POST, path, &body);
        let give = give.once(self.key());
        let given = self.ask(&give)?;
        if let Some(id) = given.body["data"]["id"].as_str() {
            self.acknowledged.transfers.insert(format!("gift:{id}"), minor.into());
        }
        Ok(())
    }

    /// Writes down a past exchange, or answers one.
    pub(super) fn thank(&mut self) -> Checked {
        let mut exchanges = self.acknowledged.exchanges.iter();
        let waiting = exchanges.find(|(_, exchange)| exchange.status == "waiting");
        let waiting = waiting.map(|(id, exchange)| (id.clone(), exchange.other.clone()));
        if let Some((id, other)) = waiting.filter(|_| self.chance.random_bool(0.6)) {
            return self.answer_exchange(&id, &other);
        }
        let (writer, other) = self.two();
        let body = json!({
            "with": self.id(other), "date": "2026-03-01", "hours": 1.5, "skill": "Weeding",
            "tokens": f64::from(self.chance.random_range(1..200_i32)) / 100.0,
            "i_was": if self.chance.random_bool(0.5) { "giver" } else { "receiver" },
        });
        let path = "/api/exchanges";
        let write = Request::new("write exchange", By::Person(writer), Method::POST, path, &body);
        let write = write.once(self.key());
        let written = self.ask(&write)?;
        if let Some(id) = written.body["data"]["id"].as_str() {
            let (writer, other) = (self.id(writer), self.id(other));
            self.acknowledged.wrote(id, writer, other);
        }
        Ok(())
    }

    fn answer_exchange(&mut self, id: &str, other: &str) -> Checked {
        let Some(place) = self.place_of(other) else { return Ok(()) };
        let (verb, status) =
            [("confirm", "confirmed"), ("object", "objected")][self.chance.random_range(0..2)];
        let (path, body) =
            (format!("/api/exchanges/{id}/{verb}"), json!({ "reason": "That was not me" }));
        let response =
            self.ask(&Request::new(verb, By::Person(place), Method::PUT, path, &body))?;
        if response.status == 200 {
            self.acknowledged.answered(id, status);
        }
        Ok(())
    }

    pub(super) fn pay_in_cash(&mut self) -> Checked {
        let to = self.random_person(None);
        let pence = self.chance.random_range(100..1_500_i32);
        let body = json!({
            "user_id": self.id(to), "amount": f64::from(pence) / 100.0, "note": "Jar by the door",
        });
        let path = "/api/admin/wallet/cash-in";
        let pay = Request::new("cash in", By::Admin, Method::POST, path, &body).once(self.key());
        let paid = self.ask(&pay)?;
        let data = &paid.body["data"];
        if let (Some(id), true) = (data["id"].as_str(), data["status"] == "recorded") {
            self.acknowledged.transfers.insert(format!("cash_in:{id}"), pence.into());
        }
        Ok(())
    }

    /// Withdraws, cancels a withdrawal, or lets the admin pay or refuse one.
    pub(super) fn withdraw(&mut self) -> Checked {
        let ended = self.chance.random_bool(0.3);
        let mut withdrawals = self.acknowledged.withdrawals.iter();
        let fits = withdrawals.find(|(_, known)| ended || known.status == "requested");
        let fits = fits.map(|(id, known)| (id.clone(), known.user.clone(), known.status));
        if let Some((id, user, status)) = fits.filter(|_| self.chance.random_bool(0.6)) {
            return self.end_withdrawal(&id, &user, status == "requested");
        }
        let verified =
            self.people.iter().position(|person| person.here && person.bank_account.is_some());
        let Some(place) = verified else { return Ok(()) };
        let pence = self.chance.random_range(100..800_i32);
        let body = json!({
            "amount": f64::from(pence) / 100.0,
            "withdrawal_method_id": self.people[place].bank_account,
            "currentPassword": PASSWORD,
        });
        let path = "/api/withdrawals";
        let withdraw = Request::new("withdraw", By::Person(place), Method::POST, path, &body);
        let withdraw = withdraw.once(self.key());
        let withdrawn = self.ask(&withdraw)?;
        if let Some(id) = withdrawn.body["data"]["id"].as_str() {
            let user = self.id(place);
            self.acknowledged.transfers.insert(format!("withdraw:{id}"), pence.into());
            self.acknowledged.withdrew(id, user);
        }
        Ok(())
    }

    fn end_withdrawal(&mut self, id: &str, user: &str, open: bool) -> Checked {
        let queue = format!("/api/admin/withdrawals/{id}");
        let (by, path, body, status) = match (self.chance.random_range(0..3), self.place_of(user)) {
            (0, Some(place)) => {
                let path = format!("/api/withdrawals/{id}/cancel");
                (By::Person(place), path, json!({}), "cancelled")
            }
            (1, _) => {
                let body = json!({ "reason": "The account was closed." });
                (By::Admin, format!("{queue}/refuse"), body, "refused")
            }
            _ => (By::Admin, format!("{queue}/pay"), json!({ "reference": "FT-1" }), "paid"),
        };
        let response = self.ask(&Request::new(status, by, Method::PUT, path, &body))?;
        // A response that was lost came from the same change.
        if response.status == 200 || open && response.body["code"] == "payouts.closed" {
            self.acknowledged.withdrawal_ended(id, status);
        }
        Ok(())
    }
}
