//! Outline of the United Kingdom, with the Crown dependencies, which share its postcodes.

use sparkyard_kernel::Point;

/// Outline of Great Britain with its islands and the Isle of Man, clockwise from Scilly. Drawn
/// through the sea; in the Channel half way to France.
const GREAT_BRITAIN: &[(f64, f64)] = &[
    (49.80, -6.60),
    (50.60, -5.60),
    (51.45, -5.60),
    (52.30, -5.00),
    (53.55, -4.90),
    (54.60, -5.25),
    (55.20, -5.75),
    (55.50, -6.70),
    (56.50, -7.90),
    (57.70, -8.80),
    (58.60, -6.50),
    (59.30, -4.70),
    (60.30, -2.40),
    (61.00, -1.20),
    (60.90, -0.50),
    (59.80, -1.00),
    (58.80, -2.00),
    (57.70, -1.50),
    (55.90, -1.60),
    (54.60, -0.20),
    (53.70, 0.40),
    (53.10, 1.50),
    (52.50, 2.00),
    (51.40, 1.70),
    (51.00, 1.50),
    (50.70, 1.00),
    (50.40, 0.00),
    (50.30, -1.50),
    (50.00, -3.50),
    (49.75, -5.20),
];

/// Outline of Northern Ireland: the coast drawn through the sea, the border accurate to a few
/// kilometres.
const NORTHERN_IRELAND: &[(f64, f64)] = &[
    (55.22, -6.97),
    (55.40, -6.20),
    (55.00, -5.70),
    (54.50, -5.30),
    (54.03, -5.90),
    (54.04, -6.275),
    (54.11, -6.37),
    (54.05, -6.62),
    (54.20, -6.88),
    (54.30, -7.15),
    (54.13, -7.32),
    (54.13, -7.55),
    (54.30, -7.85),
    (54.45, -8.18),
    (54.54, -8.00),
    (54.55, -7.75),
    (54.70, -7.85),
    (54.75, -7.55),
    (54.95, -7.45),
    (55.05, -7.40),
    (55.08, -7.15),
];

/// Outline of Jersey, Guernsey and the islands beside them, without the coast of France.
const CHANNEL_ISLANDS: &[(f64, f64)] =
    &[(49.05, -2.95), (49.85, -2.95), (49.85, -2.08), (49.30, -1.95), (49.05, -1.95)];

/// Checks whether a point lies in the United Kingdom, to within a few kilometres.
pub(crate) fn in_uk(point: Point) -> bool {
    let outlines = [GREAT_BRITAIN, NORTHERN_IRELAND, CHANNEL_ISLANDS];
    point.in_uk_box() && outlines.into_iter().any(|outline| is_within(point, outline))
}

/// Checks whether a point lies inside an outline: a line from there to the east crosses the outline
/// an odd number of times.
fn is_within(point: Point, outline: &[(f64, f64)]) -> bool {
    let Point { lat, lon } = point;
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    let crossed = edges.filter(|((this_lat, this_lon), (next_lat, next_lon))| {
        (*this_lat > lat) != (*next_lat > lat)
            && lon < (next_lon - this_lon) * (lat - this_lat) / (next_lat - this_lat) + this_lon
    });
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outline_includes_extremities_and_excludes_neighbours() {
        for (name, lat, lon) in [
            ("St Mary's", 49.92, -6.30),
            ("Lizard", 49.96, -5.20),
            ("Land's End", 50.07, -5.71),
            ("Dover", 51.127, 1.313),
            ("Lowestoft", 52.48, 1.76),
            ("Skegness", 53.14, 0.34),
            ("Stornoway", 58.21, -6.39),
            ("Lerwick", 60.15, -1.15),
            ("Baltasound", 60.76, -0.86),
            ("St David's", 51.88, -5.27),
            ("Holyhead", 53.31, -4.63),
            ("Stranraer", 54.90, -5.03),
            ("Campbeltown", 55.42, -5.61),
            ("Castlebay", 56.95, -7.49),
            ("Belfast", 54.60, -5.93),
            ("Derry", 54.998, -7.31),
            ("Enniskillen", 54.344, -7.632),
            ("Newry", 54.175, -6.34),
            ("Strabane", 54.827, -7.464),
            ("Portrush", 55.205, -6.654),
            ("Douglas", 54.15, -4.48),
            ("St Helier", 49.19, -2.11),
            ("St Anne", 49.71, -2.20),
            ("Torteval", 49.43, -2.67),
        ] {
            assert!(in_uk(Point { lat, lon }), "{name}");
        }
        for (name, lat, lon) in [
            ("Dublin", 53.35, -6.26),
            ("Dundalk", 54.00, -6.41),
            ("Letterkenny", 54.95, -7.73),
            ("Sligo", 54.27, -8.47),
            ("Calais", 50.95, 1.86),
            ("Le Havre", 49.49, 0.11),
            ("Carteret", 49.38, -1.79),
            ("Auderville", 49.71, -1.94),
            ("New York", 40.71, -74.0),
            ("nowhere", 0.0, 0.0),
            ("no number", f64::NAN, f64::NAN),
        ] {
            assert!(!in_uk(Point { lat, lon }), "{name}");
        }
    }
}
