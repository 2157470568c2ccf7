use super::*;

fn town(name: &str, area: &str, lat: f64, lon: f64, size: u32) -> Town {
    Town { name: name.to_owned(), area: area.to_owned(), centre: Point { lat, lon }, size }
}

fn built(towns: &[Town]) -> Names {
    let mut block = String::new();
    for town in towns {
        write_line(&mut block, town);
    }
    let mut builder = Builder::default();
    builder.add(&block).unwrap();
    builder.build(|key, _| key == "leeds")
}

fn sample() -> Names {
    built(&[
        town("Newton", "Lancashire", 53.95, -2.45, 300),
        town("Newton", "Lancashire", 53.96, -2.45, 200),
        town("Newton", "Dorset", 50.68, -2.0, 900),
        town("Newton St Cyres", "Devon", 50.77, -3.58, 800),
        town("Bishop's Newton", "", 52.0, -2.0, 50),
        town("Leeds", "West Yorkshire", 53.8, -1.55, 500_000),
        town("Llanfair\tPG", "Ynys M\u{f4}n", 53.22, -4.2, 3000),
    ])
}

#[test]
fn names_are_found_by_prefix() {
    let names = sample();
    let found = |wanted: &str, limit| -> Vec<String> {
        let found = names.beginning(wanted, limit);
        found.into_iter().map(|(_, town)| town.label()).collect()
    };
    assert_eq!(
        found("newton", 9),
        ["Newton, Dorset", "Newton, Lancashire", "Newton St Cyres, Devon", "Bishop's Newton"]
    );
    assert_eq!(found("newton", 1), ["Newton, Dorset"]);
    assert_eq!(found("cyr", 9), ["Newton St Cyres, Devon"]);
    assert_eq!(found("llanfair pg", 9), ["Llanfair PG, Ynys M\u{f4}n"]);
    assert!(found("leeds", 9).is_empty() && found("zzz", 9).is_empty());
    assert_eq!(names.called("newton").len(), 2);
    assert!(names.called("st cyres").is_empty());
    assert_eq!(names.len(), 5);
}

#[test]
fn point_belongs_to_the_place_in_relative_reach() {
    let names =
        built(&[town("Hamlet", "", 53.00, -2.00, 100), town("City", "", 53.10, -2.00, 400_000)]);
    let (_, town) = names.around(Point { lat: 53.06, lon: -2.0 }).unwrap();
    assert_eq!(town.name, "City");
    let (_, town) = names.around(Point { lat: 53.005, lon: -2.0 }).unwrap();
    assert_eq!(town.name, "Hamlet");
    assert!(names.around(Point { lat: 58.0, lon: -4.0 }).is_none());
}

#[test]
fn invalid_stored_lines_are_rejected() {
    for line in ["", "Leeds", "Leeds\tYork\tx\t1\t1", "Leeds\tYork\t1\t1"] {
        assert_eq!(Builder::default().add(&format!("{line}\n")), Err(Unreadable), "{line}");
    }
}
