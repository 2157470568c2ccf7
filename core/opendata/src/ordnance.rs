use std::{
    io::{self, Write},
    path::Path,
};

use crate::{
    Archive,
    words::{AREAS, grid, name, postcode},
};

const OPEN_NAMES_HEADER: &str = "ID,NAMES_URI,NAME1,NAME1_LANG,NAME2,NAME2_LANG,TYPE,LOCAL_TYPE,\
    GEOMETRY_X,GEOMETRY_Y,MAX_DETAIL_VIEW_RES,LEAST_DETAIL_VIEW_RES,MBR_XMIN,MBR_YMIN,MBR_XMAX,\
    MBR_YMAX,POSTCODE_DISTRICT,POSTCODE_DISTRICT_URI,POPULATED_PLACE,POPULATED_PLACE_URI,\
    POPULATED_PLACE_TYPE,DISTRICT_BOROUGH,DISTRICT_BOROUGH_URI,DISTRICT_BOROUGH_TYPE,COUNTY_UNITARY,\
    COUNTY_UNITARY_URI,COUNTY_UNITARY_TYPE,REGION,REGION_URI,COUNTRY,COUNTRY_URI,\
    RELATED_SPATIAL_OBJECT,SAME_AS_DBPEDIA,SAME_AS_GEONAMES";
const CODE_POINT_HEADER: &str = "PC,PQ,EA,NO,CY,RH,LH,CC,DC,WC\nPostcode,\
    Positional_quality_indicator,Eastings,Northings,Country_code,NHS_regional_HA_code,NHS_HA_code,\
    Admin_county_code,Admin_district_code,Admin_ward_code\n";
const URI: &str = "http://data.ordnancesurvey.co.uk/id/";

/// A row of OS Open Names.
struct Named<'a> {
    name: &'a str,
    kind: &'a str,
    at: (u32, u32),
    district: &'a str,
}

/// Writes OS Open Names with `tiles` tiles of `rows` rows: half of them postcodes, a third roads,
/// and every fiftieth a settlement.
pub fn open_names(path: &Path, tiles: u32, rows: u32) -> io::Result<()> {
    let mut archive = Archive::create(path)?;
    archive.file("Doc/OS_Open_Names_Header.csv")?.write_all(OPEN_NAMES_HEADER.as_bytes())?;
    archive.file("readme.txt")?.write_all(b"OS Open Names\n")?;
    for tile in 0..tiles {
        let file = archive.file(&format!("Data/{}.csv", tile_name(tile)))?;
        // Each file begins with a byte order mark, as the published ones do.
        file.write_all("\u{feff}".as_bytes())?;
        if tile == 0 {
            for (name, kind, at, district) in [
                ("Otley", "populatedPlace,Town", (420_279, 445_497), "LS21"),
                ("Truro", "populatedPlace,City", (182_656, 44_961), "TR1"),
                ("SW1A 1AA", "other,Postcode", (529_090, 179_645), "SW1A"),
            ] {
                named(file, &Named { name, kind, at, district })?;
            }
        }
        for row in 0..rows {
            open_names_row(file, tile, row, tiles)?;
        }
    }
    archive.finish()
}

fn open_names_row(file: &mut impl Write, tile: u32, row: u32, tiles: u32) -> io::Result<()> {
    let number = tile.wrapping_mul(10_007).wrapping_add(row);
    // A tile contains parts of several areas, and an area spans several tiles.
    let area = AREAS[((tile / 7 + row % 3) as usize) % AREAS.len()];
    let (outward, inward) = postcode(area, (tile % 7 * 2000 + row) % 16_000);
    let at = grid(number);
    let (name, kind) = match row % 50 {
        0 => (name(number % (tiles * 100).max(1)), "populatedPlace,Village"),
        1..=26 => (format!("{outward} {inward}"), "other,Postcode"),
        27..=43 => (format!("{} Road", name(number)), "transportNetwork,Named Road"),
        44..=47 => (format!("{} Wood", name(number)), "landcover,Woodland Or Forest"),
        _ => (format!("{} Beck", name(number)), "hydrography,Inland Water"),
    };
    named(file, &Named { name: &name, kind, at, district: &outward })
}

fn named(file: &mut impl Write, row: &Named) -> io::Result<()> {
    let Named { name, kind, at: (east, north), district } = row;
    let id = format!("osgb{:016}", u64::from(*east) * 1_000_000 + u64::from(*north));
    let (west, south) = (east - 500, north - 500);
    writeln!(
        file,
        "{id},{URI}{id},{name},,,,{kind},{east},{north},5000,25000,{west},{south},{},{},\
         {district},{URI}postcode/{district},,,,Invented District,{URI}1,{URI}type/Borough,\
         Invented County,{URI}2,{URI}type/County,North,{URI}3,England,{URI}country/england,,,",
        east + 500,
        north + 500,
    )
}

/// Returns a tile name such as `SU12`, different for each number.
fn tile_name(number: u32) -> String {
    let letters = ["HU", "NH", "NT", "NY", "NZ", "SE", "SJ", "SK", "SP", "SU", "TL", "TQ"];
    format!("{}{:02}", letters[number as usize % letters.len()], number / 12)
}

/// Writes Code-Point Open with `postcodes` postcodes, spread over 120 areas, and `SW1A 1AA`.
pub fn code_point(path: &Path, postcodes: u32) -> io::Result<()> {
    let mut archive = Archive::create(path)?;
    archive
        .file("Doc/Code-Point_Open_Column_Headers.csv")?
        .write_all(CODE_POINT_HEADER.as_bytes())?;
    archive.file("Doc/licence.txt")?.write_all(b"Open Government Licence\n")?;
    for (area, order) in AREAS.iter().zip(0..) {
        let file = archive.file(&format!("Data/CSV/{}.csv", area.to_lowercase()))?;
        let share = postcodes / 120 + u32::from(order < postcodes % 120);
        if *area == "SW" {
            code_point_row(file, ("SW1A", "1AA"), (529_090, 179_645), 10)?;
        }
        for number in 0..share {
            let (outward, inward) = postcode(area, number);
            // A few postcodes have no known location.
            let (at, quality) = match number % 997 {
                996 => ((0, 0), 90),
                _ => (grid(order * 20_000 + number), 10),
            };
            code_point_row(file, (&outward, &inward), at, quality)?;
        }
    }
    archive.finish()
}

/// Writes a postcode in seven characters: its halves are separated only if there is space.
fn code_point_row(
    file: &mut impl Write,
    (outward, inward): (&str, &str),
    (east, north): (u32, u32),
    quality: u32,
) -> io::Result<()> {
    writeln!(
        file,
        "\"{outward:<4}{inward}\",{quality},{east},{north},\"E92000001\",\"E19000003\",\
         \"E18000007\",\"\",\"E09000033\",\"E05013806\"\r"
    )
}
