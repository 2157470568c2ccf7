//! The HTTP API.

use std::collections::HashMap;

use poem::{
    Body, Endpoint, EndpointExt, Request, Response, Route,
    endpoint::make_sync,
    error::ReadBodyError,
    get, handler,
    http::StatusCode,
    post,
    web::{Data, Form, Path, Query},
};
use serde_json::{Value, json};

use super::{
    Account, Card, Fault, PUBLISHABLE_KEY, SECRET_KEY, balance, billing, connect, dispute,
    intent::{Reply, refusal},
};

pub(super) type Fields = HashMap<String, String>;

/// Types of objects in a list are told by `object`; every list has the same shape:
/// <https://docs.stripe.com/api/pagination>.
const PAGE: usize = 100;

pub(super) fn routes(account: Account) -> impl Endpoint {
    let api = Route::new()
        .at("/payment_intents", post(create))
        .at("/payment_intents/:id", get(retrieve).post(update))
        .at("/payment_intents/:id/cancel", post(cancel))
        .at("/payment_intents/:id/capture", post(capture))
        .at("/refunds", get(refunds).post(refund))
        .at("/balance_transactions", get(balance_transactions))
        .at("/events", get(events));
    let api = dispute::routes(connect::routes(billing::routes(api)));
    // What the card form calls from a browser, with the publishable key and the client secret.
    let browser = Route::new()
        .at("/confirm", post(confirm))
        .at("/confirm_setup", post(billing::confirm_setup))
        .at("/authenticate", post(authenticate));
    let failing = account.clone();
    let api = api.around(move |endpoint, request| {
        let account = failing.clone();
        async move { fallibly(&account, &*endpoint, request).await }
    });
    let down = make_sync(|_| StatusCode::NOT_FOUND);
    Route::new().nest("/v1", api).nest("/browser", browser).at("/*", down).data(account)
}

/// Checks the secret key, honours idempotency keys and fails on demand.
async fn fallibly<E: Endpoint>(
    account: &Account,
    endpoint: &E,
    mut request: Request,
) -> poem::Result<Response> {
    let (fault, denied) = {
        let mut state = account.state();
        state.requests += 1;
        (state.faults.pop_front(), state.denied)
    };
    match fault {
        Some(Fault::Error) => return Ok(respond(error_500())),
        Some(Fault::Late(delay)) => tokio::time::sleep(delay).await,
        _ => {}
    }
    if denied || request.header("authorization") != Some(&format!("Bearer {SECRET_KEY}")) {
        let reply = refusal(401, "invalid_request_error", "api_key_invalid", "Invalid API Key");
        return Ok(respond(reply));
    }
    let key = request.header("idempotency-key").map(str::to_owned);
    let body = request.take_body().into_bytes().await.map_err(|error: ReadBodyError| {
        poem::Error::from_string(error.to_string(), StatusCode::BAD_REQUEST)
    })?;
    request.set_body(Body::from(body.clone()));
    let mut fields: Fields = form(&body)
        .into_iter()
        .chain([("path".to_owned(), request.uri().path().to_owned())])
        .collect();
    fields.remove("");
    let first = key.as_ref().and_then(|key| account.state().responses.get(key).cloned());
    let reply = match first {
        // Stripe compares the parameters and repeats the first response, a failure included:
        // https://docs.stripe.com/api/idempotent_requests
        Some((asked, status, body)) if asked == fields => (status, body),
        Some(_) => refusal(
            400,
            "idempotency_error",
            "idempotency_key_in_use",
            "Keys for idempotent requests can only be used with the same parameters.",
        ),
        None => {
            let response = endpoint.get_response(request).await;
            let status = response.status().as_u16();
            let body = response.into_body().into_json().await.unwrap_or(Value::Null);
            let reply = match fault {
                Some(Fault::ErrorAfterwards) => error_500(),
                _ => (status, body),
            };
            if let Some(key) = key {
                account.state().responses.insert(key, (fields, reply.0, reply.1.clone()));
            }
            reply
        }
    };
    match fault {
        // The connection ends without a response in time.
        Some(Fault::LostAnswer) => {
            std::future::pending::<()>().await;
            Ok(respond(reply))
        }
        Some(Fault::Garbage) => Ok(Response::builder().body("<html>Bad gateway</html>")),
        _ => Ok(respond(reply)),
    }
}

pub(super) fn form(body: &[u8]) -> Vec<(String, String)> {
    let decoded = |text: &str| {
        let text = text.replace('+', " ");
        percent_encoding::percent_decode_str(&text).decode_utf8_lossy().into_owned()
    };
    let text = String::from_utf8_lossy(body).into_owned();
    let pairs = text.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    pairs.map(|(name, value)| (decoded(name), decoded(value))).collect()
}

fn error_500() -> Reply {
    (500, json!({ "error": { "type": "api_error", "message": "An unknown error occurred" } }))
}

pub(super) fn respond((status, body): Reply) -> Response {
    Response::builder()
        .status(StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR))
        .header("access-control-allow-origin", "*")
        .content_type("application/json")
        .body(body.to_string())
}

#[handler]
async fn create(Data(account): Data<&Account>, body: Body) -> Response {
    let body = body.into_bytes().await.unwrap_or_default();
    respond(account.state().create(&form(&body).into_iter().collect()))
}

#[handler]
fn retrieve(Data(account): Data<&Account>, Path(id): Path<String>) -> Response {
    respond(account.state().retrieve(&id))
}

#[handler]
async fn update(Data(account): Data<&Account>, Path(id): Path<String>, body: Body) -> Response {
    let body = body.into_bytes().await.unwrap_or_default();
    respond(account.state().choose(&id, &form(&body).into_iter().collect()))
}

#[handler]
fn cancel(Data(account): Data<&Account>, Path(id): Path<String>) -> Response {
    respond(account.state().cancel(&id))
}

#[handler]
fn capture(Data(account): Data<&Account>, Path(id): Path<String>) -> Response {
    respond(account.state().capture(&id))
}

#[handler]
async fn refund(Data(account): Data<&Account>, body: Body) -> Response {
    let body = body.into_bytes().await.unwrap_or_default();
    respond(account.state().refund(&form(&body).into_iter().collect()))
}

#[handler]
fn refunds(Data(account): Data<&Account>, Query(query): Query<Vec<(String, String)>>) -> Response {
    let payment = query.iter().find(|(name, _)| name == "payment_intent");
    respond(account.state().refunds(payment.map(|(_, id)| id.as_str()).unwrap_or_default()))
}

/// Lists events, newest first: <https://docs.stripe.com/api/events/list>.
#[handler]
fn events(Data(account): Data<&Account>, Query(query): Query<Vec<(String, String)>>) -> Response {
    let types: Vec<&String> =
        query.iter().filter(|(key, _)| key.starts_with("types")).map(|(_, value)| value).collect();
    let state = account.state();
    let of_type =
        |event: &Value| types.is_empty() || types.iter().any(|kind| event["type"] == kind.as_str());
    let events = state.events.iter().filter(|event| of_type(event));
    respond(list("/v1/events", events, &query, Value::clone))
}

/// Lists the account's lines, newest first:
/// <https://docs.stripe.com/api/balance_transactions/list>.
#[handler]
fn balance_transactions(
    Data(account): Data<&Account>,
    Query(query): Query<Vec<(String, String)>>,
) -> Response {
    let expanded =
        query.iter().any(|(key, value)| key.starts_with("expand") && value == "data.source");
    let state = account.state();
    let shown = |line: &Value| balance::shown(line, expanded);
    respond(list("/v1/balance_transactions", state.balance.iter(), &query, shown))
}

/// Returns a page of `objects`, which are the oldest first, as `show` returns them:
/// <https://docs.stripe.com/api/pagination>.
fn list<'a>(
    url: &str,
    objects: impl DoubleEndedIterator<Item = &'a Value>,
    query: &[(String, String)],
    show: impl Fn(&Value) -> Value,
) -> Reply {
    let named = |name: &str| query.iter().find(|(key, _)| key == name).map(|(_, value)| value);
    let number = |name: &str| named(name).and_then(|value| value.parse::<i64>().ok());
    let since = number("created[gte]").unwrap_or(i64::MIN);
    let until = number("created[lt]").unwrap_or(i64::MAX);
    let limit = number("limit").and_then(|limit| usize::try_from(limit).ok()).unwrap_or(10);
    let limit = limit.min(PAGE);
    let created = |object: &Value| object["created"].as_i64().unwrap_or_default();
    let wanted = |object: &&Value| (since..until).contains(&created(object));
    let mut listed: Vec<&Value> = objects.rev().filter(wanted).collect();
    if let Some(after) = named("starting_after") {
        let place = listed.iter().position(|object| object["id"] == after.as_str());
        listed.drain(..place.map_or(0, |place| place + 1));
    }
    let has_more = listed.len() > limit;
    let data: Vec<Value> = listed.into_iter().take(limit).map(show).collect();
    (200, json!({ "object": "list", "url": url, "has_more": has_more, "data": data }))
}

#[handler]
fn confirm(Data(account): Data<&Account>, Form(fields): Form<Fields>) -> Response {
    let field = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    if field("key") != PUBLISHABLE_KEY {
        let reply = refusal(401, "invalid_request_error", "api_key_invalid", "Invalid API Key");
        return respond(reply);
    }
    if !fields.contains_key("number") {
        return respond(account.state().confirm_saved(field("client_secret")));
    }
    match Card::numbered(&field("number").replace(' ', "")) {
        Some(card) => respond(account.state().confirm(field("client_secret"), card)),
        None => respond(refusal(
            402,
            "card_error",
            "incorrect_number",
            "Your card number is incorrect.",
        )),
    }
}

#[handler]
fn authenticate(Data(account): Data<&Account>, Form(fields): Form<Fields>) -> Response {
    let field = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
    respond(account.state().authenticate(field("client_secret"), field("passes") == "true"))
}
