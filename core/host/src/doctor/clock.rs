//! Compares the clock with that of a configured service.

use std::{
    sync::Arc,
    time::{Duration, UNIX_EPOCH},
};

use reqwest::{Client, redirect::Policy};
use sparkyard_kernel::{
    Clock, Timestamp,
    probe::{Finding, Probe},
};

/// Time limit for a response.
const LIMIT: Duration = Duration::from_secs(10);
/// Difference from which signatures and codes of others are refused: authenticator apps count half
/// minutes.
const WRONG: Duration = Duration::from_secs(30);
/// Difference that a clock kept by NTP never has.
const DRIFTING: Duration = Duration::from_secs(5);

/// Compares the clock with the header `Date` of the first service that responds.
pub(super) async fn check(probes: &[Arc<dyn Probe>], clock: &dyn Clock) -> Finding {
    const REMEDY: &str = "Let this machine keep its clock by NTP, for example with \
                          systemd-timesyncd.";
    let mut urls = Vec::new();
    for url in probes.iter().filter_map(|probe| probe.url()) {
        if let Some((host, skew)) = skew(&url, clock).await {
            let seconds = skew.as_secs();
            let message = format!("The clock differs by {seconds} s from that of {host}.");
            return match skew {
                skew if skew >= WRONG => Finding::failure(message, REMEDY),
                skew if skew >= DRIFTING => Finding::warning(message, REMEDY),
                _ => Finding::ok(message),
            };
        }
        urls.push(url);
    }
    match urls.is_empty() {
        true => Finding::ok(
            "The clock is not compared, as neither Stripe nor social sign-in is configured.",
        ),
        false => Finding::warning(
            "The clock is not compared: no configured service tells its time.",
            "Check the connection of this machine.",
        ),
    }
}

/// Returns the host of `url` and the difference to its clock; `None` if it does not tell the time.
async fn skew(url: &str, clock: &dyn Clock) -> Option<(String, Duration)> {
    let client = Client::builder().redirect(Policy::none()).timeout(LIMIT).build().ok()?;
    let before = clock.now();
    // Responses of all statuses have a date.
    let response = client.get(url).send().await.ok()?;
    let date = response.headers().get("date")?.to_str().ok()?;
    let host = response.url().host_str()?.to_owned();
    Some((host, distance(date, before, clock.now())?))
}

/// Returns how far a date lies outside the time between two instants; it has no fractions of a
/// second.
fn distance(date: &str, before: Timestamp, after: Timestamp) -> Option<Duration> {
    let date = httpdate::parse_http_date(date).ok()?.duration_since(UNIX_EPOCH).ok()?;
    let date = i64::try_from(date.as_millis()).ok()?;
    let (earliest, latest) = (before.as_millis() - 1000, after.as_millis());
    let distance = (earliest - date).max(date - latest).max(0);
    Some(Duration::from_millis(distance.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_ignores_the_time_of_the_request() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let (before, after) = (at("2026-03-02T10:00:00.900Z"), at("2026-03-02T10:00:03Z"));
        let check = |date: &str, expected: Option<u64>| {
            let found = distance(date, before, after).map(|distance| distance.as_millis());
            assert_eq!(found, expected.map(u128::from), "{date}");
        };
        check("Mon, 02 Mar 2026 10:00:00 GMT", Some(0));
        check("Mon, 02 Mar 2026 10:00:02 GMT", Some(0));
        check("Mon, 02 Mar 2026 10:01:03 GMT", Some(60_000));
        check("Mon, 02 Mar 2026 09:58:59 GMT", Some(60_900));
        check("yesterday", None);
    }
}
