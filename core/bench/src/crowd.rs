//! Measures search latency and memory with a hundred thousand people.

use anyhow::Result;

use crate::client::sample_token;
use crate::figures::Figures;
use crate::load::{Load, Request};
use crate::process::Setup;

/// Load of a measurement, and of the warm-up before it.
const LOAD: Load = Load::new(16, 10);
const WARM_UP: Load = Load::new(16, 1);
/// Number of requests per kind: all combinations of the values in the lists below.
const REQUESTS: usize = 12 * 4 * 97;

/// Centres of cities for searches nearby; larger cities occur more often.
const PLACES: [(f64, f64); 12] = [
    (51.507, -0.128),
    (51.53, -0.05),
    (51.46, -0.2),
    (51.6, -0.3),
    (52.486, -1.890),
    (53.801, -1.549),
    (55.864, -4.252),
    (53.381, -1.470),
    (53.481, -2.243),
    (54.597, -5.930),
    (57.478, -4.225),
    (50.263, -5.051),
];
const DISTANCES: [u32; 4] = [200, 500, 1000, 2000];
/// Search text as typed, one letter more each time.
const NAMES: [&str; 12] = [
    "mar",
    "mari",
    "maria",
    "smi",
    "smith",
    "joh",
    "john%20w",
    "oli",
    "sean%20o",
    "kha",
    "%D0%B8%D0%B2%D0%B0",
    "zzz",
];
const TRADES: [&str; 10] =
    ["plu", "plumb", "gar", "garden", "pai", "coo", "tap", "lang", "boil", "elec"];
const CATEGORIES: [&str; 8] = [
    "plumbing",
    "electrical",
    "cleaning",
    "gardening",
    "landscaping",
    "carpentry",
    "decorating",
    "languages",
];

/// Creates a sample community and runs the program of `adding` to add `people`.
///
/// # Errors
/// When the server does not start, or the program fails.
pub(crate) async fn fill(
    setup: &Setup,
    adding: &Setup,
    people: u32,
    figures: &mut Figures,
) -> Result<()> {
    setup.clear()?;
    setup.start().await?.stop().await?;
    let (took, _) = adding.complete(&[], people.to_string()).await?;
    figures.remark(format!("a crowd of {people} was written in {:.0} s", took.as_secs_f64()));
    Ok(())
}

/// Measures the existing crowd.
///
/// # Errors
/// When the server does not start or answer.
pub(crate) async fn measure(setup: &Setup, figures: &mut Figures) -> Result<()> {
    let server = setup.start().await?;
    figures.add_millis("crowd: start to /readyz", server.ready_after, 300.0);
    figures.add("crowd: idle memory (RSS)", server.idle_memory().await?, "MiB", 100.0);
    let token = sample_token(server.address, &setup.data, "(books others)").await?;
    let mut remarks = Vec::new();
    for (kind, path) in KINDS {
        let request = |number| Request::get(path(number)).with_token(&token);
        let requests: Vec<Request> = (0..REQUESTS).map(request).collect();
        WARM_UP.send(server.address, &requests).await?.all_well()?;
        let times = LOAD.send(server.address, &requests).await?.all_well()?;
        remarks.push(format!("{kind} {times}"));
        for (figure, percent, aim) in AIMS.iter().filter(|(figure, ..)| figure.contains(kind)) {
            let value = if *percent == 50 { times.p50 } else { times.p99 };
            figures.add_millis(figure, value, *aim);
        }
    }
    figures.remark(format!(
        "16 clients, one request after the other: {}; memory afterwards {:.0} MiB",
        remarks.join("; "),
        server.memory()?,
    ));
    server.stop().await
}

/// Returns the path of a request by its number.
type Path = fn(usize) -> String;

const KINDS: [(&str, Path); 5] = [
    ("nearby", nearby),
    ("people as typed", |n| format!("/api/users/searchuser/{}", NAMES[n % 12])),
    ("skills as typed", |n| format!("/api/skills/search?q={}", TRADES[n % 10])),
    ("skills of a category", |n| format!("/api/skills/searchname/{}", CATEGORIES[n % 8])),
    ("list of categories", |_| "/api/skills/get/categories".to_owned()),
];

/// Figures with their percentile and target in milliseconds; each name contains the kind of
/// request.
const AIMS: [(&str, u32, f64); 6] = [
    ("crowd: nearby, p50", 50, 5.0),
    ("crowd: nearby, p99", 99, 20.0),
    ("crowd: people as typed, p99", 99, 50.0),
    ("crowd: skills as typed, p99", 99, 50.0),
    ("crowd: skills of a category, p99", 99, 20.0),
    ("crowd: list of categories, p99", 99, 20.0),
];

fn nearby(n: usize) -> String {
    let ((lat, lon), distance) = (PLACES[n % 12], DISTANCES[n / 12 % 4]);
    // Moves a street further each time, so that requests come from different places.
    let lat = lat + f64::from(u8::try_from(n % 97).unwrap_or(0)) / 5000.0;
    format!("/api/users/people/nearby/{lat}/{lon}/{distance}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_request_has_a_target() {
        for (kind, _) in KINDS {
            assert!(AIMS.iter().any(|(figure, ..)| figure.contains(kind)), "{kind}");
        }
        for (figure, ..) in AIMS {
            let kinds = KINDS.iter().filter(|(kind, _)| figure.contains(kind));
            assert_eq!(kinds.count(), 1, "{figure}");
        }
    }

    #[test]
    fn nearby_searches_are_around_cities() {
        assert_eq!(nearby(0), "/api/users/people/nearby/51.507/-0.128/200");
    }
}
