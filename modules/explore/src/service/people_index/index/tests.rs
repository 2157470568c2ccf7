use std::sync::LazyLock;

use super::*;

static ME: LazyLock<UserId> = LazyLock::new(|| UserId::from("me"));
const LEEDS: Point = Point { lat: 53.8008, lon: -1.5491 };

fn change(id: &str, number: i64, place: Option<(f64, f64)>) -> PersonChange {
    let cell = place.map(|(lat, lon)| Cell::of(Point { lat, lon }));
    let (name, city) = (Some(format!("{id} example")), Some("leeds".to_owned()));
    PersonChange { id: id.into(), number, cell, name, city, offers: Vec::new() }
}

/// The same of somebody who offers that.
fn offering(offers: &[&str], change: PersonChange) -> PersonChange {
    let offers = offers.iter().map(ToString::to_string).collect();
    PersonChange { offers, ..change }
}

/// The same of somebody whom nobody may find.
fn hidden(change: PersonChange) -> PersonChange {
    PersonChange { name: None, cell: None, city: None, offers: Vec::new(), ..change }
}

fn of(changes: Vec<PersonChange>) -> Index {
    let mut index = Index::default();
    index.take_in(changes, 0);
    index.settle();
    index
}

fn found(index: &Index, within_km: Option<f64>) -> Vec<String> {
    searched(index, |search| search.around.within_km = within_km)
}

fn searched<'a>(index: &Index, change: impl FnOnce(&mut Search<'a>)) -> Vec<String> {
    let around = Around { from: Some(LEEDS), ..Around::default() };
    let mut search = Search { around, offering: None, except: &ME, skip: 0, take: 100 };
    change(&mut search);
    index.near(&search).into_iter().map(|neighbour| neighbour.id.0).collect()
}

fn called(index: &Index, wanted: &str) -> Vec<String> {
    let around = Around { from: Some(LEEDS), ..Around::default() };
    let names = Names { wanted, around, misspelt: false, except: &ME, most: 100 };
    index.named(&names).into_iter().map(|id| id.0).collect()
}

#[test]
fn nearest_first_within_the_limit_and_without_oneself() {
    let index = of(vec![
        change("york", 1, Some((53.96, -1.0873))),
        change("me", 2, Some((53.8008, -1.5491))),
        change("bramley", 3, Some((53.81, -1.63))),
        change("b", 4, Some((53.8009, -1.549))),
        change("a", 5, Some((53.8008, -1.5491))),
        hidden(change("hidden", 6, None)),
        change("nowhere", 7, None),
        change("elsewhere", 8, None),
    ]);
    assert_eq!(found(&index, None), ["a", "b", "bramley", "york", "nowhere", "elsewhere"]);
    assert_eq!(found(&index, Some(10.0)), ["a", "b", "bramley"]);
}

#[test]
fn follows_changes_whatever_their_order() {
    let mut index = of(vec![change("a", 1, Some((53.8, -1.5)))]);
    index.follow(vec![hidden(change("a", 3, None)), change("b", 4, Some((53.8, -1.5)))], 4);
    index.follow(vec![change("a", 2, Some((53.9, -1.5))), change("b", 4, Some((53.8, -1.5)))], 4);
    assert_eq!((found(&index, None), index.known), (vec!["b".to_owned()], 4));
    assert_eq!((index.changed("a"), index.changed("c")), (Some(3), None));
    index.follow(vec![change("b", 5, Some((50.0, -5.0)))], 7);
    assert_eq!((index.tree.size(), index.cells.len(), index.known), (1, 1, 7));
    assert!(found(&index, Some(100.0)).is_empty());
}

#[test]
fn a_name_is_found_as_it_is_now_and_only_while_it_may_be() {
    let mut index = of(vec![change("ana", 1, None), change("bo", 2, None), change("me", 3, None)]);
    assert_eq!(called(&index, "exa"), ["ana", "bo"]);
    let renamed = PersonChange { name: Some("anna quill".to_owned()), ..change("ana", 4, None) };
    index.follow(vec![renamed, hidden(change("bo", 5, None))], 5);
    assert_eq!(called(&index, "exa"), Vec::<String>::new());
    assert_eq!(called(&index, "qui ann"), ["ana"]);
}

#[test]
fn who_offers_nothing_comes_last_and_then_who_has_no_place() {
    let (here, far) = (Some((53.8008, -1.5491)), Some((51.5, -0.12)));
    let index = of(vec![
        change("idle", 1, here),
        offering(&["yoga"], change("far", 2, far)),
        offering(&["yoga", "baking"], change("near", 3, here)),
        change("nowhere-idle", 4, None),
        offering(&["baking"], change("nowhere", 5, None)),
        offering(&["yoga"], hidden(change("hidden", 6, here))),
    ]);
    assert_eq!(found(&index, None), ["near", "far", "idle", "nowhere", "nowhere-idle"]);
    assert_eq!(found(&index, Some(10.0)), ["near", "idle"]);
    let wanted = |slugs: &[&str]| {
        let slugs: Vec<String> = slugs.iter().map(ToString::to_string).collect();
        searched(&index, |search| search.offering = Some(&slugs[..]))
    };
    assert_eq!(wanted(&["yoga"]), ["near", "far"]);
    assert_eq!(wanted(&["yoga", "baking"]), ["near", "far", "nowhere"]);
    assert_eq!(wanted(&["pottery"]), Vec::<String>::new());
    assert_eq!(wanted(&[]), Vec::<String>::new());
}

#[test]
fn a_city_is_listed_nearest_first_or_newest_first() {
    let at = |id: &str, number, place, city: &str| {
        let change = change(id, number, place);
        offering(&["yoga"], PersonChange { city: Some(city.to_owned()), ..change })
    };
    let index = of(vec![
        at("1", 1, Some((53.9, -1.5)), "leeds"),
        at("2", 2, Some((53.8, -1.5)), "leeds"),
        at("3", 3, None, "leeds"),
        at("4", 4, Some((53.96, -1.08)), "york"),
    ]);
    let city = |city, from| {
        searched(&index, |search| {
            (search.around.city, search.around.from) = (Some(city), from);
        })
    };
    assert_eq!(city("leeds", Some(LEEDS)), ["2", "1", "3"]);
    assert_eq!(city("leeds", None), ["3", "2", "1"]);
    assert_eq!(city("york", Some(LEEDS)), ["4"]);
    assert_eq!(city("", Some(LEEDS)), Vec::<String>::new());
}

#[test]
fn a_crowd_is_listed_as_few_people_are() {
    let spot = |n: i64| {
        let n = f64::from(i32::try_from(n).unwrap());
        Some(((n * 7.13).sin().mul_add(5.0, 54.0), (n * 3.7).cos().mul_add(4.0, -2.5)))
    };
    let size = i64::try_from(MEASURED).unwrap() * 2;
    let crowd = (0..size).map(|n| {
        let change = change(&format!("{n:05}"), 1, spot(n));
        if n % 4 == 0 { change } else { offering(&["yoga"], change) }
    });
    let index = of(crowd.collect());
    let yoga = ["yoga".to_owned()];
    let all = searched(&index, |search| search.take = usize::MAX);
    let those = searched(&index, |search| {
        (search.offering, search.take) = (Some(&yoga[..]), usize::MAX);
    });
    assert_eq!(those.len(), MEASURED * 3 / 2, "more than are measured one by one");
    assert_eq!(all[..those.len()], those, "who offers something comes first");
    assert_eq!(all.len(), MEASURED * 2);
    let km = |id: &str| index.people[index.by_id[id] as usize].km(Some(LEEDS)).unwrap();
    assert!(those.is_sorted_by(|a, b| km(a) <= km(b)));
    let page = searched(&index, |search| (search.skip, search.take) = (those.len() - 2, 5));
    assert_eq!(page, all[those.len() - 2..those.len() + 3]);
}

#[test]
fn agrees_with_measuring_everybody() {
    let spots = (0..400).map(|n| {
        let n = f64::from(n);
        ((n * 7.13).sin().mul_add(5.0, 54.0), (n * 3.7).cos().mul_add(4.0, -2.5))
    });
    let changes: Vec<PersonChange> =
        spots.enumerate().map(|(n, at)| change(&format!("{n:03}"), 1, Some(at))).collect();
    let mut measured: Vec<(f64, String)> = changes
        .iter()
        .map(|change| (LEEDS.km_to(change.cell.unwrap().centre()), change.id.0.clone()))
        .collect();
    measured.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    let measured: Vec<String> = measured.into_iter().take(100).map(|(_, id)| id).collect();
    assert_eq!(found(&of(changes), None), measured);
}
