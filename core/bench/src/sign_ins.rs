//! Measures sign-ins: their effect on other requests, and whether their duration reveals which
//! addresses have accounts.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use hyper::StatusCode;
use serde_json::{Value, json};

use crate::client::{Client, sample_member};
use crate::figures::percentile;
use crate::load::{Load, Request, Times};

/// Number of sign-ins in flight.
pub(crate) const IN_FLIGHT: u32 = 50;
/// Number of prepared sign-ins; more than are answered in the time.
const GUESSES: u64 = 50_000;
/// Number of sign-ins of each kind in the comparison.
const COMPARED: usize = 200;
/// Wrong passwords that an account accepts before it is locked.
const PER_ACCOUNT: usize = 9;
const PATH: &str = "/api/auth/login";

/// Keeps [`IN_FLIGHT`] sign-ins running for ten seconds beside about a hundred requests per second
/// for `/healthz`; returns the times of the latter and of the sign-ins.
///
/// # Errors
/// When the server does not answer, or a sign-in is not even tried.
pub(crate) async fn load(address: SocketAddr) -> Result<(Times, Times)> {
    // Each guess is for another address, so that no account is locked.
    let guess = |number| {
        let body = wrong_password(&format!("guesser{number}@example.org"));
        Request::new("POST", PATH).on_behalf_of(network(number)).json(&body)
    };
    let guesses: Vec<Request> = (0..GUESSES).map(guess).collect();
    let once = Load { pause: Duration::from_millis(10), ..Load::new(1, 10) };
    let health = [Request::get("/healthz")];
    let (health, guesses) = tokio::try_join!(
        once.send(address, &health),
        Load::new(IN_FLIGHT, 10).send(address, &guesses),
    )?;
    ensure!(guesses.requests == guesses.refused, "not all sign-ins were refused");
    Ok((health.all_well()?, guesses))
}

/// Durations of sign-ins with and without an account.
pub(crate) struct Comparison {
    /// Median with a wrong password.
    pub(crate) wrong_password: Duration,
    /// Median with an unknown address.
    pub(crate) unknown_address: Duration,
    /// Interquartile range, the larger of the two.
    pub(crate) spread: Duration,
}

/// Signs in alternately with a wrong password and with an unknown address.
///
/// # Errors
/// When the server does not answer as expected.
pub(crate) async fn compare(address: SocketAddr, data: &Path) -> Result<Comparison> {
    let members = members(address, data).await?;
    ensure!(members.len() * PER_ACCOUNT >= COMPARED, "there are only {} members", members.len());
    let mut client = Client::connect(address).await?;
    let (mut wrong, mut unknown) = (Vec::new(), Vec::new());
    // As many unknown addresses as members, each as often, since wrong guesses are counted for
    // both.
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

/// Returns the duration of a sign-in with a wrong password.
async fn refused(client: &mut Client, email: &str, sender: Ipv4Addr) -> Result<Duration> {
    let started = Instant::now();
    let (status, _) = client.post(PATH, &wrong_password(email), sender).await?;
    let took = started.elapsed();
    ensure!(status == StatusCode::UNAUTHORIZED, "a sign-in was answered {status}");
    Ok(took)
}

/// Returns an address in its own network, as wrong guesses per network are limited.
fn network(number: u64) -> Ipv4Addr {
    let [.., high, middle, low] = number.to_be_bytes();
    Ipv4Addr::new(high.saturating_add(11), middle, low, 1)
}

fn wrong_password(email: &str) -> Value {
    json!({ "email": email, "password": "certainly not the password" })
}

/// Returns the email addresses of members, read as the sample administrator.
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
    fn guesses_come_from_different_networks() {
        let rows = [(0, [11, 0, 0, 1]), (1, [11, 0, 1, 1]), (65_792, [12, 1, 0, 1])];
        for (number, expected) in rows {
            assert_eq!(network(number), Ipv4Addr::from(expected), "{number}");
        }
    }
}
