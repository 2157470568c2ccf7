//! Two people in one 500 m cell cannot be told apart by location, wherever the caller asks from.

use proptest::{
    prelude::*,
    test_runner::{Config, TestCaseError, TestRunner},
};

use super::{Member, TestApp, Value, json, settle_at};

/// Height of a cell, in degrees.
const ROW: f64 = 500.0 / (6_371_008.8 * std::f64::consts::PI / 180.0);

/// A cell, two places in it as fractions of height and width, the caller's own place, the point
/// searched from, and the radius.
#[derive(Clone, Debug)]
struct Case {
    row: i32,
    column: i32,
    inside: [(f64, f64); 2],
    asker: (f64, f64),
    from: (f64, f64),
    filter: u32,
}

impl Case {
    fn places(&self) -> [(f64, f64); 2] {
        let width = ROW / ((f64::from(self.row) + 0.5) * ROW).to_radians().cos();
        self.inside.map(|(up, right)| {
            ((f64::from(self.row) + up) * ROW, (f64::from(self.column) + right) * width)
        })
    }
}

/// Generates cells all over the country, with search points near and far equally often.
fn case() -> impl Strategy<Value = Case> {
    let share = 0.001..0.999;
    let inside = [(share.clone(), share.clone()), (share.clone(), share)];
    let near = (-0.05..0.05, -0.05..0.05);
    let cells = (11_150..13_300, -700..200);
    (cells, inside, near.clone(), near, any::<bool>(), 0usize..4).prop_map(
        |((row, column), inside, asker, from, far, filter)| {
            let middle = f64::from(row) * ROW;
            let east = f64::from(column) * ROW / middle.to_radians().cos();
            let around = |(up, right): (f64, f64), far: bool| match far {
                true => (55.0 + up * 100.0, -3.0 + right * 60.0),
                false => ((middle + up).clamp(49.0, 61.0), (east + right).clamp(-9.0, 2.5)),
            };
            Case {
                row,
                column,
                inside,
                asker: around(asker, false),
                from: around(from, far),
                filter: [200, 500, 1000, 2000][filter],
            }
        },
    )
}

/// Returns the location data that a list shows of two people, and the order of their ids.
fn location_data(list: &Value, ids: [&str; 2]) -> (Vec<Value>, Vec<String>) {
    let rows: Vec<_> = list
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| ids.contains(&row["id"].as_str().unwrap()))
        .collect();
    let order = rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect();
    let place = |row: &&Value| json!([row["distance"], row["approximate"], row["location"]]);
    (rows.iter().map(place).collect(), order)
}

async fn holds(
    ana: &Member,
    (bo, cy): (&Member, &Member),
    case: &Case,
) -> Result<(), TestCaseError> {
    let [one, other] = case.places();
    settle_at(bo, "Leeds", one.0, one.1).await;
    settle_at(cy, "Leeds", other.0, other.1).await;
    settle_at(ana, "York", case.asker.0, case.asker.1).await;
    let ids = [bo.id.as_str(), cy.id.as_str()];
    let nearby =
        format!("/api/users/people/nearby/{}/{}/{}", case.from.0, case.from.1, case.filter);
    for path in [&nearby, "/api/users/people/within/leeds", "/api/users/searchuser/example"] {
        let list = ana.get(path).await.ok();
        let (places, order) = location_data(&list, ids);
        prop_assert!(places.len() != 1, "{} finds one of them only", path);
        if let [first, second] = &places[..] {
            prop_assert_eq!(first, second, "{}", path);
            prop_assert!(first[1]["lat"].is_number(), "{}", path);
        }
        if *path == *nearby && !order.is_empty() {
            // The order is constant, so it reveals nothing about either place.
            prop_assert!(order.is_sorted(), "{:?}", order);
        }
    }
    let mut far = Vec::new();
    for id in ids {
        let profile = ana.get(&format!("/api/users/basic/profile/{id}")).await.ok();
        far.push(profile["distance"].clone());
    }
    prop_assert_eq!(&far[0], &far[1], "their profiles");
    Ok(())
}

#[test]
fn people_in_one_cell_have_equal_distances() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (_app, ana, bo, cy) = runtime.block_on(async {
        let app = TestApp::start().await;
        let (ana, bo) = (app.member("ana").await, app.member("bo").await);
        let cy = app.member("cy").await;
        (app, ana, bo, cy)
    });
    let config = Config { cases: 24, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config)
        .run(&case(), |case| runtime.block_on(holds(&ana, (&bo, &cy), &case)));
    outcome.unwrap();
}
