//! Measures chat messages between a thousand people at the same time.

use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use tokio::sync::mpsc::unbounded_channel;
use tokio::task::JoinSet;
use tokio::time::{sleep, sleep_until};

use crate::client::Client;
use crate::figures::{Figures, millis, percentile};
use crate::process::{Server, Setup};
use crate::streams::{Arrival, Stream};

/// Number of people, who write in pairs.
const TALKING: usize = 1_000;
/// Number of open streams per person.
const PAGES: usize = 5;
/// Interval between messages of one person, and number of messages.
const EVERY: Duration = Duration::from_secs(10);
const ROUNDS: usize = 3;
/// Time until the last messages must have arrived.
const ARRIVE: Duration = Duration::from_secs(5);
/// Number of concurrent sign-ups.
pub(crate) const AT_ONCE: usize = 8;

/// Starts a server and measures many conversations.
///
/// # Errors
/// When the server does not start, or does not answer.
pub(crate) async fn measure(setup: &Setup, figures: &mut Figures) -> Result<()> {
    setup.clear()?;
    let server = setup.start().await?;
    crowd(&server, figures).await?;
    server.stop().await
}

/// Measures messages between many people with open pages.
async fn crowd(server: &Server, figures: &mut Figures) -> Result<()> {
    let address = server.address;
    let people = Arc::new(sign_up(address, TALKING).await?);
    let before = server.idle_memory().await?;
    let (arrivals, mut arrived) = unbounded_channel::<Arrival>();
    let mut open = Vec::new();
    for Person { token, .. } in people.iter() {
        for page in 0..PAGES {
            let stream = Stream::open(address, token).await?;
            // One page per person is read; the others are only kept open.
            match page {
                0 => drop(tokio::spawn(stream.tell(arrivals.clone()))),
                _ => open.push(stream),
            }
        }
    }
    let streams = TALKING * PAGES;
    let memory = server.idle_memory().await?;
    figures.add("talk: memory with 5,000 streams", memory, "MiB", 512.0);
    let each = (memory - before) * 1024.0 / f64::from(u32::try_from(streams)?);
    figures.remark(format!(
        "{streams} streams cost {each:.1} KiB each, beside {before:.0} MiB without them"
    ));

    let sent = talk(address, &people).await?;
    sleep(ARRIVE).await;
    let mut seen = HashMap::new();
    while let Ok((id, at)) = arrived.try_recv() {
        // Sender and receiver both get the message; the later arrival counts.
        let latest = seen.entry(id).or_insert(at);
        *latest = at.max(*latest);
    }
    let mut times = Vec::new();
    for (id, at) in &sent {
        let arrived = seen.get(id).with_context(|| format!("{id} has not arrived"))?;
        times.push(arrived.saturating_duration_since(*at));
    }
    times.sort();
    figures.add_millis("talk: message to screen, p99", percentile(&times, 99), 100.0);
    let messages = f64::from(u32::try_from(sent.len())?);
    let now = server.idle_memory().await?;
    figures.remark(format!(
        "{TALKING} people wrote {messages} messages, each one every {EVERY:?}: median {:.1} ms; \
         memory afterwards {now:.0} MiB, {:.0} KiB for 1,000 messages",
        millis(percentile(&times, 50)),
        (now - memory).max(0.0) * 1024.0 * 1000.0 / messages,
    ));
    drop(open);
    Ok(())
}

/// Sends messages within each pair, spread over time; returns ids and times of sending.
async fn talk(address: SocketAddr, people: &Arc<Vec<Person>>) -> Result<Vec<Arrival>> {
    let start = tokio::time::Instant::now() + Duration::from_secs(1);
    let mut writers = JoinSet::new();
    for number in 0..people.len() {
        let people = Arc::clone(people);
        writers.spawn(async move {
            let (own, other) = (&people[number], &people[number ^ 1]);
            let mut client = Client::connect(address).await?.with_token(&own.token);
            let turn = EVERY.mul_f64(f64::from(u32::try_from(number)?) / 1_000.0);
            let mut sent = Vec::new();
            for round in 0..ROUNDS {
                sleep_until(start + turn + EVERY * u32::try_from(round)?).await;
                let body = json!({
                    "senderId": own.id,
                    "receiverId": other.id,
                    "content": format!("Shall I bring the long ladder on Tuesday? ({round})"),
                });
                let at = Instant::now();
                let (status, body) = client.post("/api/message", &body, network(number)).await?;
                ensure!(status == 200, "a message was answered {status}");
                let id = data(&body)?["id"].as_str().context("a message has no id")?.into();
                sent.push((id, at));
            }
            anyhow::Ok(sent)
        });
    }
    let mut all = Vec::new();
    while let Some(sent) = writers.join_next().await {
        all.extend(sent??);
    }
    Ok(all)
}

/// A person who writes messages.
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) token: String,
}

/// Signs up `count` people.
///
/// # Errors
/// When one of them is refused.
pub(crate) async fn sign_up(address: SocketAddr, count: usize) -> Result<Vec<Person>> {
    let mut people = Vec::new();
    let numbers: Vec<usize> = (0..count).collect();
    for some in numbers.chunks(AT_ONCE) {
        let mut newcomers = JoinSet::new();
        for &number in some {
            newcomers.spawn(newcomer(address, number));
        }
        while let Some(person) = newcomers.join_next().await {
            people.push(person??);
        }
    }
    Ok(people)
}

async fn newcomer(address: SocketAddr, number: usize) -> Result<Person> {
    let mut client = Client::connect(address).await?;
    let email = format!("talker{number}@example.org");
    let password = "talks to everybody";
    let mut post = async |path: &str, body: Value| {
        let (status, body) = client.post(path, &body, network(number)).await?;
        let text = String::from_utf8_lossy(&body);
        ensure!(status == 200 || status == 201, "{path} was answered {status}: {text}");
        data(&body)
    };
    post("/api/auth/resend/code", json!({ "email": email })).await?;
    let code = mailed_code(address, &email).await?;
    let verified = post("/api/auth/verify/email", json!({ "email": email, "code": code })).await?;
    let body = json!({
        "registrationToken": verified["registrationToken"],
        "email": email,
        "password": password,
        "phone": "07700 900000",
        "firstname": "Terry",
        "lastname": "Talker",
        "gender": "other",
        "adult": true,
        "terms": true,
    });
    post("/api/auth/register", body).await?;
    let login = post("/api/auth/login", json!({ "email": email, "password": password })).await?;
    let token = login["accessToken"].as_str().context("no token")?.to_owned();
    Ok(Person { id: own_id(&token).context("no id in the token")?, token })
}

/// Returns the code in the mail, which the sample community shows instead of sending.
async fn mailed_code(address: SocketAddr, email: &str) -> Result<String> {
    let mut client = Client::connect(address).await?;
    let started = Instant::now();
    while started.elapsed() < ARRIVE {
        let (_, body) = client.get(&format!("/api/demo/mail?to={email}")).await?;
        let mails = data(&body)?;
        let subject = mails[0]["subject"].as_str().unwrap_or_default();
        if let Some((code, _)) = subject.split_once(" is your ") {
            return Ok(code.to_owned());
        }
        sleep(Duration::from_millis(20)).await;
    }
    anyhow::bail!("no code came to {email}")
}

/// Returns the user id in an access token's claims.
pub(crate) fn own_id(token: &str) -> Option<String> {
    let claims = BASE64_URL_SAFE_NO_PAD.decode(token.split('.').nth(1)?).ok()?;
    let claims: Value = serde_json::from_slice(&claims).ok()?;
    claims["id"].as_str().map(str::to_owned)
}

pub(crate) fn data(body: &[u8]) -> Result<Value> {
    let mut answer: Value = serde_json::from_slice(body)?;
    Ok(answer["data"].take())
}

/// Returns an address in its own network.
fn network(number: usize) -> Ipv4Addr {
    let [.., high, low] = number.to_be_bytes();
    Ipv4Addr::new(10, high, low, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_id_is_read_from_the_token() {
        assert_eq!(own_id("e30.eyJpZCI6IjAxbSJ9.x").as_deref(), Some("01m"));
        assert_eq!(own_id("e30.%%.x"), None);
    }
}
