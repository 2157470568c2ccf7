use std::sync::LazyLock;

use sparkyard_kernel::ports::SkillTerm;

use super::{super::names::NameFit, *};

static ME: LazyLock<UserId> = LazyLock::new(|| UserId::from("me"));
const LEEDS: Point = Point { lat: 53.8008, lon: -1.5491 };

fn change(id: &str, number: i64, place: Option<(f64, f64)>) -> PersonChange {
    let cell = place.map(|(lat, lon)| Cell::of(Point { lat, lon }));
    let (name, city) = (Some(format!("{id} example")), Some("leeds".to_owned()));
    PersonChange { id: id.into(), number, cell, name, city, offers: Vec::new() }
}

/// Returns a place in or around Britain, different for each number.
fn spot(n: i64) -> (f64, f64) {
    let n = f64::from(i32::try_from(n).unwrap());
    ((n * 7.13).sin().mul_add(5.0, 54.0), (n * 3.7).cos().mul_add(4.0, -2.5))
}

/// Adds offers to `change`: 'yoga', or 'yoga:stretch calm' with words of its text.
fn offering(offers: &[&str], change: PersonChange) -> PersonChange {
    let offer = |text: &&str| {
        let (category, text) = text.split_once(':').unwrap_or((text, ""));
        let stems = text.split_whitespace().map(ToOwned::to_owned).collect();
        OfferedSkill { category: category.to_owned(), stems }
    };
    PersonChange { offers: offers.iter().map(offer).collect(), ..change }
}

/// Makes `change` that of a person who is not visible.
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
    let names = Names { wanted, around, fit: NameFit::EveryWord, except: &ME, most: 100 };
    index.named(&names).into_iter().map(|id| id.0).collect()
}

#[test]
fn nearest_come_first_without_the_viewer() {
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
fn offers_may_be_added_after_people() {
    let people = |n| change(&format!("p{n}"), n, (n % 3 > 0).then(|| spot(n)));
    let offers = |n| match n % 4 {
        0 => vec![],
        1 => vec!["yoga:calm"],
        _ => vec!["plumbing:taps calm", "yoga"],
    };
    let together = of((1..40).map(|n| offering(&offers(n), people(n))).collect());
    let mut apart = Index::default();
    apart.take_in((1..40).map(people).chain([hidden(change("gone", 50, None))]).collect(), 0);
    // Skills come in another order than people, and some belong to nobody known.
    for n in (0..40).rev() {
        for offer in &offering(&offers(n), people(n)).offers {
            apart.take_in_offer(&format!("p{n}").as_str().into(), offer);
        }
    }
    for nobody in ["gone", "unknown"] {
        apart.take_in_offer(&nobody.into(), &offering(&["yoga"], people(1)).offers[0]);
    }
    apart.settle();
    let all = |index: &Index| (found(index, None), found(index, Some(200.0)));
    assert_eq!(all(&apart), all(&together));
    assert_eq!((apart.offering.len(), apart.idle.len()), (30, 9));
    let mut changed = [apart, together];
    for index in &mut changed {
        index.follow(
            vec![hidden(change("p5", 60, None)), offering(&["yoga"], change("p8", 61, None))],
            61,
        );
    }
    let [apart, together] = changed;
    assert_eq!(all(&apart), all(&together));
}

#[test]
fn changes_may_come_in_any_order() {
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
fn names_follow_renames_and_visibility() {
    let mut index = of(vec![change("ana", 1, None), change("bo", 2, None), change("me", 3, None)]);
    assert_eq!(called(&index, "exa"), ["ana", "bo"]);
    let renamed = PersonChange { name: Some("anna quill".to_owned()), ..change("ana", 4, None) };
    index.follow(vec![renamed, hidden(change("bo", 5, None))], 5);
    assert_eq!(called(&index, "exa"), Vec::<String>::new());
    assert_eq!(called(&index, "qui ann"), ["ana"]);
}

#[test]
fn people_without_offers_or_place_come_last() {
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
        let categories = slugs.iter().map(ToString::to_string).collect();
        let term = SkillTerm { categories, weight: 1, ..SkillTerm::default() };
        let query = SkillQuery { terms: vec![term] };
        searched(&index, |search| search.offering = Some(&query))
    };
    assert_eq!(wanted(&["yoga"]), ["near", "far"]);
    assert_eq!(wanted(&["yoga", "baking"]), ["near", "far", "nowhere"]);
    assert_eq!(wanted(&["pottery"]), Vec::<String>::new());
    assert_eq!(wanted(&[]), Vec::<String>::new());
}

#[test]
fn best_match_comes_first_among_neighbours() {
    let (here, near, far) =
        (Some((53.8008, -1.5491)), Some((53.82, -1.6)), Some((51.5074, -0.1278)));
    let index = of(vec![
        offering(&["plumbing"], change("plumber", 1, here)),
        offering(&["plumbing:tap drip"], change("tap-fixer", 2, near)),
        offering(&["dance:tap", "repairs:fix"], change("dancer", 3, here)),
        offering(&["plumbing:tap fix"], change("far-tap-fixer", 4, far)),
        offering(&["repairs"], change("handyman", 5, here)),
        offering(&["repairs"], change("fixit", 6, None)),
        offering(&["plumbing"], change("rosie", 7, far)),
        offering(&["baking"], change("baker", 8, here)),
        offering(&["plumbing"], hidden(change("hidden", 9, here))),
    ]);
    let term = |word: &str, categories: &[&str], weight| {
        let categories = categories.iter().map(ToString::to_string).collect();
        SkillTerm { word: word.to_owned(), stem: word.to_owned(), categories, weight }
    };
    let wanted = |terms: &[SkillTerm], from: Option<Point>| {
        let query = SkillQuery { terms: terms.to_vec() };
        searched(&index, |search| {
            (search.offering, search.around.from) = (Some(&query), from);
        })
    };
    let fix_tap = [term("fix", &["repairs"], 1), term("tap", &["plumbing", "dance"], 3)];
    assert_eq!(
        wanted(&fix_tap, Some(LEEDS)),
        ["dancer", "tap-fixer", "plumber", "handyman", "far-tap-fixer", "rosie", "fixit"],
        "of those who fit alike the nearest first"
    );
    let rosie = [term("rosie", &[], 2), term("plumb", &["plumbing"], 3)];
    assert_eq!(wanted(&rosie, None)[0], "rosie", "her name counts");
    let all = wanted(&rosie, Some(LEEDS));
    assert_eq!(all, ["plumber", "tap-fixer", "rosie", "far-tap-fixer"], "as far as it is near");
    assert_eq!(wanted(&[term("rosie", &[], 2)], None), Vec::<String>::new());
    assert_eq!(wanted(&[], Some(LEEDS)), Vec::<String>::new());
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
fn large_crowd_is_listed_like_a_small_one() {
    let size = i64::try_from(MEASURED).unwrap() * 2;
    let crowd = (0..size).map(|n| {
        let change = change(&format!("{n:05}"), 1, Some(spot(n)));
        if n % 4 == 0 { change } else { offering(&["yoga"], change) }
    });
    let index = of(crowd.collect());
    let yoga = SkillQuery::category("yoga".to_owned());
    let all = searched(&index, |search| search.take = usize::MAX);
    let those = searched(&index, |search| {
        (search.offering, search.take) = (Some(&yoga), usize::MAX);
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
fn order_equals_brute_force() {
    let changes: Vec<PersonChange> =
        (0..400).map(|n| change(&format!("{n:03}"), 1, Some(spot(n)))).collect();
    let mut measured: Vec<(f64, String)> = changes
        .iter()
        .map(|change| (LEEDS.km_to(change.cell.unwrap().centre()), change.id.0.clone()))
        .collect();
    measured.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    let measured: Vec<String> = measured.into_iter().take(100).map(|(_, id)| id).collect();
    assert_eq!(found(&of(changes), None), measured);
}

#[test]
fn restored_index_equals_the_saved_one() {
    let offers: [&[&str]; 4] =
        [&["yoga:calm stretch"], &[], &["yoga", "cake:calm"], &["gone:gone"]];
    let crowd = (0..400_usize).map(|n| {
        let number = i64::try_from(n).unwrap();
        let change =
            change(&format!("{n:03}"), number, if n % 7 == 0 { None } else { Some(spot(number)) });
        offering(offers[n % offers.len()], change)
    });
    let leaving = |n: &PersonChange| n.number % 4 == 3;
    let changes: Vec<PersonChange> = crowd.collect();
    let gone = changes.iter().filter(|change| leaving(change)).cloned();
    let gone: Vec<_> =
        gone.map(|change| hidden(PersonChange { number: change.number + 400, ..change })).collect();
    let mut before = of(changes);
    before.follow(gone, 900);
    let bytes = rmp_serde::to_vec(&before.save()).unwrap();
    let mut after = Index::restore(rmp_serde::from_slice(&bytes).unwrap()).unwrap();
    let next = || {
        let moved = change("001", 901, Some((53.8, -1.5)));
        vec![offering(&["kite:calm new"], moved), offering(&["gone"], change("new", 902, None))]
    };
    for round in 0..2 {
        assert_eq!((after.known(), after.len()), (before.known(), before.len()));
        for what in ["", "yoga", "cake", "gone", "kite"] {
            let query = SkillQuery::category(what.to_owned());
            let search = |index: &Index, from: Option<Point>| {
                searched(index, |search| {
                    (search.take, search.around.from) = (1_000, from);
                    search.offering = (!what.is_empty()).then_some(&query);
                })
            };
            for from in [Some(LEEDS), None] {
                assert_eq!(search(&after, from), search(&before, from), "{what} {round}");
            }
        }
        let city = |index: &Index| searched(index, |search| search.around.city = Some("leeds"));
        assert_eq!(city(&after), city(&before));
        for wanted in ["example", "01", "new"] {
            assert_eq!(called(&after, wanted), called(&before, wanted));
        }
        assert_eq!(after.changed("001"), before.changed("001"));
        before.follow(next(), 902);
        after.follow(next(), 902);
    }
}
