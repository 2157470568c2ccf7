//! The crowd of `core/crowd` as rows for `PocketBase`, and the searches in it.

// Shared with `core/crowd`: lists of names, and the random generator.
#[expect(unreachable_pub, reason = "`core/crowd` shows its trades to others")]
#[path = "../../../crowd/src/census.rs"]
mod census;
#[path = "../../../crowd/src/split_mix.rs"]
mod split_mix;

use serde::Serialize;

use self::census::{CITIES, City, FIRST_NAMES, LAST_NAMES, PRAISE, THINGS, TRADES};
use self::split_mix::SplitMix64;
use super::REQUESTS;

const SKILLS_EACH: [usize; 10] = [0, 1, 1, 2, 2, 3, 3, 4, 5, 9];
const LEVELS: [&str; 3] = ["beginner", "intermediate", "expert"];
const KM_PER_DEGREE: f64 = 111.2;

#[derive(Serialize)]
pub(super) struct Person {
    pub(super) id: String,
    pub(super) firstname: &'static str,
    pub(super) lastname: &'static str,
    pub(super) location: &'static str,
    pub(super) lat: f64,
    pub(super) lon: f64,
}

#[derive(Serialize)]
pub(super) struct Skill {
    pub(super) id: String,
    pub(super) owner: String,
    pub(super) category: &'static str,
    #[serde(rename = "skill_type")]
    pub(super) title: &'static str,
    pub(super) experience_level: &'static str,
    pub(super) description: String,
    pub(super) hourly_rate: usize,
    pub(super) lat: f64,
    pub(super) lon: f64,
}

/// Returns an id of 15 characters, as `PocketBase` requires.
pub(super) fn id(kind: char, number: usize) -> String {
    format!("{kind}{number:014}")
}

/// Generates the same people as `core/crowd`, in the same order.
pub(super) fn people(count: usize) -> impl Iterator<Item = (Person, Vec<Skill>)> {
    let mut rng = SplitMix64::new(42);
    let mut skills = 0;
    (0..count).map(move |number| {
        let city = city(&mut rng);
        rng.share();
        let (lat, lon) = place(&mut rng, city);
        let person = Person {
            id: id('p', number),
            firstname: rng.pick::<&str>(FIRST_NAMES),
            lastname: rng.pick::<&str>(LAST_NAMES),
            location: city.name,
            lat,
            lon,
        };
        let offered = (0..*rng.pick(&SKILLS_EACH)).map(|_| {
            skills += 1;
            skill(&mut rng, &person, skills)
        });
        let offered = offered.collect();
        (person, offered)
    })
}

fn skill(rng: &mut SplitMix64, owner: &Person, number: usize) -> Skill {
    let (category, title) = trade(rng);
    let hourly_rate = rng.below(60);
    Skill {
        id: id('s', number),
        owner: owner.id.clone(),
        category,
        title,
        description: format!("{} {}", rng.pick(PRAISE), rng.pick(THINGS)),
        experience_level: rng.pick::<&str>(&LEVELS),
        hourly_rate,
        lat: owner.lat,
        lon: owner.lon,
    }
}

fn city(rng: &mut SplitMix64) -> &'static City {
    &CITIES[rng.weighted(CITIES.iter().map(|city| city.people))]
}

fn trade(rng: &mut SplitMix64) -> (&'static str, &'static str) {
    let ranks = (3u16..).take(TRADES.len()).map(|rank| 1.0 / f64::from(rank));
    TRADES[rng.weighted(ranks)]
}

fn place(rng: &mut SplitMix64, city: &City) -> (f64, f64) {
    let mut off = || (0..4).map(|_| rng.share() - 0.5).sum::<f64>() * city.radius_km;
    let (north, east) = (off(), off());
    let lon_degree = KM_PER_DEGREE * city.lat.to_radians().cos();
    (city.lat + north / KM_PER_DEGREE, city.lon + east / lon_degree)
}

/// Places, categories and names for the requests to both servers.
pub(super) struct Crowd {
    /// Coordinates of a search, category, and beginning of a name.
    pub(super) searches: Vec<(f64, f64, &'static str, String)>,
    /// Names of the cities, largest first.
    pub(super) cities: Vec<&'static str>,
}

impl Crowd {
    pub(super) fn new() -> Self {
        let mut rng = SplitMix64::new(7);
        let searches = (0..REQUESTS).map(|number| {
            let city = city(&mut rng);
            let (lat, lon) = place(&mut rng, city);
            let names = if number % 2 == 0 { FIRST_NAMES } else { LAST_NAMES };
            // Beginning of a name, of at least three letters.
            let mut long = names.iter().filter(|name| name.chars().count() >= 3).cycle();
            let name = long.nth(rng.below(names.len())).map_or("", |name| name);
            let typed: String = name.chars().take(3 + rng.below(4)).collect();
            (lat, lon, trade(&mut rng).0, typed.to_lowercase())
        });
        Self { searches: searches.collect(), cities: CITIES.iter().map(|city| city.name).collect() }
    }
}

/// Percent-encodes a text for a URL.
pub(super) fn encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    let encoded = |byte: u8| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    text.bytes().map(encoded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_person_has_three_skills() {
        let (people, skills): (Vec<_>, Vec<_>) = people(2_000).unzip();
        assert_eq!(people.len(), 2_000);
        let skills: usize = skills.iter().map(Vec::len).sum();
        assert!((5_500..6_500).contains(&skills), "{skills}");
    }

    #[test]
    fn url_text_is_encoded() {
        assert_eq!(encode("Seán O'Brien"), "Se%C3%A1n%20O%27Brien");
    }
}
