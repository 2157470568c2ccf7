//! Imported names in memory: sorted once, searched by their beginnings.

use std::{cmp::Reverse, collections::HashMap, fmt::Write as _};

use sparkyard_kernel::{Point, fold::fold};

use super::{Town, gazetteer::Fit, reach_km};

/// Two places of one name this close are one place that two files know.
const SAME_KM: f64 = 5.0;
/// Farther than this, in degrees, no village reaches.
const REACH_DEGREES: (f64, f64) = (0.3, 0.6);
/// How many hundred-thousandths make a degree: about a metre each.
const STEPS: f64 = 100_000.0;

/// One line as it is stored: name, area, place and size, separated by tabs.
pub(crate) fn write_line(block: &mut String, town: &Town) {
    let clean = |text: &str| text.replace(['\t', '\n', '\r'], " ");
    let (lat, lon) = (steps(town.centre.lat), steps(town.centre.lon));
    // Writing to a String cannot fail.
    let _ = writeln!(
        block,
        "{}\t{}\t{lat}\t{lon}\t{}",
        clean(&town.name),
        clean(&town.area),
        town.size
    );
}

/// Degrees as they are stored.
#[expect(clippy::cast_possible_truncation, reason = "360 degrees are 36 million steps")]
pub(crate) fn steps(degrees: f64) -> i32 {
    (degrees * STEPS).round() as i32
}

/// Degrees as they were before.
pub(crate) fn degrees(steps: i32) -> f64 {
    f64::from(steps) / STEPS
}

struct Entry {
    name: Span,
    key: Span,
    area: u16,
    lat: i32,
    lon: i32,
    size: u32,
}

/// A part of a text.
#[derive(Clone, Copy)]
struct Span {
    start: u32,
    length: u16,
}

/// Where a word of an entry's folded name begins; the rest of the name follows.
#[derive(Clone, Copy)]
struct Word {
    start: u32,
    entry: u32,
}

/// Where an entry lies, without the way to it.
#[derive(Clone, Copy)]
struct Spot {
    lat: i32,
    lon: i32,
    entry: u32,
}

/// All imported names, a hundred thousand of them in about ten megabytes.
#[derive(Default)]
pub(crate) struct Names {
    /// Names one after another, as they are shown.
    shown: String,
    /// And as they are compared.
    folded: String,
    areas: Vec<Box<str>>,
    entries: Vec<Entry>,
    /// In the order of what follows them.
    words: Vec<Word>,
    /// Every place once, from south to north.
    spots: Vec<Spot>,
}

/// Puts names together.
#[derive(Default)]
pub(crate) struct Builder {
    names: Names,
    area_numbers: HashMap<Box<str>, u16>,
}

/// Why a stored line cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unreadable;

impl Builder {
    /// Adds the lines of a block. Of two places with one name in one spot the first added stays.
    pub(crate) fn add(&mut self, block: &str) -> Result<(), Unreadable> {
        block.lines().try_for_each(|line| self.add_line(line).ok_or(Unreadable))
    }

    fn add_line(&mut self, line: &str) -> Option<()> {
        let mut fields = line.split('\t');
        let (name, area) = (fields.next()?, fields.next()?);
        let (lat, lon) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        let size = fields.next()?.parse().ok()?;
        let entry = Entry {
            key: append(&mut self.names.folded, &fold(name))?,
            name: append(&mut self.names.shown, name)?,
            area: self.area(area)?,
            lat,
            lon,
            size,
        };
        self.names.entries.push(entry);
        Some(())
    }

    fn area(&mut self, area: &str) -> Option<u16> {
        if let Some(number) = self.area_numbers.get(area) {
            return Some(*number);
        }
        let number = u16::try_from(self.names.areas.len()).ok()?;
        self.names.areas.push(area.into());
        self.area_numbers.insert(area.into(), number);
        Some(number)
    }

    /// Sorts what was added; leaves out what `known` already knows, by folded name and place.
    pub(crate) fn build(self, known: impl Fn(&str, Point) -> bool) -> Names {
        let Self { mut names, .. } = self;
        let mut order: Vec<u32> = (0..).take(names.entries.len()).collect();
        let key = |entry: u32| text(&names.folded, names.entries[entry as usize].key);
        order.sort_by(|a, b| key(*a).cmp(key(*b)).then(a.cmp(b)));
        let (mut words, mut spots, mut group) = (Vec::new(), Vec::new(), Vec::<u32>::new());
        for entry in order {
            let centre = names.entries[entry as usize].centre();
            if group.last().is_some_and(|last| key(*last) != key(entry)) {
                group.clear();
            }
            let twin =
                |other: &u32| names.entries[*other as usize].centre().km_to(centre) < SAME_KM;
            if group.iter().any(twin) || known(key(entry), centre) {
                continue;
            }
            group.push(entry);
            words.extend(names.words_of(entry));
            let Entry { lat, lon, .. } = names.entries[entry as usize];
            spots.push(Spot { lat, lon, entry });
        }
        spots.sort_unstable_by_key(|spot| spot.lat);
        spots.shrink_to_fit();
        names.spots = spots;
        words.sort_unstable_by(|a, b| names.key(*a).cmp(names.key(*b)));
        words.shrink_to_fit();
        names.words = words;
        names.shown.shrink_to_fit();
        names.folded.shrink_to_fit();
        names.entries.shrink_to_fit();
        names
    }
}

impl Entry {
    fn centre(&self) -> Point {
        Point { lat: degrees(self.lat), lon: degrees(self.lon) }
    }
}

impl Names {
    /// Up to `limit` places of which the name, or a word in it, begins with the folded `wanted`;
    /// the best first.
    pub(crate) fn beginning(&self, wanted: &str, limit: usize) -> Vec<(Fit, Town)> {
        let start = self.words.partition_point(|word| self.key(*word) < wanted);
        let fitting =
            self.words[start..].iter().take_while(|word| self.key(**word).starts_with(wanted));
        let mut ranked: Vec<_> = fitting.map(|word| self.rank(*word, wanted)).collect();
        // A broad beginning has thousands; only the best are sorted.
        let keep = limit.saturating_mul(2);
        if ranked.len() > keep && keep > 0 {
            ranked.select_nth_unstable(keep);
            ranked.truncate(keep);
        }
        ranked.sort_unstable();
        let mut seen = Vec::with_capacity(limit);
        ranked.retain(|(_, _, entry)| {
            !seen.contains(entry) && {
                seen.push(*entry);
                true
            }
        });
        ranked.truncate(limit);
        ranked.into_iter().map(|(fit, _, entry)| (fit, self.town(entry))).collect()
    }

    /// The places of which the folded name is `key`, the largest first.
    pub(crate) fn called(&self, key: &str) -> Vec<Town> {
        let start = self.words.partition_point(|word| self.key(*word) < key);
        let equal = self.words[start..].iter().take_while(|word| self.key(**word) == key);
        let mut towns: Vec<Town> =
            equal.filter(|word| self.is_first(**word)).map(|word| self.town(word.entry)).collect();
        towns.sort_by_key(|town| Reverse(town.size));
        towns
    }

    /// The place that `point` most likely belongs to, with how far it lies in reaches of that
    /// place.
    pub(crate) fn around(&self, point: Point) -> Option<(f64, Town)> {
        let (north, east) = REACH_DEGREES;
        let start = self.spots.partition_point(|spot| degrees(spot.lat) <= point.lat - north);
        let beside = self.spots[start..]
            .iter()
            .take_while(|spot| degrees(spot.lat) < point.lat + north)
            .filter(|spot| (degrees(spot.lon) - point.lon).abs() < east);
        let measured = beside.map(|spot| {
            let entry = &self.entries[spot.entry as usize];
            (entry.centre().km_to(point) / reach_km(entry.size), spot.entry)
        });
        let (reaches, entry) = measured.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some((reaches, self.town(entry)))
    }

    /// How many places there are.
    pub(crate) fn len(&self) -> usize {
        self.spots.len()
    }

    /// A word and what follows it in its name.
    fn key(&self, word: Word) -> &str {
        let Span { start, length } = self.entries[word.entry as usize].key;
        &self.folded[word.start as usize..start as usize + usize::from(length)]
    }

    fn is_first(&self, word: Word) -> bool {
        word.start == self.entries[word.entry as usize].key.start
    }

    /// Every word of an entry's folded name.
    fn words_of(&self, entry: u32) -> impl Iterator<Item = Word> {
        let key = self.entries[entry as usize].key;
        let later = text(&self.folded, key).match_indices(' ').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(later);
        // A key has at most 65535 bytes, and all of them fit 32 bits.
        starts.filter_map(move |at| {
            let start = key.start.checked_add(u32::try_from(at).ok()?)?;
            Some(Word { start, entry })
        })
    }

    fn rank(&self, word: Word, wanted: &str) -> (Fit, Reverse<u32>, u32) {
        let fit = match (self.is_first(word), self.key(word).len() == wanted.len()) {
            (true, true) => Fit::Whole,
            (true, false) => Fit::Beginning,
            (false, _) => Fit::LaterWord,
        };
        (fit, Reverse(self.entries[word.entry as usize].size), word.entry)
    }

    fn town(&self, entry: u32) -> Town {
        let entry = &self.entries[entry as usize];
        Town {
            name: text(&self.shown, entry.name).to_owned(),
            area: self.areas[usize::from(entry.area)].to_string(),
            centre: entry.centre(),
            size: entry.size,
        }
    }
}

/// Adds `addition` to `whole`; `None` when there is no room for more.
fn append(whole: &mut String, addition: &str) -> Option<Span> {
    let start = u32::try_from(whole.len()).ok()?;
    let length = u16::try_from(addition.len()).ok()?;
    whole.push_str(addition);
    Some(Span { start, length })
}

fn text(whole: &str, span: Span) -> &str {
    let start = span.start as usize;
    &whole[start..start + usize::from(span.length)]
}

#[cfg(test)]
mod tests;
