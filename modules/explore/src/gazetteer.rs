//! The UK cities and larger towns that are built in, and finding them by name.

use async_trait::async_trait;
use serde::Deserialize;
use sparkyard_kernel::{
    ApiError,
    ports::{Geocoder, Place},
};

use crate::{fold::fold, grid::Point};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    City,
    Town,
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    lat: f64,
    lon: f64,
    county: String,
    kind: Kind,
}

/// A city or town.
#[derive(Clone, Debug)]
pub(crate) struct City {
    pub(crate) name: String,
    pub(crate) centre: Point,
    /// Name and county: `Hebden Bridge, West Yorkshire`.
    pub(crate) label: String,
    /// The name as it is compared.
    pub(crate) key: String,
    label_key: String,
    kind: Kind,
}

/// All built-in places.
#[derive(Debug)]
pub(crate) struct Gazetteer {
    cities: Vec<City>,
}

impl Gazetteer {
    /// Reads the list in the binary.
    pub(crate) fn embedded() -> serde_json::Result<Self> {
        let entries: Vec<Entry> = serde_json::from_str(include_str!("cities.json"))?;
        Ok(Self { cities: entries.into_iter().map(City::from).collect() })
    }

    /// All of them, by name.
    pub(crate) fn cities(&self) -> &[City] {
        &self.cities
    }

    /// The place called exactly `name` (or labelled so), whatever its case, accents and
    /// punctuation.
    pub(crate) fn lookup(&self, name: &str) -> Option<&City> {
        let key = fold(name);
        self.cities.iter().find(|city| city.key == key || city.label_key == key)
    }

    /// Up to `limit` places of which the name, or a word in it, begins with `text`: the place of
    /// that very name first, then those that begin with it, cities before towns.
    pub(crate) fn complete(&self, text: &str, limit: usize) -> Vec<&City> {
        let wanted = fold(text);
        if wanted.is_empty() {
            return Vec::new();
        }
        let rank = |city: &&City| (city.closeness(&wanted), city.kind, city.key.clone());
        let mut found: Vec<&City> =
            self.cities.iter().filter(|city| city.closeness(&wanted).is_some()).collect();
        found.sort_by_cached_key(rank);
        found.truncate(limit);
        found
    }
}

impl City {
    /// 0 for the very name, 1 for its beginning, 2 for the beginning of a later word.
    fn closeness(&self, wanted: &str) -> Option<u8> {
        let names = [&self.key, &self.label_key];
        if names.iter().any(|name| *name == wanted) {
            Some(0)
        } else if names.iter().any(|name| name.starts_with(wanted)) {
            Some(1)
        } else {
            let later = |(at, _): (usize, &str)| self.key[at + 1..].starts_with(wanted);
            self.key.match_indices(' ').any(later).then_some(2)
        }
    }
}

impl From<Entry> for City {
    fn from(entry: Entry) -> Self {
        let label = format!("{}, {}", entry.name, entry.county);
        Self {
            centre: Point { lat: entry.lat, lon: entry.lon },
            key: fold(&entry.name),
            label_key: fold(&label),
            name: entry.name,
            label,
            kind: entry.kind,
        }
    }
}

impl From<&City> for Place {
    fn from(city: &City) -> Self {
        let Point { lat, lon } = city.centre;
        Self { label: city.label.clone(), city: city.name.clone(), lat, lon }
    }
}

#[async_trait]
impl Geocoder for Gazetteer {
    async fn search(&self, text: &str, limit: usize) -> Result<Vec<Place>, ApiError> {
        Ok(self.complete(text, limit).into_iter().map(Place::from).collect())
    }

    async fn find(&self, name: &str) -> Result<Option<Place>, ApiError> {
        Ok(self.lookup(name).map(Place::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, limit: usize) -> Vec<String> {
        let found = Gazetteer::embedded().unwrap();
        found.complete(text, limit).into_iter().map(|city| city.name.clone()).collect()
    }

    #[test]
    fn every_place_is_in_the_uk_and_named_once() {
        let all = Gazetteer::embedded().unwrap();
        assert!(all.cities().iter().all(|city| city.centre.in_uk()));
        let mut keys: Vec<_> = all.cities().iter().map(|city| &city.key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all.cities().len());
        assert!(keys.len() >= 69);
    }

    #[test]
    fn finds_by_exact_name_and_by_beginning() {
        let all = Gazetteer::embedded().unwrap();
        for name in ["leeds", "LEEDS", " Leeds ", "Leeds, West Yorkshire"] {
            assert_eq!(all.lookup(name).unwrap().name, "Leeds", "{name}");
        }
        assert_eq!(all.lookup("kings lynn").unwrap().name, "King's Lynn");
        for name in ["", "Leed", "Atlantis"] {
            assert!(all.lookup(name).is_none(), "{name:?}");
        }
        assert_eq!(names("york", 5)[0], "York");
        assert_eq!(names("hebden br", 5), ["Hebden Bridge"]);
        assert!(names("trent", 9).contains(&"Stoke-on-Trent".to_owned()));
        assert_eq!(names("b", 3).len(), 3);
        assert!(names("  ", 3).is_empty());
    }
}
