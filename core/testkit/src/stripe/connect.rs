//! Connected accounts, and transfers to them: <https://docs.stripe.com/connect>.

use poem::{
    Body, Response, Route, get, handler, post,
    web::{Data, Path, Query},
};
use serde_json::{Value, json};

use super::{
    Account, FakeStripe, State,
    billing::{list, metadata},
    intent::{Reply, refusal},
    server::{Fields, form, respond},
};

/// Connected accounts and transfers, as Stripe shows them, oldest first.
#[derive(Default)]
pub(super) struct Connect {
    accounts: Vec<Value>,
    transfers: Vec<Value>,
    /// Pence available for transfers.
    balance: i64,
}

/// Time for which an account link is valid, in seconds.
const LINK_SECONDS: i64 = 300;

/// Adds the paths below `/v1`.
pub(super) fn routes(api: Route) -> Route {
    api.at("/accounts", post(create_account).get(list_accounts))
        .at("/accounts/:id", get(retrieve_account))
        .at("/account_links", post(create_link))
        .at("/transfers", post(create_transfer).get(list_transfers))
        .at("/transfers/:id", get(retrieve_transfer))
}

fn invalid(code: &str, message: &str) -> Reply {
    refusal(400, "invalid_request_error", code, message)
}

fn missing(what: &str) -> Reply {
    refusal(404, "invalid_request_error", "resource_missing", &format!("No such {what}"))
}

fn of_id<'a>(all: &'a mut [Value], id: &str) -> Option<&'a mut Value> {
    all.iter_mut().find(|object| object["id"] == id)
}

impl State {
    /// Creates an account: <https://docs.stripe.com/api/accounts/create>. Its capabilities begin as
    /// inactive: <https://docs.stripe.com/connect/account-capabilities>.
    fn create_account(&mut self, form: &Fields) -> Reply {
        if form.get("country").is_none_or(|country| country != "GB") {
            return invalid("country_unsupported", "This country is not supported.");
        }
        if form.contains_key("type") && form.keys().any(|name| name.starts_with("controller")) {
            return invalid("parameter_invalid", "You may not specify both type and controller.");
        }
        let requested = form.get("capabilities[transfers][requested]");
        let missing = ["external_account", "individual.dob.day", "tos_acceptance.date"];
        let shown = json!({
            "id": self.id("acct"), "object": "account", "created": self.now, "country": "GB",
            "charges_enabled": false, "payouts_enabled": false, "details_submitted": false,
            "capabilities": { "transfers": requested.map(|_| "inactive") },
            "requirements": {
                "currently_due": missing, "past_due": missing, "eventually_due": missing,
                "disabled_reason": "requirements.past_due",
            },
            "metadata": metadata(form), "a_field_of_tomorrow": { "list": [1, null] },
        });
        self.connect.accounts.push(shown.clone());
        (200, shown)
    }

    /// Creates a link, which works once and for minutes:
    /// <https://docs.stripe.com/api/account_links/create>.
    fn create_link(&mut self, form: &Fields) -> Reply {
        let field = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
        if of_id(&mut self.connect.accounts, field("account")).is_none() {
            return invalid("resource_missing", "No such account");
        }
        for url in ["return_url", "refresh_url"] {
            if !field(url).starts_with("http") {
                return invalid("url_invalid", "Not a valid URL");
            }
        }
        let (account, expires_at) = (field("account").to_owned(), self.now + LINK_SECONDS);
        let url = format!("https://connect.stripe.com/setup/{account}/{}", self.id("link"));
        let created = self.now;
        let shown = json!({
            "object": "account_link", "created": created, "expires_at": expires_at, "url": url,
        });
        (200, shown)
    }

    /// Sends money from the balance to an account that can receive transfers:
    /// <https://docs.stripe.com/api/transfers/create>.
    fn create_transfer(&mut self, form: &Fields) -> Reply {
        let field = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
        let amount = field("amount").parse::<i64>().unwrap_or_default();
        if amount < 1 || field("currency") != "gbp" {
            return invalid("parameter_invalid_integer", "Invalid amount or currency");
        }
        let Some(account) = of_id(&mut self.connect.accounts, field("destination")) else {
            return invalid("resource_missing", "No such destination");
        };
        if account["capabilities"]["transfers"] != "active" {
            let message = "Your destination account needs to have the transfers capability.";
            return invalid("insufficient_capabilities_for_transfer", message);
        }
        if amount > self.connect.balance {
            let message = "You have insufficient available funds in your Stripe account.";
            return invalid("balance_insufficient", message);
        }
        self.connect.balance -= amount;
        let shown = json!({
            "id": self.id("tr"), "object": "transfer", "amount": amount, "amount_reversed": 0,
            "created": self.now, "currency": "gbp", "destination": field("destination"),
            "livemode": false, "metadata": metadata(form), "reversed": false,
            "reversals": { "object": "list", "data": [], "has_more": false, "url": "/v1" },
            "transfer_group": form.get("transfer_group"),
        });
        self.connect.transfers.push(shown.clone());
        self.balance_line("transfer", -amount, 0, &shown);
        self.event("transfer.created", &shown);
        (200, shown)
    }
}

impl FakeStripe {
    /// Returns the connected accounts, oldest first.
    pub fn accounts(&self) -> Vec<Value> {
        self.account.state().connect.accounts.clone()
    }

    /// Removes an account, as when its owner closes it at Stripe.
    pub fn close_account(&self, id: &str) {
        self.account.state().connect.accounts.retain(|account| account["id"] != id);
    }

    /// Returns the transfers, oldest first.
    pub fn transfers(&self) -> Vec<Value> {
        self.account.state().connect.transfers.clone()
    }

    /// Sets the money available for transfers, in pence.
    pub fn set_balance(&self, pence: i64) {
        self.account.state().connect.balance = pence;
    }

    /// Completes Stripe's form for an account; nothing is missing then.
    pub fn onboard(&self, account: &str) {
        self.change_account(account, |account| {
            account["details_submitted"] = json!(true);
            account["charges_enabled"] = json!(true);
            account["payouts_enabled"] = json!(true);
            account["capabilities"]["transfers"] = json!("active");
            account["requirements"] = json!({
                "currently_due": [], "past_due": [], "eventually_due": [], "disabled_reason": null,
            });
        });
    }

    /// Submits Stripe's form for an account, which Stripe then verifies.
    pub fn submit(&self, account: &str) {
        self.change_account(account, |account| {
            account["details_submitted"] = json!(true);
            account["capabilities"]["transfers"] = json!("pending");
            account["requirements"] = json!({
                "currently_due": [], "past_due": [], "eventually_due": [],
                "disabled_reason": "requirements.pending_verification",
            });
        });
    }

    /// Takes the permissions of an account away until these details are given:
    /// <https://docs.stripe.com/connect/handling-api-verification>.
    pub fn restrict(&self, account: &str, missing: &[&str]) {
        self.change_account(account, |account| {
            account["payouts_enabled"] = json!(false);
            account["capabilities"]["transfers"] = json!("inactive");
            account["requirements"] = json!({
                "currently_due": missing, "past_due": missing, "eventually_due": missing,
                "disabled_reason": "requirements.past_due",
            });
        });
    }

    fn change_account(&self, id: &str, change: impl FnOnce(&mut Value)) {
        let mut state = self.account.state();
        let Some(account) = of_id(&mut state.connect.accounts, id) else { return };
        change(account);
        let shown = account.clone();
        state.event("account.updated", &shown);
    }

    /// Reverses part of a transfer in Stripe's own console:
    /// <https://docs.stripe.com/api/transfer_reversals>.
    pub fn reverse(&self, transfer: &str, pence: i64) {
        let mut state = self.account.state();
        let Some(found) = of_id(&mut state.connect.transfers, transfer) else { return };
        let reversed = found["amount_reversed"].as_i64().unwrap_or_default() + pence;
        found["amount_reversed"] = json!(reversed);
        found["reversed"] = json!(Some(reversed) == found["amount"].as_i64());
        let shown = found.clone();
        state.connect.balance += pence;
        let reversal = json!({
            "id": state.id("trr"), "object": "transfer_reversal", "amount": pence,
            "transfer": transfer, "metadata": {},
        });
        state.balance_line("transfer_refund", pence, 0, &reversal);
        state.event("transfer.reversed", &shown);
    }
}

#[handler]
async fn create_account(Data(account): Data<&Account>, body: Body) -> Response {
    let body = body.into_bytes().await.unwrap_or_default();
    respond(account.state().create_account(&form(&body).into_iter().collect()))
}

#[handler]
fn list_accounts(
    Data(account): Data<&Account>,
    Query(query): Query<Vec<(String, String)>>,
) -> Response {
    respond(list(account.state().connect.accounts.iter(), &query))
}

#[handler]
fn retrieve_account(Data(account): Data<&Account>, Path(id): Path<String>) -> Response {
    let mut state = account.state();
    let found = of_id(&mut state.connect.accounts, &id).cloned();
    // <https://docs.stripe.com/error-codes#account-invalid>
    let gone = || refusal(403, "invalid_request_error", "account_invalid", "No access to account");
    respond(found.map_or_else(gone, |account| (200, account)))
}

#[handler]
async fn create_link(Data(account): Data<&Account>, body: Body) -> Response {
    let body = body.into_bytes().await.unwrap_or_default();
    respond(account.state().create_link(&form(&body).into_iter().collect()))
}

#[handler]
async fn create_transfer(Data(account): Data<&Account>, body: Body) -> Response {
    let body = body.into_bytes().await.unwrap_or_default();
    respond(account.state().create_transfer(&form(&body).into_iter().collect()))
}

#[handler]
fn list_transfers(
    Data(account): Data<&Account>,
    Query(query): Query<Vec<(String, String)>>,
) -> Response {
    respond(list(account.state().connect.transfers.iter(), &query))
}

#[handler]
fn retrieve_transfer(Data(account): Data<&Account>, Path(id): Path<String>) -> Response {
    let mut state = account.state();
    let found = of_id(&mut state.connect.transfers, &id).cloned();
    respond(found.map_or_else(|| missing("transfer"), |transfer| (200, transfer)))
}
