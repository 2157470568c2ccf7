//! Added and imported names in memory: sorted once, searched by prefix.

use std::{cmp::Reverse, collections::HashMap, fmt::Write as _};

use sparkyard_kernel::{Point, text_folding::fold};

use super::{Town, gazetteer::Fit, reach_km};

/// Distance, in kilometres, within which two places of one name count as one.
const SAME_KM: f64 = 5.0;
/// Range, in degrees north and east, that no village's reach exceeds.
const REACH_DEGREES: (f64, f64) = (0.3, 0.6);
/// Steps per degree of stored coordinates: about a metre each.
const STEPS: f64 = 100_000.0;

/// Writes one stored line: name, area, coordinates and size, separated by tabs.
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

/// Converts degrees to stored steps.
#[expect(clippy::cast_possible_truncation, reason = "360 degrees are 36 million steps")]
pub(crate) fn steps(degrees: f64) -> i32 {
    (degrees * STEPS).round() as i32
}

/// Converts stored steps to degrees.
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

/// A word of an entry's folded name, with the rest of the name after it.
#[derive(Clone, Copy)]
struct Word {
    start: u32,
    entry: u32,
}

/// Coordinates of an entry, without indirection.
#[derive(Clone, Copy)]
struct Spot {
    lat: i32,
    lon: i32,
    entry: u32,
}

/// All imported names; a hundred thousand take about ten megabytes.
#[derive(Default)]
pub(crate) struct Names {
    /// Concatenated names, as shown.
    shown: String,
    /// Concatenated folded names.
    folded: String,
    areas: Vec<Box<str>>,
    entries: Vec<Entry>,
    /// Words, sorted by the text that starts there.
    words: Vec<Word>,
    /// Every place once, from south to north.
    spots: Vec<Spot>,
}

#[derive(Default)]
pub(crate) struct Builder {
    names: Names,
    area_numbers: HashMap<Box<str>, u16>,
}

/// A stored line is invalid.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unreadable;

impl Builder {
    /// Adds the lines of a block. Of two places with one name at one spot, the first added is kept.
    pub(crate) fn add(&mut self, block: &str) -> Result<(), Unreadable> {
        block.lines().try_for_each(|line| self.add_line(line).ok_or(Unreadable))
    }

    /// Adds one town.
    pub(crate) fn add_town(&mut self, town: &Town) -> Result<(), Unreadable> {
        let mut line = String::new();
        write_line(&mut line, town);
        self.add(&line)
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

    /// Sorts the entries; omits those for which `known` is true, by folded name and point.
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
    /// Returns up to `limit` places with a name, or a word of it, that begins with the folded
    /// `wanted`; best match first.
    pub(crate) fn beginning(&self, wanted: &str, limit: usize) -> Vec<(Fit, Town)> {
        let start = self.words.partition_point(|word| self.key(*word) < wanted);
        let fitting =
            self.words[start..].iter().take_while(|word| self.key(**word).starts_with(wanted));
        let mut ranked: Vec<_> = fitting.map(|word| self.rank(*word, wanted)).collect();
        // A short prefix matches thousands; only the best are sorted.
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

    /// Returns the places with the folded name `key`, largest first.
    pub(crate) fn called(&self, key: &str) -> Vec<Town> {
        let start = self.words.partition_point(|word| self.key(*word) < key);
        let equal = self.words[start..].iter().take_while(|word| self.key(**word) == key);
        let mut towns: Vec<Town> =
            equal.filter(|word| self.is_first(**word)).map(|word| self.town(word.entry)).collect();
        towns.sort_by_key(|town| Reverse(town.size));
        towns
    }

    /// Returns the place to which `point` most likely belongs, and the distance in multiples of the
    /// place's reach.
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

    pub(crate) fn len(&self) -> usize {
        self.spots.len()
    }

    /// Returns a word with the rest of its name.
    fn key(&self, word: Word) -> &str {
        let Span { start, length } = self.entries[word.entry as usize].key;
        &self.folded[word.start as usize..start as usize + usize::from(length)]
    }

    fn is_first(&self, word: Word) -> bool {
        word.start == self.entries[word.entry as usize].key.start
    }

    /// Returns every word of an entry's folded name.
    fn words_of(&self, entry: u32) -> impl Iterator<Item = Word> {
        let key = self.entries[entry as usize].key;
        let later = text(&self.folded, key).match_indices(' ').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(later);
        // A key has at most 65535 bytes, and all keys together fit 32 bits.
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

/// Appends `addition` to `whole`; `None` if the offsets overflow.
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
