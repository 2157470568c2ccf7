use std::{
    io::{self, Write},
    path::Path,
};

use crate::{
    Archive,
    words::{AREAS, degrees, name},
};

const README: &[u8] = b"Readme for GeoNames\nThe data is provided \"as is\" without warranty.\n";

/// Writes GeoNames' `GB.zip` with `rows` rows, two in three of them settlements, including Otley
/// and Truro.
pub fn geonames(path: &Path, rows: u32) -> io::Result<()> {
    let mut archive = Archive::create(path)?;
    let file = archive.file("GB.txt")?;
    for (id, name, lat, lon, population) in [
        (2_640_813, "Otley", 53.905_72, -1.691_29, 14_668),
        (2_635_412, "Truro", 50.265_26, -5.054_36, 20_332),
    ] {
        row(file, id, name, (lat, lon), "P\tPPL", population)?;
    }
    for number in 0..rows.saturating_sub(2) {
        let kind = match number % 3 {
            0 => "H\tSTM",
            1 => "P\tPPL",
            _ => "P\tPPLX",
        };
        let population = if number % 50 == 1 { number % 9000 } else { 0 };
        row(file, 3_000_000 + number, &name(number), degrees(number), kind, population)?;
    }
    archive.file("readme.txt")?.write_all(README)?;
    archive.finish()
}

fn row(
    file: &mut impl Write,
    id: u32,
    name: &str,
    (lat, lon): (f64, f64),
    kind: &str,
    population: u32,
) -> io::Result<()> {
    writeln!(
        file,
        "{id}\t{name}\t{name}\t{name} \"the old\",Alt\t{lat:.5}\t{lon:.5}\t{kind}\tGB\t\tENG\tH3\t\t\t\
         {population}\t\t79\tEurope/London\t2019-03-12"
    )
}

/// Writes GeoNames' postal `GB.zip` with `rows` rows of districts and the places in them.
pub fn geonames_postal(path: &Path, rows: u32) -> io::Result<()> {
    let mut archive = Archive::create(path)?;
    let file = archive.file("GB.txt")?;
    for (code, name, county, lat, lon) in [
        ("LS21", "Otley", "West Yorkshire", 53.9060, -1.6900),
        ("TR1", "Truro", "Cornwall", 50.2640, -5.0510),
        ("SW1A", "Westminster Abbey", "Greater London", 51.5020, -0.1390),
    ] {
        postal_row(file, code, name, county, (lat, lon))?;
    }
    for number in 0..rows.saturating_sub(3) {
        let area = AREAS[number as usize % AREAS.len()];
        let district = number / 1200 % 25 + 30;
        let code = format!("{area}{district}");
        postal_row(file, &code, &name(number + 90_000), "Invented County", degrees(number))?;
    }
    archive.file("readme.txt")?.write_all(README)?;
    archive.finish()
}

fn postal_row(
    file: &mut impl Write,
    code: &str,
    name: &str,
    county: &str,
    (lat, lon): (f64, f64),
) -> io::Result<()> {
    writeln!(
        file,
        "GB\t{code}\t{name}\tEngland\tENG\t{county}\t11609017\t\t\t{lat:.4}\t{lon:.4}\t4"
    )
}
