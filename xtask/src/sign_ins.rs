//! Sign-ins against a running demo server: how much others notice of many, and whether their
//! time tells which addresses have accounts.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::http;
use crate::project;

/// Sign-ins in flight while others are served.
pub(crate) const IN_FLIGHT: usize = 50;
/// How long they go on.
const LOAD: Duration = Duration::from_secs(10);
/// Time between two requests of somebody else.
const PAUSE: Duration = Duration::from_millis(10);
/// Sign-ins of each kind whose time is compared.
const COMPARED: usize = 200;
/// Wrong passwords that an account takes before it refuses to listen.
const PER_ACCOUNT: usize = 9;
const WRONG: &str = "certainly not the password";

/// What others notice.
pub(crate) struct Load {
    /// Half of the requests to `/healthz` took no longer.
    pub(crate) median: Duration,
    /// Of a hundred requests, one took longer.
    pub(crate) p99: Duration,
    /// How many requests that was.
    pub(crate) requests: usize,
    /// Sign-ins that were answered meanwhile.
    pub(crate) sign_ins: usize,
}

/// Keeps [`IN_FLIGHT`] sign-ins going and times requests to `/healthz` meanwhile.
///
/// # Errors
/// When the server does not answer, or a sign-in is not even tried.
pub(crate) fn load(address: SocketAddr) -> Result<Load> {
    let (stop, sign_ins) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        let guessers: Vec<_> = (0..IN_FLIGHT)
            .map(|guesser| {
                scope.spawn({
                    let (stop, sign_ins) = (&stop, &sign_ins);
                    move || guess_on(address, guesser, stop, sign_ins)
                })
            })
            .collect();
        let times = health_times(address);
        stop.store(true, Ordering::Relaxed);
        for guesser in guessers {
            guesser.join().map_err(|_| anyhow::anyhow!("a guesser panicked"))??;
        }
        let times = times?;
        let sign_ins = sign_ins.load(Ordering::Relaxed);
        let (median, p99) = (share(&times, 50), share(&times, 99));
        Ok(Load { median, p99, requests: times.len(), sign_ins })
    })
}

/// Tries one address after another, so that no account stops listening.
fn guess_on(
    address: SocketAddr,
    guesser: usize,
    stop: &AtomicBool,
    sign_ins: &AtomicUsize,
) -> Result<()> {
    for round in 0.. {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        sign_in(address, &format!("guesser{guesser}-{round}@example.org"))?;
        sign_ins.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// How long a sign-in with a wrong password takes.
fn sign_in(address: SocketAddr, email: &str) -> Result<Duration> {
    let body = json!({ "email": email, "password": WRONG });
    let started = Instant::now();
    let answer = http::send(address, "POST", "/api/auth/login", None, Some(&body))?;
    let took = started.elapsed();
    ensure!(answer.status == 401, "a sign-in was answered {}: {}", answer.status, answer.body);
    Ok(took)
}

fn health_times(address: SocketAddr) -> Result<Vec<Duration>> {
    let (began, mut times) = (Instant::now(), Vec::new());
    while began.elapsed() < LOAD {
        let started = Instant::now();
        let answer = http::send(address, "GET", "/healthz", None, None)?;
        times.push(started.elapsed());
        ensure!(answer.status == 200, "/healthz was answered {}", answer.status);
        std::thread::sleep(PAUSE);
    }
    times.sort();
    Ok(times)
}

/// How long sign-ins take that differ only in whether there is an account.
pub(crate) struct Comparison {
    /// Half of those with a wrong password took no longer.
    pub(crate) wrong_password: Duration,
    /// Half of those with an unknown address took no longer.
    pub(crate) unknown_address: Duration,
    /// How far the middle half of either kind lies apart, whichever is farther.
    pub(crate) spread: Duration,
}

/// Signs in by turns with a wrong password and with an unknown address.
///
/// # Errors
/// When the server does not answer as expected.
pub(crate) fn compare(address: SocketAddr, data: &Path) -> Result<Comparison> {
    let members = members(address, data)?;
    ensure!(members.len() * PER_ACCOUNT >= COMPARED, "there are only {} members", members.len());
    let (mut wrong, mut unknown) = (Vec::new(), Vec::new());
    // As many unknown addresses as members, each as often: wrong guesses at both are counted.
    let numbered = members.iter().enumerate();
    for (number, member) in numbered.cycle().take(COMPARED) {
        wrong.push(sign_in(address, member)?);
        unknown.push(sign_in(address, &format!("nobody{number}@example.org"))?);
    }
    wrong.sort();
    unknown.sort();
    Ok(Comparison {
        wrong_password: share(&wrong, 50),
        unknown_address: share(&unknown, 50),
        spread: spread(&wrong).max(spread(&unknown)),
    })
}

/// The addresses of members, as the sample administrator sees them.
fn members(address: SocketAddr, data: &Path) -> Result<Vec<String>> {
    let token = sample_token(address, data, "(administrator)")?;
    let path = "/api/admin/members?limit=100";
    let list = http::send(address, "GET", path, Some(&token), None)?.body;
    let list = list["data"].as_array().with_context(|| format!("no members: {list}"))?;
    let email = |member: &Value| member["email"].as_str().map(str::to_owned);
    Ok(list.iter().filter_map(email).collect())
}

/// An access token of the sample member who books others.
///
/// # Errors
/// When they cannot sign in.
pub(crate) fn showcase_token(address: SocketAddr, data: &Path) -> Result<String> {
    sample_token(address, data, "(books others)")
}

/// An access token of whom the list of sample logins describes so.
///
/// # Errors
/// When nobody is, or they cannot sign in.
pub(crate) fn sample_token(address: SocketAddr, data: &Path, who: &str) -> Result<String> {
    let logins = project::read(&data.join("demo-logins.txt"))?;
    token(address, login(&logins, who))
}

/// Signs in and returns the access token.
fn token(address: SocketAddr, login: Option<(&str, &str)>) -> Result<String> {
    let (email, password) = login.context("no such sample login")?;
    let body = json!({ "email": email, "password": password });
    let tokens = http::send(address, "POST", "/api/auth/login", None, Some(&body))?.body;
    let token = tokens["data"]["accessToken"].as_str();
    Ok(token.with_context(|| format!("{email} gets no token"))?.to_owned())
}

/// Address and password of who is described so in the list of sample logins.
fn login<'a>(logins: &'a str, description: &str) -> Option<(&'a str, &'a str)> {
    let line = logins.lines().find(|line| line.ends_with(description))?;
    let mut words = line.split_whitespace();
    words.next().zip(words.next())
}

/// The time that so many in a hundred of the sorted `times` do not exceed.
pub(crate) fn share(times: &[Duration], percent: usize) -> Duration {
    let index = (times.len() * percent).div_ceil(100).saturating_sub(1);
    times.get(index).copied().unwrap_or_default()
}

/// How far the middle half of the sorted `times` lies apart.
fn spread(times: &[Duration]) -> Duration {
    share(times, 75).saturating_sub(share(times, 25))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_times() {
        let times: Vec<_> = (1..=200).map(Duration::from_millis).collect();
        let rows = [(50, 100), (99, 198), (100, 200)];
        for (percent, expected) in rows {
            assert_eq!(share(&times, percent), Duration::from_millis(expected), "{percent}");
        }
        assert_eq!(spread(&times), Duration::from_millis(100));
        assert_eq!(share(&[], 50), Duration::ZERO);
    }

    #[test]
    fn people_are_found_among_the_logins() {
        let logins = "Sample logins:\n  maya@example.org abcde-fghjk   (books others)\n  \
            iris@example.org    zyxwv-utsrq   (administrator)\n";
        let iris = Some(("iris@example.org", "zyxwv-utsrq"));
        assert_eq!(login(logins, "(administrator)"), iris);
        assert_eq!(login("", "(administrator)"), None);
    }
}
