//! Built-in UK cities and larger towns, and search by name.

use std::collections::HashMap;

use anyhow::{Context, ensure};
use sparkyard_kernel::{Point, text_folding::fold};

use super::{Town, post_towns::post_town, postcode::Postcode, united_kingdom::in_uk};

/// Lines of name, county, latitude, longitude, kind, and population in thousands if it differs from
/// the kind's default; separated by `|`.
const CITIES: &str = include_str!("cities.txt");
/// Default populations of a city and of a town.
const CITY: u32 = 90_000;
const TOWN: u32 = 15_000;

/// All built-in places.
#[derive(Debug)]
pub(crate) struct Gazetteer {
    /// Towns in the order of their names.
    towns: Vec<Town>,
    /// Index into `towns` by folded name or label.
    by_name: HashMap<String, usize>,
    /// Folded names, in the order of `towns`.
    keys: Vec<String>,
}

impl Gazetteer {
    /// Parses the list in the binary.
    pub(crate) fn embedded() -> anyhow::Result<Self> {
        let lines = CITIES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut towns = lines
            .map(|line| town(line).with_context(|| format!("the built-in place {line:?}")))
            .collect::<anyhow::Result<Vec<_>>>()?;
        towns.sort_by(|a, b| a.name.cmp(&b.name));
        let keys: Vec<String> = towns.iter().map(|town| fold(&town.name)).collect();
        let mut by_name: HashMap<String, usize> = keys.iter().cloned().zip(0..).collect();
        // A main name takes precedence over alternative names.
        for (position, town) in towns.iter().enumerate() {
            for other in town.other_names() {
                by_name.entry(fold(&other)).or_insert(position);
            }
        }
        Ok(Self { towns, by_name, keys })
    }

    /// Returns all towns, by name.
    pub(crate) fn towns(&self) -> &[Town] {
        &self.towns
    }

    /// Returns the place with exactly this name or label, ignoring case, accents and punctuation.
    pub(crate) fn lookup(&self, name: &str) -> Option<&Town> {
        self.by_name.get(&fold(name)).map(|position| &self.towns[*position])
    }

    /// Returns the town nearest to a point, and the distance to it in kilometres.
    pub(crate) fn nearest(&self, point: Point) -> Option<(&Town, f64)> {
        let measured = self.towns.iter().map(|town| (town, town.centre.km_to(point)));
        measured.min_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    /// Returns the town that the area of a postcode is named after.
    pub(crate) fn post_town(&self, postcode: Postcode) -> Option<&Town> {
        post_town(postcode.area()).and_then(|name| self.lookup(name))
    }

    /// Returns folded names with their points, in the order of the names.
    pub(crate) fn comparable(&self) -> Vec<(String, Point)> {
        let names = self.towns.iter().flat_map(|town| {
            let bare = town.bare_name();
            [Some(fold(&town.name)), (bare != town.name).then(|| fold(bare))]
                .into_iter()
                .flatten()
                .map(|key| (key, town.centre))
        });
        let mut names: Vec<_> = names.collect();
        names.sort_by(|(a, _), (b, _)| a.cmp(b));
        names
    }

    /// Returns all places with a name, or a word of it, that begins with the folded `wanted`, and
    /// the quality of the match.
    pub(crate) fn beginning<'a>(
        &'a self,
        wanted: &'a str,
    ) -> impl Iterator<Item = (Fit, &'a Town)> + 'a {
        let pairs = self.keys.iter().zip(&self.towns);
        pairs.filter_map(move |(key, town)| {
            let label = || fold(&town.label());
            let fit = Fit::of(key, wanted)
                .or_else(|| label().starts_with(wanted).then_some(Fit::Beginning))?;
            Some((fit, town))
        })
    }
}

/// Quality of a match; better ones sort first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    /// The whole name.
    Whole,
    /// The beginning of the name.
    Beginning,
    /// The beginning of a later word.
    LaterWord,
}

impl Fit {
    /// Compares the folded name `key` with the folded text `wanted`; `None` if there is no match.
    pub(crate) fn of(key: &str, wanted: &str) -> Option<Self> {
        if key == wanted {
            return Some(Self::Whole);
        }
        if key.starts_with(wanted) {
            return Some(Self::Beginning);
        }
        let later = |(at, _): (usize, &str)| key[at + 1..].starts_with(wanted);
        key.match_indices(' ').any(later).then_some(Self::LaterWord)
    }
}

fn town(line: &str) -> anyhow::Result<Town> {
    let mut fields = line.split('|');
    let mut next = || fields.next().context("a field is missing");
    let (name, area) = (next()?.to_owned(), next()?.to_owned());
    let centre = Point { lat: next()?.parse()?, lon: next()?.parse()? };
    let usual = match next()? {
        "city" => CITY,
        "town" => TOWN,
        other => anyhow::bail!("{other:?} is neither city nor town"),
    };
    let size = match fields.next() {
        Some(thousands) => thousands.parse::<u32>()? * 1000,
        None => usual,
    };
    ensure!(in_uk(centre), "it is not in the United Kingdom");
    Ok(Town { name, area, centre, size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_in_the_uk_and_named_once() {
        let all = Gazetteer::embedded().unwrap();
        let mut keys = all.keys.clone();
        keys.sort_unstable();
        let repeated: Vec<_> = keys.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(repeated.is_empty(), "{repeated:?}");
        assert!(all.towns().len() >= 400, "{}", all.towns().len());
        assert!(all.towns().iter().all(|town| !town.area.is_empty()));
    }

    #[test]
    fn no_two_places_lie_in_one_spot() {
        let all = Gazetteer::embedded().unwrap();
        let towns = all.towns();
        for (index, town) in towns.iter().enumerate() {
            for other in &towns[index + 1..] {
                let km = town.centre.km_to(other.centre);
                assert!(km > 0.5, "{} and {} are {km} km apart", town.name, other.name);
            }
        }
    }

    #[test]
    fn all_cities_are_there() {
        let all = Gazetteer::embedded().unwrap();
        for name in [
            "Aberdeen",
            "Armagh",
            "Bangor",
            "Bath",
            "Belfast",
            "Birmingham",
            "Bradford",
            "Brighton",
            "Bristol",
            "Cambridge",
            "Canterbury",
            "Cardiff",
            "Carlisle",
            "Chelmsford",
            "Chester",
            "Chichester",
            "Colchester",
            "Coventry",
            "Derby",
            "Derry",
            "Doncaster",
            "Dundee",
            "Dunfermline",
            "Durham",
            "Edinburgh",
            "Ely",
            "Exeter",
            "Glasgow",
            "Gloucester",
            "Hereford",
            "Hull",
            "Inverness",
            "Lancaster",
            "Leeds",
            "Leicester",
            "Lichfield",
            "Lincoln",
            "Lisburn",
            "Liverpool",
            "London",
            "Manchester",
            "Milton Keynes",
            "Newcastle upon Tyne",
            "Newport",
            "Newry",
            "Norwich",
            "Nottingham",
            "Oxford",
            "Perth",
            "Peterborough",
            "Plymouth",
            "Portsmouth",
            "Preston",
            "Ripon",
            "St Albans",
            "St Asaph",
            "St Davids",
            "Salford",
            "Salisbury",
            "Sheffield",
            "Southampton",
            "Southend-on-Sea",
            "Stirling",
            "Stoke-on-Trent",
            "Sunderland",
            "Swansea",
            "Truro",
            "Wakefield",
            "Wells",
            "Westminster",
            "Winchester",
            "Wolverhampton",
            "Worcester",
            "Wrexham",
            "York",
        ] {
            assert!(all.lookup(name).is_some(), "{name}");
        }
    }

    #[test]
    fn finds_by_exact_name() {
        let all = Gazetteer::embedded().unwrap();
        for name in ["leeds", "LEEDS", " Leeds ", "Leeds, West Yorkshire"] {
            assert_eq!(all.lookup(name).unwrap().name, "Leeds", "{name}");
        }
        assert_eq!(all.lookup("kings lynn").unwrap().name, "King's Lynn");
        for name in ["", "Leed", "Atlantis"] {
            assert!(all.lookup(name).is_none(), "{name:?}");
        }
        for (name, found) in [
            ("Bangor", "Bangor"),
            ("Bangor, County Down", "Bangor (County Down)"),
            ("Derry", "Derry (Londonderry)"),
            ("Londonderry", "Derry (Londonderry)"),
        ] {
            assert_eq!(all.lookup(name).unwrap().name, found);
        }
        assert!(all.lookup("County Down").is_none());
    }

    #[test]
    fn fit_distinguishes_whole_beginning_and_later_word() {
        for (key, wanted, fit) in [
            ("york", "york", Some(Fit::Whole)),
            ("yorkley", "york", Some(Fit::Beginning)),
            ("stoke on trent", "tre", Some(Fit::LaterWord)),
            ("stoke on trent", "rent", None),
        ] {
            assert_eq!(Fit::of(key, wanted), fit);
        }
    }
}
