//! Sign-ins: how much others notice of many, and whether their time tells which addresses have
//! accounts.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hyper::StatusCode;
use serde_json::{Value, json};

use crate::client::{Client, sample_member};
use crate::figures::percentile;
use crate::load::{Ask, Requests, Times};

/// Sign-ins in flight while others are served.
pub(crate) const IN_FLIGHT: u32 = 50;
/// Sign-ins of each kind whose time is compared.
const COMPARED: usize = 200;
/// Wrong passwords that an account takes before it refuses to listen.
const PER_ACCOUNT: usize = 9;
const PATH: &str = "/api/auth/login";

/// Keeps [`IN_FLIGHT`] sign-ins going for ten seconds while somebody else asks for `/healthz` a
/// hundred times a second; the times of the latter and of the sign-ins.
///
/// # Errors
/// When the server does not answer, or a sign-in is not even tried.
pub(crate) async fn load(address: SocketAddr) -> Result<(Times, Times)> {
    // One address after another, so that no account stops listening.
    let guesses = Requests::new(address, |info| {
        let email = format!("guesser{}-{}@example.org", info.worker_id, info.worker_seq);
        Ask::Post(PATH.to_owned(), wrong_password(&email), network(info.runner_seq))
    });
    let health = Requests::new(address, |_| Ask::Get("/healthz".to_owned()));
    let guessing = format!("--concurrency {IN_FLIGHT} --duration 10s");
    tokio::try_join!(
        health.run("--rate 100 --duration 10s"),
        guesses.expecting(StatusCode::UNAUTHORIZED).run(&guessing),
    )
}

/// How long sign-ins take that differ only in whether there is an account.
pub(crate) struct Comparison {
    /// The median of those with a wrong password.
    pub(crate) wrong_password: Duration,
    /// The median of those with an unknown address.
    pub(crate) unknown_address: Duration,
    /// How far the middle half of either kind lies apart, whichever is farther.
    pub(crate) spread: Duration,
}

/// Signs in by turns with a wrong password and with an unknown address.
///
/// # Errors
/// When the server does not answer as expected.
pub(crate) async fn compare(address: SocketAddr, data: &Path) -> Result<Comparison> {
    let members = members(address, data).await?;
    ensure!(members.len() * PER_ACCOUNT >= COMPARED, "there are only {} members", members.len());
    let mut client = Client::connect(address).await?;
    let (mut wrong, mut unknown) = (Vec::new(), Vec::new());
    // As many unknown addresses as members, each as often: wrong guesses at both are counted.
    let numbered = members.iter().enumerate();
    for (number, member) in numbered.cycle().take(COMPARED) {
        let sender = network(wrong.len() as u64);
        wrong.push(refused(&mut client, member, sender).await?);
        let email = format!("nobody{number}@example.org");
        unknown.push(refused(&mut client, &email, sender).await?);
    }
    wrong.sort();
    unknown.sort();
    let spread = |times: &[Duration]| percentile(times, 75).saturating_sub(percentile(times, 25));
    Ok(Comparison {
        wrong_password: percentile(&wrong, 50),
        unknown_address: percentile(&unknown, 50),
        spread: spread(&wrong).max(spread(&unknown)),
    })
}

/// How long a sign-in with a wrong password takes.
async fn refused(client: &mut Client, email: &str, sender: Ipv4Addr) -> Result<Duration> {
    let started = Instant::now();
    let (status, _) = client.post(PATH, &wrong_password(email), sender).await?;
    let took = started.elapsed();
    ensure!(status == StatusCode::UNAUTHORIZED, "a sign-in was answered {status}");
    Ok(took)
}

/// An address in a network of its own: one network may guess wrongly only so often.
fn network(number: u64) -> Ipv4Addr {
    let [.., high, middle, low] = number.to_be_bytes();
    Ipv4Addr::new(high.saturating_add(11), middle, low, 1)
}

fn wrong_password(email: &str) -> Value {
    json!({ "email": email, "password": "certainly not the password" })
}

/// The addresses of members, as the sample administrator sees them.
async fn members(address: SocketAddr, data: &Path) -> Result<Vec<String>> {
    let mut administrator = sample_member(address, data, "(administrator)").await?;
    let (_, body) = administrator.get("/api/admin/members?limit=100").await?;
    let list: Value = serde_json::from_slice(&body)?;
    let list = list["data"].as_array().with_context(|| format!("no members: {list}"))?;
    let email = |member: &Value| member["email"].as_str().map(str::to_owned);
    Ok(list.iter().filter_map(email).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_guess_comes_from_another_network() {
        let rows = [(0, [11, 0, 0, 1]), (1, [11, 0, 1, 1]), (65_792, [12, 1, 0, 1])];
        for (number, expected) in rows {
            assert_eq!(network(number), Ipv4Addr::from(expected), "{number}");
        }
    }
}
