//! Invented names, postcodes and places, determined by a number.

const STARTS: [&str; 40] = [
    "Ash", "Barn", "Beck", "Black", "Bram", "Brook", "Burn", "Clay", "Cold", "Cran", "Dale", "Dun",
    "East", "Elm", "Fern", "Gold", "Hazel", "Heath", "High", "Holm", "Kirk", "Lang", "Lin",
    "Marsh", "Mill", "Moor", "North", "Oak", "Pen", "Raven", "Red", "Rush", "Sand", "Stan",
    "Thorn", "Wal", "West", "White", "Win", "Wood",
];
const ENDS: [&str; 25] = [
    "bourne", "bridge", "bury", "by", "combe", "cote", "den", "field", "fold", "ford", "gate",
    "ham", "hill", "holme", "hurst", "ley", "mere", "ness", "royd", "stead", "thorpe", "ton",
    "wick", "worth", "worthy",
];
const NOTES: [&str; 12] = [
    "", "Great ", "Little ", "Upper ", "Lower ", "Nether ", "Over ", "Old ", "New ", "Much ",
    "Long ", "Temple ",
];
const RIVERS: [&str; 15] = [
    "",
    " Green",
    " St Mary",
    " Magna",
    " Parva",
    " on the Hill",
    " under Edge",
    " Abbas",
    " Regis",
    " Monachorum",
    " by Sea",
    " le Street",
    " Water",
    " Cross",
    " End",
];
/// Letters used in the second half of a postcode.
const UNITS: &[u8; 20] = b"ABDEFGHJLNPQRSTUWXYZ";

/// Returns one of 180,000 names of places.
pub(crate) fn name(number: u32) -> String {
    let pick = |from: &[&'static str], step: u32| from[(number / step) as usize % from.len()];
    let start = pick(&STARTS, 1);
    let end = pick(&ENDS, 40);
    format!("{}{start}{end}{}", pick(&NOTES, 1000), pick(&RIVERS, 12_000))
}

/// Postcode areas of Great Britain.
pub(crate) const AREAS: [&str; 120] = [
    "AB", "AL", "B", "BA", "BB", "BD", "BH", "BL", "BN", "BR", "BS", "CA", "CB", "CF", "CH", "CM",
    "CO", "CR", "CT", "CV", "CW", "DA", "DD", "DE", "DG", "DH", "DL", "DN", "DT", "DY", "E", "EC",
    "EH", "EN", "EX", "FK", "FY", "G", "GL", "GU", "HA", "HD", "HG", "HP", "HR", "HS", "HU", "HX",
    "IG", "IP", "IV", "KA", "KT", "KW", "KY", "L", "LA", "LD", "LE", "LL", "LN", "LS", "LU", "M",
    "ME", "MK", "ML", "N", "NE", "NG", "NN", "NP", "NR", "NW", "OL", "OX", "PA", "PE", "PH", "PL",
    "PO", "PR", "RG", "RH", "RM", "S", "SA", "SE", "SG", "SK", "SL", "SM", "SN", "SO", "SP", "SR",
    "SS", "ST", "SW", "SY", "TA", "TD", "TF", "TN", "TQ", "TR", "TS", "TW", "UB", "W", "WA", "WC",
    "WD", "WF", "WN", "WR", "WS", "WV", "YO", "ZE",
];

/// Number of postcodes in a sector.
const IN_SECTOR: u32 = 160;

/// Returns the halves of a postcode of an area: `LS21`, `3AB`.
pub(crate) fn postcode(area: &str, number: u32) -> (String, String) {
    let (sector, unit) = (number / IN_SECTOR, number % IN_SECTOR);
    let letter = |position: u32| char::from(UNITS[position as usize % UNITS.len()]);
    let (district, digit) = (sector / 10 + 1, sector % 10);
    let inward = format!("{digit}{}{}", letter(unit / 20), letter(unit));
    (format!("{area}{district}"), inward)
}

/// Returns metres east and north on the national grid, spread over the country.
pub(crate) fn grid(number: u32) -> (u32, u32) {
    let scattered = number.wrapping_mul(2_654_435_761);
    (300_000 + scattered % 250_000, 120_000 + (scattered / 250_000 % 17) * 20_000 + number % 20_000)
}

/// Returns degrees north and east, spread over the country.
pub(crate) fn degrees(number: u32) -> (f64, f64) {
    let (east, north) = grid(number);
    (51.0 + f64::from(north) / 111_200.0 - 1.1, -3.5 + (f64::from(east) - 300_000.0) / 70_000.0)
}
