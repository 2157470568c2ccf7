//! Published file layouts: detection, and parsing of rows.

use csv::{ReaderBuilder, StringRecord};
use sparkyard_kernel::Point;

use super::{batch::Batch, national_grid};
use crate::model::{Town, postcode::Postcode};

/// Layout of the rows of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// GeoNames' names of a country: 19 tab-separated columns.
    GeoNames,
    /// GeoNames' postal codes of a country: 12 tab-separated columns.
    GeoNamesPostal,
    /// Ordnance Survey's OS Open Names: 34 comma-separated columns, one file per tile.
    OpenNames,
    /// Ordnance Survey's Code-Point Open: 10 comma-separated columns, one file per area.
    CodePoint,
}

/// Maximum length of a name, in bytes.
const MAX_NAME: usize = 200;
/// GeoNames' feature codes of abandoned places.
const ABANDONED: [&str; 3] = ["PPLH", "PPLQ", "PPLW"];

impl Layout {
    /// All layouts by precedence of their names: of two entries for one place, the first is used.
    pub(crate) const ALL: [Self; 4] =
        [Self::OpenNames, Self::GeoNames, Self::GeoNamesPostal, Self::CodePoint];

    /// Returns the key in the database.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::GeoNames => "geonames",
            Self::GeoNamesPostal => "geonames_postal",
            Self::OpenNames => "os_open_names",
            Self::CodePoint => "code_point_open",
        }
    }

    /// Returns the name for people.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::GeoNames => "GeoNames",
            Self::GeoNamesPostal => "GeoNames postal codes",
            Self::OpenNames => "OS Open Names",
            Self::CodePoint => "Code-Point Open",
        }
    }

    /// Returns the attribution that the publisher requires.
    pub(crate) fn attribution(self, year: i16) -> String {
        match self {
            Self::GeoNames | Self::GeoNamesPostal => {
                "Place names: GeoNames (geonames.org), CC BY 4.0.".to_owned()
            }
            Self::OpenNames => format!(
                "Contains OS data \u{a9} Crown copyright and database right {year}. \
                 Open Government Licence v3.0."
            ),
            Self::CodePoint => format!(
                "Contains OS data \u{a9} Crown copyright and database right {year}. Contains Royal \
                 Mail data \u{a9} Royal Mail copyright and database right {year}. Contains National \
                 Statistics data \u{a9} Crown copyright and database right {year}. Open Government \
                 Licence v3.0."
            ),
        }
    }

    /// Detects the layout of a row by its number of columns and their contents.
    pub(crate) fn of_line(line: &str) -> Option<Self> {
        let line = line.trim_start_matches('\u{feff}');
        let tabs: Vec<&str> = line.split('\t').collect();
        match tabs.len() {
            19 if tabs[0].parse::<u64>().is_ok() => return Some(Self::GeoNames),
            12 if tabs[0] == "GB" => return Some(Self::GeoNamesPostal),
            _ => {}
        }
        let mut row = StringRecord::new();
        let mut reader = ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
        match reader.read_record(&mut row) {
            Ok(true) if row.len() == 34 && row[8].parse::<f64>().is_ok() => Some(Self::OpenNames),
            Ok(true) if row.len() == 10 && Postcode::full(&row[0]).is_some() => {
                Some(Self::CodePoint)
            }
            _ => None,
        }
    }

    pub(crate) const fn delimiter(self) -> u8 {
        match self {
            Self::GeoNames | Self::GeoNamesPostal => b'\t',
            Self::OpenNames | Self::CodePoint => b',',
        }
    }

    pub(crate) const fn quoted(self) -> bool {
        matches!(self, Self::OpenNames | Self::CodePoint)
    }

    const fn columns(self) -> usize {
        match self {
            Self::GeoNames => 19,
            Self::GeoNamesPostal => 12,
            Self::OpenNames => 34,
            Self::CodePoint => 10,
        }
    }

    /// Adds the contents of a row to `batch`. An error says what is wrong with the row.
    pub(crate) fn read(self, row: &StringRecord, batch: &mut Batch) -> Result<(), String> {
        if row.len() != self.columns() {
            return Err(format!("{} columns instead of {}", row.len(), self.columns()));
        }
        match self {
            Self::GeoNames => geonames(row, batch),
            Self::GeoNamesPostal => geonames_postal(row, batch),
            Self::OpenNames => open_names(row, batch),
            Self::CodePoint => code_point(row, batch),
        }
    }
}

/// Adds populated places of the United Kingdom.
fn geonames(row: &StringRecord, batch: &mut Batch) -> Result<(), String> {
    let (class, code, country) = (&row[6], &row[7], &row[8]);
    let centre = Point { lat: number(row, 4, "latitude")?, lon: number(row, 5, "longitude")? };
    if class != "P" || country != "GB" || ABANDONED.contains(&code) || !centre.in_uk_box() {
        return Ok(());
    }
    let population: u64 = if row[14].is_empty() {
        0
    } else {
        row[14].parse().map_err(|_| format!("population {:?} is not a number", &row[14]))?
    };
    let guess = match code {
        "PPLC" | "PPLA" => 50_000,
        "PPLA2" | "PPLA3" => 10_000,
        "PPL" => 200,
        _ => 100,
    };
    let size = if population == 0 { guess } else { u32::try_from(population).unwrap_or(u32::MAX) };
    name(batch, &row[1], "", centre, size)
}

/// Adds districts (whole postcodes, in the full file) and the names of places in them.
fn geonames_postal(row: &StringRecord, batch: &mut Batch) -> Result<(), String> {
    if &row[0] != "GB" {
        return Err(format!("country {:?} is not GB", &row[0]));
    }
    // Some rows have no coordinates.
    if row[9].is_empty() && row[10].is_empty() {
        return Ok(());
    }
    let centre = Point { lat: number(row, 9, "latitude")?, lon: number(row, 10, "longitude")? };
    if !centre.in_uk_box() {
        return Ok(());
    }
    let code = Postcode::full(&row[1]).or_else(|| Postcode::district(&row[1]));
    let code = code.ok_or_else(|| format!("{:?} is not a postcode", &row[1]))?;
    batch.add_postcode(&code, centre);
    match code.inward().is_empty() {
        true => name(batch, &row[2], &row[5], centre, 100),
        false => Ok(()),
    }
}

/// Adds settlements and postcodes; ignores roads, hills and other rows.
fn open_names(row: &StringRecord, batch: &mut Batch) -> Result<(), String> {
    let size = match (&row[6], &row[7]) {
        (_, "Postcode") => None,
        (_, "City") => Some(100_000),
        (_, "Town") => Some(15_000),
        (_, "Suburban Area") => Some(3000),
        (_, "Village") => Some(1000),
        ("populatedPlace", "Hamlet") => Some(120),
        ("populatedPlace", _) => Some(300),
        _ => return Ok(()),
    };
    let centre = on_grid(row, 8)?;
    let Some(size) = size else {
        let code = Postcode::full(&row[2]);
        let code = code.ok_or_else(|| format!("{:?} is not a postcode", &row[2]))?;
        batch.add_postcode(&code, centre);
        return Ok(());
    };
    let area = [24, 21, 27].map(|column| &row[column]);
    let area = area.into_iter().find(|area| !area.is_empty()).unwrap_or_default();
    // In Wales and the Highlands a place may have a name in each language.
    for column in [2, 4] {
        if !row[column].is_empty() {
            name(batch, &row[column], area, centre, size)?;
        }
    }
    Ok(())
}

/// Adds postcodes.
fn code_point(row: &StringRecord, batch: &mut Batch) -> Result<(), String> {
    let code = Postcode::full(&row[0]);
    let code = code.ok_or_else(|| format!("{:?} is not a postcode", &row[0]))?;
    // Quality 90: the location is unknown.
    let unknown = &row[1] == "90" || (matches!(&row[2], "" | "0") && matches!(&row[3], "" | "0"));
    if !unknown {
        batch.add_postcode(&code, on_grid(row, 2)?);
    }
    Ok(())
}

fn name(batch: &mut Batch, name: &str, area: &str, centre: Point, size: u32) -> Result<(), String> {
    let (name, area) = (name.trim(), area.trim());
    if name.is_empty() || name.len() > MAX_NAME || area.len() > MAX_NAME {
        return Err(format!("the name {name:?} is empty or too long"));
    }
    batch.add_name(&Town { name: name.to_owned(), area: area.to_owned(), centre, size });
    Ok(())
}

/// Reads easting and northing from a column and the next.
fn on_grid(row: &StringRecord, column: usize) -> Result<Point, String> {
    let easting = number(row, column, "easting")?;
    let northing = number(row, column + 1, "northing")?;
    match national_grid::is_on_grid(easting, northing) {
        true => Ok(national_grid::to_point(easting, northing)),
        false => Err(format!("{easting} east, {northing} north is not on the grid")),
    }
}

fn number(row: &StringRecord, column: usize, what: &str) -> Result<f64, String> {
    let number = row[column].trim().parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| format!("{what} {:?} is not a number", &row[column]))
}

#[cfg(test)]
mod tests;
