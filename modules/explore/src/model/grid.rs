//! The 500 m grid that hides exact locations.

use sparkyard_kernel::{Point, geo::EARTH_KM};

/// Side length of a cell, in metres.
const CELL_M: f64 = 500.0;
/// Metres along a meridian per degree.
const METRES_PER_DEGREE: f64 = EARTH_KM * 1000.0 * std::f64::consts::PI / 180.0;
/// Height of a row of cells, in degrees.
const ROW_DEGREES: f64 = CELL_M / METRES_PER_DEGREE;

/// A cell of the grid: rows of 500 m from south to north, each cut into columns about 500 m
/// wide at that latitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cell {
    pub(crate) row: i32,
    pub(crate) col: i32,
}

impl Cell {
    /// Returns the cell that contains `point`.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the Earth has fewer than 2^17 rows or columns"
    )]
    pub(crate) fn of(point: Point) -> Self {
        let row = (point.lat / ROW_DEGREES).floor() as i32;
        let col = (point.lon / col_degrees(row)).floor() as i32;
        Self { row, col }
    }

    /// Returns the centre, the only point of a cell that other members see.
    pub(crate) fn centre(self) -> Point {
        Point {
            lat: (f64::from(self.row) + 0.5) * ROW_DEGREES,
            lon: (f64::from(self.col) + 0.5) * col_degrees(self.row),
        }
    }
}

/// Returns the width of the cells of a row, in degrees. Finite at the poles too, where a parallel
/// shrinks to nothing.
fn col_degrees(row: i32) -> f64 {
    let middle = ((f64::from(row) + 0.5) * ROW_DEGREES).to_radians();
    ROW_DEGREES / middle.cos().max(0.001)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_is_about_500_m_and_contains_its_centre() {
        for lat in [49.3, 51.5, 55.9, 60.8] {
            for lon in [-8.9, -2.0, -0.0001, 0.0, 1.7] {
                let point = Point { lat, lon };
                let centre = Cell::of(point).centre();
                assert_eq!(Cell::of(centre), Cell::of(point));
                assert!(point.km_to(centre) < 0.36, "{point:?}");
            }
        }
    }
}
