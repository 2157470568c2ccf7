//! Types of places.

pub(crate) mod gazetteer;
pub(crate) mod import;
pub(crate) mod names;
pub(crate) mod post_towns;
pub(crate) mod postcode;
pub(crate) mod postcode_units;
pub(crate) mod united_kingdom;

use sparkyard_kernel::{ItemId, Point, Timestamp, ports::Place};

/// Kinds of places to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Wanted {
    /// Cities, towns and villages.
    City,
    /// Streets, houses and postcodes.
    Address,
    /// Places of both kinds.
    Any,
}

impl Wanted {
    pub(crate) fn towns(self) -> bool {
        self != Self::Address
    }

    pub(crate) fn addresses(self) -> bool {
        self != Self::City
    }
}

/// A city, town or village.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Town {
    /// Name, possibly with a note: `Hebden Bridge`, `Bangor (County Down)`.
    pub(crate) name: String,
    /// County or district, if known: `West Yorkshire`.
    pub(crate) area: String,
    /// Centre of the town.
    pub(crate) centre: Point,
    /// Population, or an estimate; used for comparisons only.
    pub(crate) size: u32,
}

impl Town {
    /// Returns name and area: `Hebden Bridge, West Yorkshire`.
    pub(crate) fn label(&self) -> String {
        let (bare, note) = self.note();
        match (self.area.as_str(), note == self.area) {
            ("", _) => self.name.clone(),
            (area, true) => format!("{bare}, {area}"),
            (area, false) => format!("{}, {area}", self.name),
        }
    }

    /// Returns alternative names: the label, the name without a note, and a note that is another
    /// name.
    pub(crate) fn other_names(&self) -> Vec<String> {
        let (bare, note) = self.note();
        let mut names = vec![self.label()];
        if !note.is_empty() {
            names.push(bare.to_owned());
        }
        if !note.is_empty() && note != self.area {
            names.push(note.to_owned());
        }
        names
    }

    /// Returns the name without a note: `Bangor` for `Bangor (County Down)`.
    pub(crate) fn bare_name(&self) -> &str {
        self.note().0
    }

    /// Splits the name from the note in brackets, which distinguishes towns of one name.
    fn note(&self) -> (&str, &str) {
        match self.name.split_once(" (") {
            Some((bare, note)) => (bare, note.trim_end_matches(')')),
            None => (&self.name, ""),
        }
    }

    /// Returns the distance, in kilometres, within which people say they live there.
    pub(crate) fn reach_km(&self) -> f64 {
        reach_km(self.size)
    }

    pub(crate) fn place(&self) -> Place {
        Place {
            label: self.label(),
            city: self.name.clone(),
            street: None,
            zip_code: None,
            point: self.centre,
        }
    }
}

/// Population of a village, for comparisons.
pub(crate) const VILLAGE: u32 = 1000;

/// A town or village that an admin has added.
#[derive(Clone, Debug)]
pub(crate) struct AddedTown {
    pub(crate) id: ItemId,
    pub(crate) town: Town,
    pub(crate) at: Timestamp,
    /// Nearest built-in town, and the distance to it in kilometres.
    pub(crate) nearest: String,
    pub(crate) km: f64,
}

/// Returns the reach, in kilometres, of a place with this population: 1.5 km for a village, about
/// 20 km for London.
pub(crate) fn reach_km(size: u32) -> f64 {
    (f64::from(size.max(1)) / 1000.0).sqrt().mul_add(0.2, 1.3)
}
