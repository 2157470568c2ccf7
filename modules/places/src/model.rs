//! Places as this module thinks of them.

pub(crate) mod gazetteer;
pub(crate) mod import;
pub(crate) mod names;
pub(crate) mod postcode;
pub(crate) mod postcode_units;
pub(crate) mod united_kingdom;

use sparkyard_kernel::{Point, ports::Place};

/// Which places are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Wanted {
    /// Cities, towns and villages.
    City,
    /// Streets, houses and postcodes.
    Address,
    /// All of them.
    Any,
}

impl Wanted {
    /// Whether a town is an answer.
    pub(crate) fn towns(self) -> bool {
        self != Self::Address
    }

    /// Whether an address is an answer.
    pub(crate) fn addresses(self) -> bool {
        self != Self::City
    }
}

/// A city, town or village.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Town {
    /// `Hebden Bridge`.
    pub(crate) name: String,
    /// The county or district it lies in, where that is known: `West Yorkshire`.
    pub(crate) area: String,
    /// Its middle.
    pub(crate) centre: Point,
    /// People, or a guess at them; only ever compared.
    pub(crate) size: u32,
}

impl Town {
    /// Name and area: `Hebden Bridge, West Yorkshire`.
    pub(crate) fn label(&self) -> String {
        let (bare, note) = self.note();
        match (self.area.as_str(), note == self.area) {
            ("", _) => self.name.clone(),
            (area, true) => format!("{bare}, {area}"),
            (area, false) => format!("{}, {area}", self.name),
        }
    }

    /// What else people call it: its label, its name without a note, and a note that is another
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

    /// The name without a note: `Bangor` of `Bangor (County Down)`.
    pub(crate) fn bare_name(&self) -> &str {
        self.note().0
    }

    /// The name, and the note in brackets that tells two of one name apart.
    fn note(&self) -> (&str, &str) {
        match self.name.split_once(" (") {
            Some((bare, note)) => (bare, note.trim_end_matches(')')),
            None => (&self.name, ""),
        }
    }

    /// How far, in kilometres, people say they live there.
    pub(crate) fn reach_km(&self) -> f64 {
        reach_km(self.size)
    }

    /// The town as a place.
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

/// How far, in kilometres, people say they live in a place of so many: 1.5 km around a village,
/// about 20 km around London.
pub(crate) fn reach_km(size: u32) -> f64 {
    (f64::from(size.max(1)) / 1000.0).sqrt().mul_add(0.2, 1.3)
}
