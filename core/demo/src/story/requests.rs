//! Requests for bookings, and the money that they hold.

use anyhow::{Context, ensure};
use poem::http::Method;
use serde_json::json;
use sparkyard_db::Timestamp;

use super::Story;
use crate::{people, town::SampleBooking};

/// A payment of a booking by card.
pub(super) struct PaidByCard {
    pub(super) intent: String,
    pub(super) pence: i64,
}

impl Story {
    /// Requests a booking. Returns its id, and the payment if it is by card.
    pub(super) async fn request(
        &mut self,
        booking: &SampleBooking,
        date: Timestamp,
    ) -> anyhow::Result<(String, Option<PaidByCard>)> {
        let provider = self.character(&booking.provider)?;
        let (provider_id, skill) =
            (provider.actor.id.clone(), provider.skills[booking.skill].clone());
        let (intent, method) = self.hold(booking, &skill).await?;
        let (date, hours) = (date.to_string(), booking.hours.to_string());
        let mut fields = vec![
            ("skills_id", skill.as_str()),
            ("booked_user_id", &provider_id),
            ("title", ""),
            ("description", &booking.message),
            ("booking_location", &booking.place),
            ("booking_date", &date),
            ("hours", &hours),
            ("payment_method", &method),
        ];
        let cap = booking.expenses.as_ref().map(|expenses| expenses.cap.to_string());
        fields.extend(cap.as_deref().map(|cap| ("expensesCap", cap)));
        fields.extend(intent.as_deref().map(|intent| ("payment_intent_id", intent)));
        let made =
            self.character(&booking.client)?.actor.form("/api/bookings", &fields, &[]).await?;
        let price = made["price"].as_f64().context("a booking without a price")?;
        let pence = format!("{:.0}", price * 100.0).parse()?;
        let paid = intent.filter(|_| method == "card").map(|intent| PaidByCard { intent, pence });
        Ok((made["id"].to_string(), paid))
    }

    /// Holds the price by the method of the story, falling back to cash when tokens are short, and
    /// topping up when cash is.
    async fn hold(
        &mut self,
        booking: &SampleBooking,
        skill: &str,
    ) -> anyhow::Result<(Option<String>, String)> {
        let wished = match booking.method.as_str() {
            "card" if !self.has_cards() => "wallet",
            wished => wished,
        };
        let client = &mut self.character(&booking.client)?.actor;
        let path = format!("/api/bookings/quote?skills_id={skill}&hours={}", booking.hours);
        let quote = client.attempt(Method::GET, &path, None).await?;
        let quote = quote.map_err(|refused| anyhow::anyhow!("no quote: {}", refused.code))?;
        let price = quote["price"].as_f64().unwrap_or_default();
        if price == 0.0 {
            return Ok((None, booking.method.clone()));
        }
        for method in [wished, "wallet", "wallet"] {
            let amount =
                if method == "spark_token" { &quote["spark_token"] } else { &quote["price"] };
            let body = json!({ "amount": amount, "currency": "gbp", "paymentMethod": method });
            let path = "/api/users/stripe/payment/intent";
            match client.attempt(Method::POST, path, Some(body)).await? {
                Ok(intent) => {
                    if method == "card" {
                        people::pay_in_sandbox(client, &intent).await?;
                    }
                    let id = intent["payment_intent_id"].as_str().map(str::to_owned);
                    return Ok((id, method.to_owned()));
                }
                Err(refused) => {
                    ensure!(refused.code == "wallet.insufficient_funds", "{}", refused.code);
                    if method == "wallet" {
                        people::top_up(client, price.max(5.0).ceil()).await?;
                    }
                }
            }
        }
        anyhow::bail!("the price could not be held")
    }
}
