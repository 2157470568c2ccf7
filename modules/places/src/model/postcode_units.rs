//! Packed postcodes of one sector. An entry has ten bytes: two letters of the unit, then latitude
//! and longitude in hundred-thousandths of a degree.

use sparkyard_kernel::Point;

use super::names::{degrees, steps};

const UNIT_BYTES: usize = 10;

/// Appends a unit.
pub(crate) fn pack(units: &mut Vec<u8>, unit: [u8; 2], point: Point) {
    units.extend(unit);
    units.extend(steps(point.lat).to_le_bytes());
    units.extend(steps(point.lon).to_le_bytes());
}

/// Returns the mean of all entries of a unit; `None` if there is none, or the bytes are not whole
/// entries.
pub(crate) fn find(units: &[u8], unit: [u8; 2]) -> Option<Point> {
    let (chunks, rest) = units.as_chunks::<UNIT_BYTES>();
    if !rest.is_empty() {
        return None;
    }
    let (mut lat, mut lon, mut count) = (0.0, 0.0, 0.0);
    for [first, second, a, b, c, d, e, f, g, h] in chunks {
        if [*first, *second] == unit {
            lat += degrees(i32::from_le_bytes([*a, *b, *c, *d]));
            lon += degrees(i32::from_le_bytes([*e, *f, *g, *h]));
            count += 1.0;
        }
    }
    (count > 0.0).then(|| Point { lat: lat / count, lon: lon / count })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_units_are_found() {
        let mut units = Vec::new();
        pack(&mut units, *b"AA", Point { lat: 51.501_01, lon: -0.141_59 });
        pack(&mut units, *b"AB", Point { lat: 51.5, lon: 0.0 });
        pack(&mut units, *b"AB", Point { lat: 51.7, lon: 0.2 });
        let found = find(&units, *b"AA").unwrap();
        assert!((found.lat - 51.501_01).abs() < 1e-9 && (found.lon + 0.141_59).abs() < 1e-9);
        let middle = find(&units, *b"AB").unwrap();
        assert!((middle.lat - 51.6).abs() < 1e-9 && (middle.lon - 0.1).abs() < 1e-9);
        assert!(find(&units, *b"ZZ").is_none());
        assert!(find(&units[1..], *b"AA").is_none());
    }
}
