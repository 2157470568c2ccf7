//! Compares what the stand-in for Stripe answers with Stripe's published examples, field by field:
//! `sparkyard-stripe-examples FILE`, where FILE is `fixtures3.json` of
//! <https://github.com/stripe/openapi>. Prints each field that the examples lack or show with
//! another type, and ends with 1 if there is any.

#![allow(clippy::unwrap_used, reason = "what goes wrong here ends the program")]

use std::{collections::BTreeSet, process::ExitCode};

use serde_json::{Map, Value};
use sparkyard_testkit::stripe::{Card, FakeStripe, SECRET_KEY};

/// Fields that the stand-in adds, to show that unknown ones are accepted.
const ADDED: &str = "a_field_of_tomorrow";
/// Fields that Stripe documents and its examples leave out, since they are there in some states only:
/// <https://docs.stripe.com/api/payment_intents/object>, <https://docs.stripe.com/api/refunds/object>.
const OPTIONAL: [&str; 6] = [
    "payment_intent.last_payment_error.code",
    "payment_intent.last_payment_error.decline_code",
    "payment_intent.last_payment_error.message",
    "payment_intent.next_action.use_stripe_sdk",
    "refund.failure_balance_transaction",
    "refund.failure_reason",
];
const NOW: i64 = 1_790_000_000;

#[tokio::main]
async fn main() -> ExitCode {
    let path = std::env::args().nth(1).unwrap();
    let file: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let mut check = Check {
        examples: file["resources"].as_object().unwrap(),
        kinds: BTreeSet::new(),
        fields: 0,
        differences: BTreeSet::new(),
    };
    for answer in answers().await {
        check.object(&answer);
    }
    for difference in &check.differences {
        println!("{difference}");
    }
    let kinds: Vec<&str> = check.kinds.iter().map(String::as_str).collect();
    println!("{} fields of {} compared", check.fields, kinds.join(", "));
    ExitCode::from(u8::from(!check.differences.is_empty()))
}

/// Makes an object of every kind, in most of its states; returns all that was answered.
async fn answers() -> Vec<Value> {
    let stripe = FakeStripe::start(NOW);
    let api = Api { url: stripe.url.clone(), http: reqwest::Client::new() };
    let mut all = Vec::new();
    let customer = api.post("customers", &[("metadata[member]", "m1")]).await;
    let setup = api.post("setup_intents", &[("customer", id(&customer))]).await;
    stripe.save_card(secret(&setup), Card::Pays);
    all.push(api.get(&format!("setup_intents/{}", id(&setup))).await);
    all.extend(stripe.methods());

    for (card, method) in
        [(Card::Pays, "automatic"), (Card::Declined, "automatic"), (Card::AsksHolder, "manual")]
    {
        let payment = api.pay(method).await;
        all.push(payment.clone());
        stripe.pay(secret(&payment), card);
        stripe.authenticate(secret(&payment), true);
        let path = format!("payment_intents/{}", id(&payment));
        all.push(api.get(&path).await);
        all.push(api.post(&format!("{path}/capture"), &[]).await);
        let half = [("payment_intent", id(&payment)), ("amount", "100")];
        all.push(api.post("refunds", &half).await);
        stripe.fail_refund(id(&payment));
        all.push(api.get(&format!("refunds?payment_intent={}", id(&payment))).await);
        if let Some(dispute) = stripe.dispute(id(&payment)) {
            stripe.close_dispute(&dispute, card == Card::Pays);
        }
        all.push(api.get("disputes").await);
    }
    let canceled = api.pay("manual").await;
    all.push(api.post(&format!("payment_intents/{}/cancel", id(&canceled)), &[]).await);

    let form = [("country", "GB"), ("capabilities[transfers][requested]", "true")];
    let account = api.post("accounts", &form).await;
    let urls = [("return_url", "https://a.example/r"), ("refresh_url", "https://a.example/f")];
    let link = [("account", id(&account)), ("type", "account_onboarding"), urls[0], urls[1]];
    all.push(api.post("account_links", &link).await);
    stripe.onboard(id(&account));
    stripe.set_balance(10_000);
    let transfer = [("amount", "700"), ("currency", "gbp"), ("destination", id(&account))];
    all.push(api.post("transfers", &transfer).await);
    all.push(api.get("transfers").await);
    all.push(api.get(&format!("accounts/{}", id(&account))).await);
    all.push(api.get("balance_transactions?limit=100&expand[]=data.source").await);
    all.push(api.get("events?limit=100").await);
    all.extend([customer, account]);
    all
}

struct Api {
    url: String,
    http: reqwest::Client,
}

impl Api {
    async fn get(&self, path: &str) -> Value {
        let request = self.http.get(format!("{}/v1/{path}", self.url));
        let response = request.bearer_auth(SECRET_KEY).send().await.unwrap();
        serde_json::from_str(&response.text().await.unwrap()).unwrap()
    }

    async fn post(&self, path: &str, form: &[(&str, &str)]) -> Value {
        let pairs = form.iter().map(|(name, value)| format!("{name}={value}"));
        let body = pairs.collect::<Vec<_>>().join("&");
        let request = self.http.post(format!("{}/v1/{path}", self.url)).body(body);
        let response = request.bearer_auth(SECRET_KEY).send().await.unwrap();
        serde_json::from_str(&response.text().await.unwrap()).unwrap()
    }

    async fn pay(&self, capture: &str) -> Value {
        let form = [("amount", "1000"), ("currency", "gbp"), ("capture_method", capture)];
        self.post("payment_intents", &form).await
    }
}

fn id(object: &Value) -> &str {
    object["id"].as_str().unwrap()
}

fn secret(object: &Value) -> &str {
    object["client_secret"].as_str().unwrap()
}

struct Check<'a> {
    examples: &'a Map<String, Value>,
    kinds: BTreeSet<String>,
    fields: usize,
    differences: BTreeSet<String>,
}

impl Check<'_> {
    /// Compares an object, or each of a list, with the example of its kind. Errors have no example.
    fn object(&mut self, object: &Value) {
        match object["object"].as_str() {
            Some("list") => {
                for one in object["data"].as_array().unwrap() {
                    self.object(one);
                }
            }
            Some(kind) => match self.examples.get(kind) {
                Some(example) => {
                    self.kinds.insert(kind.to_owned());
                    self.fields(kind, object, example);
                }
                None => self.differ(format!("{kind}: no example of this kind")),
            },
            None if object["error"].is_object() => {}
            None => self.differ(format!("an object without a kind: {object}")),
        }
    }

    fn fields(&mut self, path: &str, ours: &Value, example: &Value) {
        for (name, value) in ours.as_object().into_iter().flatten() {
            let path = format!("{path}.{name}");
            // Metadata are the program's own.
            let has_example = ![ADDED, "metadata"].contains(&&**name);
            if !has_example || OPTIONAL.contains(&&*path) {
                continue;
            }
            self.fields += 1;
            match (value, example.get(name)) {
                (_, None) => self.differ(format!("{path}: the example has no such field")),
                (Value::Null, _) | (_, Some(Value::Null)) => {}
                (Value::Object(_), Some(_)) if value["object"].is_string() => self.object(value),
                (Value::Array(ours), Some(Value::Array(theirs))) => {
                    for (ours, theirs) in ours.iter().zip(theirs.iter().cycle()) {
                        self.fields(&path, ours, theirs);
                    }
                }
                (_, Some(theirs)) if kind_of(value) == kind_of(theirs) => {
                    // An empty object of an example tells nothing about its fields.
                    if theirs.as_object().is_none_or(|fields| !fields.is_empty()) {
                        self.fields(&path, value, theirs);
                    }
                }
                (_, Some(theirs)) => {
                    let (is, should) = (kind_of(value), kind_of(theirs));
                    self.differ(format!("{path}: {is}, in the example {should}"));
                }
            }
        }
    }

    fn differ(&mut self, difference: String) {
        self.differences.insert(difference);
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
