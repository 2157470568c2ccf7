//! Places, the 500 m grid that hides them, and distances.

/// Side of a cell, in metres.
const CELL_M: f64 = 500.0;
/// Mean radius of the Earth, in kilometres.
const EARTH_KM: f64 = 6371.0088;
/// Metres along a meridian per degree.
const METRES_PER_DEGREE: f64 = EARTH_KM * 1000.0 * std::f64::consts::PI / 180.0;
/// Height of a row of cells, in degrees.
const ROW_DEGREES: f64 = CELL_M / METRES_PER_DEGREE;
const KM_PER_MILE: f64 = 1.609_344;

/// A point on the Earth, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    /// Degrees north.
    pub(crate) lat: f64,
    /// Degrees east.
    pub(crate) lon: f64,
}

impl Point {
    /// A point, unless the numbers do not lie on the Earth.
    pub(crate) fn on_earth(lat: f64, lon: f64) -> Option<Self> {
        let fine = (-90.0..=90.0).contains(&lat) && (-180.0..=180.0).contains(&lon);
        fine.then_some(Self { lat, lon })
    }

    /// Whether it lies in the box around the United Kingdom: 49 to 61 north, 9 west to 2.5 east.
    pub(crate) fn in_uk(self) -> bool {
        (49.0..=61.0).contains(&self.lat) && (-9.0..=2.5).contains(&self.lon)
    }

    /// Great-circle distance, in kilometres.
    pub(crate) fn km_to(self, other: Self) -> f64 {
        let (from, to) = (self.lat.to_radians(), other.lat.to_radians());
        let north = ((to - from) / 2.0).sin();
        let east = ((other.lon - self.lon).to_radians() / 2.0).sin();
        let half_chord = north.mul_add(north, from.cos() * to.cos() * east * east);
        2.0 * EARTH_KM * half_chord.sqrt().min(1.0).asin()
    }

    /// The point on a sphere of radius 1: straight-line distance there orders points as
    /// great-circle distance does.
    pub(crate) fn on_sphere(self) -> [f64; 3] {
        let (lat, lon) = (self.lat.to_radians(), self.lon.to_radians());
        [lat.cos() * lon.cos(), lat.cos() * lon.sin(), lat.sin()]
    }
}

/// A cell of the grid: rows of 500 m from south to north, each cut into columns about 500 m
/// wide at that latitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cell {
    pub(crate) row: i32,
    pub(crate) col: i32,
}

impl Cell {
    /// The cell that holds `point`.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the Earth has fewer than 2^17 rows or columns"
    )]
    pub(crate) fn of(point: Point) -> Self {
        let row = (point.lat / ROW_DEGREES).floor() as i32;
        let col = (point.lon / col_degrees(row)).floor() as i32;
        Self { row, col }
    }

    /// Its middle: the only point of it that others ever see.
    pub(crate) fn centre(self) -> Point {
        Point {
            lat: (f64::from(self.row) + 0.5) * ROW_DEGREES,
            lon: (f64::from(self.col) + 0.5) * col_degrees(self.row),
        }
    }
}

/// Width of the cells of a row, in degrees; at the poles, where a parallel shrinks to nothing,
/// it stays finite.
fn col_degrees(row: i32) -> f64 {
    let middle = ((f64::from(row) + 0.5) * ROW_DEGREES).to_radians();
    ROW_DEGREES / middle.cos().max(0.001)
}

/// A distance as people see it, in kilometres: 0 for less than 1 km, else one decimal.
pub(crate) fn shown_km(km: f64) -> f64 {
    if km < 1.0 { 0.0 } else { (km * 10.0).round() / 10.0 }
}

/// Miles in kilometres.
pub(crate) fn miles(miles: f64) -> f64 {
    miles * KM_PER_MILE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_distances() {
        let check = |a: (f64, f64), b: (f64, f64), km: f64| {
            let (a, b) = (Point { lat: a.0, lon: a.1 }, Point { lat: b.0, lon: b.1 });
            assert!((a.km_to(b) - km).abs() < km * 0.005, "{}", a.km_to(b));
        };
        check((51.5074, -0.1278), (53.4808, -2.2426), 262.0);
        check((57.1497, -2.0943), (50.3755, -4.1427), 764.0);
        check((0.0, 0.0), (0.0, 180.0), 20015.1);
    }

    #[test]
    fn a_cell_is_about_500_m_and_holds_its_centre() {
        for lat in [49.3, 51.5, 55.9, 60.8] {
            for lon in [-8.9, -2.0, -0.0001, 0.0, 1.7] {
                let point = Point { lat, lon };
                let centre = Cell::of(point).centre();
                assert_eq!(Cell::of(centre), Cell::of(point));
                assert!(point.km_to(centre) < 0.36, "{point:?}");
            }
        }
    }

    #[test]
    fn shown_distances() {
        for (km, shown) in [(0.0, 0.0), (0.99, 0.0), (1.0, 1.0), (1.26, 1.3), (12.04, 12.0)] {
            assert!((shown_km(km) - shown).abs() < 1e-9);
        }
    }
}
