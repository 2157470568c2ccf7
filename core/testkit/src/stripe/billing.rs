//! Customers and their saved cards: <https://docs.stripe.com/payments/save-and-reuse>.

use std::collections::HashMap;

use poem::{
    Body, Response, Route, get, handler, post,
    web::{Data, Form, Path, Query},
};
use serde_json::{Value, json};

use super::{
    Account, Card, FakeStripe, PUBLISHABLE_KEY, State,
    intent::{self, Reply, refusal},
    server::{Fields, form, respond},
};

/// Customers, cards being saved, and saved cards, as Stripe shows them.
#[derive(Default)]
pub(super) struct Billing {
    /// Oldest first.
    customers: Vec<Value>,
    setups: HashMap<String, Value>,
    methods: HashMap<String, Value>,
}

/// Adds the paths below `/v1`.
pub(super) fn routes(api: Route) -> Route {
    api.at("/customers", post(create_customer).get(list_customers))
        .at("/customers/:id", get(retrieve_customer))
        .at("/setup_intents", post(create_setup))
        .at("/setup_intents/:id", get(retrieve_setup))
        .at("/payment_methods/:id", get(retrieve_method))
        .at("/payment_methods/:id/detach", post(detach))
}

/// Returns the metadata of a form.
pub(super) fn metadata(form: &Fields) -> HashMap<String, String> {
    let entries = form.iter().filter_map(|(name, value)| {
        let name = name.strip_prefix("metadata[")?.strip_suffix(']')?;
        Some((name.to_owned(), value.clone()))
    });
    entries.collect()
}

/// Lists objects, newest first: <https://docs.stripe.com/api/pagination>.
pub(super) fn list<'a>(
    all: impl DoubleEndedIterator<Item = &'a Value>,
    query: &[(String, String)],
) -> Reply {
    let named = |name: &str| query.iter().find(|(key, _)| key == name).map(|(_, value)| value);
    let number = |name: &str| named(name).and_then(|value| value.parse::<i64>().ok());
    let since = number("created[gte]").unwrap_or(i64::MIN);
    let limit = number("limit").and_then(|limit| usize::try_from(limit).ok()).unwrap_or(10);
    let is_of = |object: &Value, field: &str| {
        named(field).is_none_or(|wanted| object[field] == wanted.as_str())
    };
    let wanted = |object: &&Value| {
        object["created"].as_i64() >= Some(since)
            && is_of(object, "transfer_group")
            && is_of(object, "payment_intent")
    };
    let mut listed: Vec<&Value> = all.rev().filter(wanted).collect();
    if let Some(after) = named("starting_after") {
        let place = listed.iter().position(|object| object["id"] == after.as_str());
        listed.drain(..place.map_or(0, |place| place + 1));
    }
    let has_more = listed.len() > limit;
    listed.truncate(limit);
    (200, json!({ "object": "list", "url": "/v1", "has_more": has_more, "data": listed }))
}

fn missing(what: &str) -> Reply {
    refusal(404, "invalid_request_error", "resource_missing", &format!("No such {what}"))
}

fn secret_of(id: &str) -> String {
    format!("{id}_secret_{}", id.len() * 7919)
}

impl State {
    /// Creates a customer: <https://docs.stripe.com/api/customers/create>.
    fn create_customer(&mut self, form: &Fields) -> Reply {
        let shown = json!({
            "id": self.id("cus"), "object": "customer", "created": self.now, "livemode": false,
            "metadata": metadata(form), "a_field_of_tomorrow": { "list": [1, null] },
        });
        self.billing.customers.push(shown.clone());
        self.event("customer.created", &shown);
        (200, shown)
    }

    /// Begins to save a card: <https://docs.stripe.com/api/setup_intents/create>. In this version
    /// of the API, `payment_method_types` is unknown.
    fn create_setup(&mut self, form: &Fields) -> Reply {
        if form.contains_key("payment_method_types") {
            let message = "Received unknown parameter: payment_method_types";
            return refusal(400, "invalid_request_error", "parameter_unknown", message);
        }
        let customer = form.get("customer").cloned().unwrap_or_default();
        let is_it = |known: &Value| known["id"] == customer.as_str() && known["deleted"] != true;
        if !self.billing.customers.iter().any(is_it) {
            return refusal(400, "invalid_request_error", "resource_missing", "No such customer");
        }
        let id = self.id("seti");
        let shown = json!({
            "id": id, "object": "setup_intent", "created": self.now, "livemode": false,
            "client_secret": secret_of(&id), "customer": customer, "payment_method": null,
            "payment_method_types": ["card"], "status": "requires_payment_method",
            "usage": form.get("usage"), "metadata": metadata(form),
        });
        self.billing.setups.insert(id, shown.clone());
        (200, shown)
    }

    /// Saves a card, as the card form in a browser does with the client secret:
    /// <https://docs.stripe.com/api/setup_intents/confirm>. Cards that lack money can be saved.
    fn confirm_setup(&mut self, client_secret: &str, card: Card, passed: bool) -> Reply {
        let (id, now) = (self.id("pm"), self.now);
        let setup = self.billing.setups.values_mut();
        let Some(setup) = setup.into_iter().find(|setup| setup["client_secret"] == client_secret)
        else {
            return missing("setupintent");
        };
        if ["succeeded", "canceled"].contains(&setup["status"].as_str().unwrap_or_default()) {
            let message = "This SetupIntent has ended.";
            return refusal(400, "invalid_request_error", "setup_intent_unexpected_state", message);
        }
        match card {
            Card::Declined => {
                return refusal(402, "card_error", "card_declined", "Your card was declined.");
            }
            Card::Slow => return missing("payment_method"),
            Card::AsksHolder if !passed => {
                setup["status"] = json!("requires_action");
                return (200, setup.clone());
            }
            Card::AsksHolder | Card::Pays | Card::Disputed | Card::Empty => {}
        }
        let method = json!({
            "id": id, "object": "payment_method", "created": now, "livemode": false,
            "type": "card", "customer": setup["customer"], "billing_details": {},
            "card": {
                "brand": "visa", "last4": card.last4(), "exp_month": 8, "exp_year": 2031,
                "funding": "credit", "networks": { "available": ["visa"] },
            },
        });
        setup["payment_method"] = json!(id);
        setup["status"] = json!("succeeded");
        let shown = setup.clone();
        self.billing.methods.insert(id, method.clone());
        self.event("payment_method.attached", &method);
        self.event("setup_intent.succeeded", &shown);
        (200, shown)
    }

    /// Chooses a saved card for a payment, which must then be confirmed; the card must be attached
    /// to the customer: <https://docs.stripe.com/api/payment_intents/update>.
    pub(super) fn choose(&mut self, payment: &str, form: &Fields) -> Reply {
        let field = |name: &str| form.get(name).cloned().unwrap_or_default();
        let (customer, id) = (field("customer"), field("payment_method"));
        let Some(intent) = self.intents.get_mut(payment) else { return intent::missing() };
        if !intent.can_be_confirmed() {
            return intent::unexpected(intent);
        }
        let method = self.billing.methods.get(&id);
        if !method.is_some_and(|method| method["customer"] == customer.as_str()) {
            let message = format!(
                "The customer does not have a payment method with the ID {id}. The payment method \
                 must be attached to the customer."
            );
            return refusal(400, "invalid_request_error", "resource_missing", &message);
        }
        intent.customer = Some(customer);
        intent.method = Some(id);
        intent.status = "requires_confirmation";
        (200, intent.to_json())
    }

    /// Pays with the saved card that was chosen, as the script in a browser does with the client
    /// secret: <https://docs.stripe.com/js/payment_intents/confirm_payment>. The card does what its
    /// number does: <https://docs.stripe.com/testing>.
    pub(super) fn confirm_saved(&mut self, client_secret: &str) -> Reply {
        let Some(intent) = self.by_secret(client_secret) else { return intent::missing() };
        let (method, status) = (intent.method.clone(), intent.status);
        let method = method.and_then(|id| self.billing.methods.get(&id));
        let card = method.and_then(|method| Card::ending(method["card"]["last4"].as_str()?));
        match card.filter(|_| status == "requires_confirmation") {
            Some(card) => self.confirm(client_secret, card),
            None => self
                .by_secret(client_secret)
                .map_or_else(intent::missing, |intent| intent::unexpected(intent)),
        }
    }

    /// Detaches a card, once: <https://docs.stripe.com/api/payment_methods/detach>.
    fn detach(&mut self, id: &str) -> Reply {
        let Some(method) = self.billing.methods.get_mut(id) else {
            return missing("PaymentMethod");
        };
        if method["customer"].is_null() {
            let message = "The payment method you provided is not attached to a customer.";
            return refusal(
                400,
                "invalid_request_error",
                "payment_method_unexpected_state",
                message,
            );
        }
        method["customer"] = Value::Null;
        let shown = method.clone();
        self.event("payment_method.detached", &shown);
        (200, shown)
    }
}

impl FakeStripe {
    /// Returns the customers, oldest first.
    pub fn customers(&self) -> Vec<Value> {
        self.account.state().billing.customers.clone()
    }

    /// Returns the saved cards, detached ones included.
    pub fn methods(&self) -> Vec<Value> {
        self.account.state().billing.methods.values().cloned().collect()
    }

    /// Saves a card in the browser, where its holder answers the bank's question with yes; returns
    /// the new status, or the code of the error.
    pub fn save_card(&self, client_secret: &str, card: Card) -> String {
        let (status, response) = self.account.state().confirm_setup(client_secret, card, true);
        let text = if status == 200 { &response["status"] } else { &response["error"]["code"] };
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Deletes a customer in Stripe's own console, which detaches its cards:
    /// <https://docs.stripe.com/api/customers/delete>.
    pub fn delete_customer(&self, id: &str) {
        let mut state = self.account.state();
        for customer in state.billing.customers.iter_mut().filter(|known| known["id"] == id) {
            *customer = json!({ "id": id, "object": "customer", "deleted": true });
        }
        for method in state.billing.methods.values_mut().filter(|known| known["customer"] == id) {
            method["customer"] = Value::Null;
        }
    }

    /// Detaches a card in Stripe's own console.
    pub fn detach_card(&self, id: &str) {
        self.account.state().detach(id);
    }

    /// Renews a card, as its bank tells Stripe.
    pub fn renew_card(&self, id: &str, year: i64) {
        let mut state = self.account.state();
        let Some(method) = state.billing.methods.get_mut(id) else { return };
        method["card"]["exp_year"] = json!(year);
        let shown = method.clone();
        state.event("payment_method.automatically_updated", &shown);
    }
}

#[handler]
async fn create_customer(Data(account): Data<&Account>, body: Body) -> Response {
    let body = body.into_bytes().await.unwrap_or_default();
    respond(account.state().create_customer(&form(&body).into_iter().collect()))
}

#[handler]
fn list_customers(
    Data(account): Data<&Account>,
    Query(query): Query<Vec<(String, String)>>,
) -> Response {
    respond(list(account.state().billing.customers.iter(), &query))
}

#[handler]
fn retrieve_customer(Data(account): Data<&Account>, Path(id): Path<String>) -> Response {
    let state = account.state();
    let found = state.billing.customers.iter().find(|customer| customer["id"] == id).cloned();
    respond(found.map_or_else(|| missing("customer"), |customer| (200, customer)))
}

#[handler]
async fn create_setup(Data(account): Data<&Account>, body: Body) -> Response {
    let body = body.into_bytes().await.unwrap_or_default();
    respond(account.state().create_setup(&form(&body).into_iter().collect()))
}

#[handler]
fn retrieve_setup(Data(account): Data<&Account>, Path(id): Path<String>) -> Response {
    let state = account.state();
    let found = state.billing.setups.get(&id).cloned();
    respond(found.map_or_else(|| missing("setupintent"), |setup| (200, setup)))
}

#[handler]
fn retrieve_method(Data(account): Data<&Account>, Path(id): Path<String>) -> Response {
    let state = account.state();
    let found = state.billing.methods.get(&id).cloned();
    respond(found.map_or_else(|| missing("PaymentMethod"), |method| (200, method)))
}

#[handler]
fn detach(Data(account): Data<&Account>, Path(id): Path<String>) -> Response {
    respond(account.state().detach(&id))
}

/// Saves a card for the script in a browser, which shows the bank's question itself.
#[handler]
pub(super) fn confirm_setup(Data(account): Data<&Account>, Form(fields): Form<Fields>) -> Response {
    let field = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    if field("key") != PUBLISHABLE_KEY {
        let reply = refusal(401, "invalid_request_error", "api_key_invalid", "Invalid API Key");
        return respond(reply);
    }
    let Some(card) = Card::numbered(&field("number").replace(' ', "")) else {
        let message = "Your card number is incorrect.";
        return respond(refusal(402, "card_error", "incorrect_number", message));
    };
    let passed = field("passed") == "true";
    respond(account.state().confirm_setup(field("client_secret"), card, passed))
}
