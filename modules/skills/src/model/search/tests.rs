use super::*;

/// Search texts of neighbours, each with the category meant.
const PHRASES: &str = include_str!("phrases.txt");

fn known() -> (Catalogue, Known) {
    let catalogue = Catalogue::load().unwrap();
    let known = Known::new(&catalogue, &HashMap::new(), &[]);
    (catalogue, known)
}

/// Returns the slugs of the categories that `text` may mean, best match first.
fn meant(text: &str) -> Vec<String> {
    let (catalogue, known) = known();
    let found = likeliest(&catalogue, &known.query(text));
    found.into_iter().map(|entry| entry.id.clone()).collect()
}

#[test]
fn sentence_finds_its_category_first() {
    let (catalogue, known) = known();
    let mut wrong = Vec::new();
    let phrases = PHRASES.lines().map(|line| line.split_once(" = ").expect("a phrase and a slug"));
    for (phrase, expected) in phrases.clone() {
        assert!(catalogue.entry(expected).is_some(), "{expected}");
        let found = likeliest(&catalogue, &known.query(phrase));
        let found: Vec<&str> = found.into_iter().map(|entry| &*entry.id).collect();
        if found.first() != Some(&expected) {
            wrong.push(format!("{phrase} = {expected}, not {found:?}"));
        }
    }
    assert!(phrases.count() >= 150);
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn categories_match_words_prefixes_and_forms() {
    for (wanted, found) in [
        ("plum", &["plumbing"][..]),
        ("boil", &["plumbing"]),
        ("zzz", &[]),
        ("!!!", &[]),
        ("", &[]),
        ("plumber", &["plumbing"]),
        ("cleaner", &["cleaning"]),
        ("baker", &["baking"]),
        ("hoover", &["cleaning", "appliance-repair"]),
        ("tap", &["plumbing", "dance"]),
        ("dripping tap", &["plumbing"]),
        ("it", &["it-help"]),
    ] {
        assert_eq!(meant(wanted), found, "{wanted}");
    }
}

#[test]
fn one_wrong_letter_matches_if_nothing_else_does() {
    for (wanted, found) in [
        ("plumer", "plumbing"),
        ("gardner", "gardening"),
        ("claener", "cleaning"),
        ("dog wlaker", "dog-walking"),
        ("electrican", "electrical"),
        ("my bolier", "plumbing"),
    ] {
        assert_eq!(meant(wanted).first().map(String::as_str), Some(found), "{wanted}");
    }
    assert_eq!(meant("gadrnre"), Vec::<String>::new());
}

#[test]
fn stop_words_are_dropped_beside_other_words() {
    let (_, known) = known();
    let words = |text: &str| {
        let terms = known.query(text).terms.into_iter();
        terms.map(|term| term.word).collect::<Vec<_>>()
    };
    assert_eq!(words("Someone to fix my TAP, please!"), ["fix", "tap"]);
    assert_eq!(words("can you help me"), ["can", "you", "help", "me"], "nothing else is there");
    assert_eq!(words("dogwalking"), ["dog", "walking"]);
    assert_eq!(words("baby sitter"), ["babysitter"]);
    assert_eq!(words("rosie plumbing"), ["rosie", "plumbing"]);
    assert_eq!(words("водопроводчик"), ["vodoprovodchik"]);
    assert_eq!(words(&"tap ".repeat(25)).len(), MAX_TERMS);
    assert_eq!(words(&"x".repeat(100)).len(), 1);
}

#[test]
fn general_words_weigh_less() {
    let (_, known) = known();
    let weight = |text: &str| known.query(text).terms[0].weight;
    assert_eq!(weight("broken"), WEIGHT_OF_GENERAL);
    assert_eq!(weight("boiler"), WEIGHT_OF_TELLING);
    assert_eq!(weight("rosie"), WEIGHT_OF_UNKNOWN);
}

#[test]
fn custom_names_are_found() {
    let catalogue = Catalogue::load().unwrap();
    let names = ["Bee whispering", "Жонглирование", "Crème brûlée"];
    let names = names.map(|name| (name.to_lowercase(), name.to_owned()));
    let added = HashMap::from([("cleaning".to_owned(), vec!["skivvy".to_owned()])]);
    let known = Known::new(&catalogue, &added, &names);
    let meant = |text: &str| {
        let terms = known.query(text).terms.into_iter();
        terms.flat_map(|term| term.categories).collect::<Vec<_>>()
    };
    assert_eq!(meant("bee"), ["beekeeping", "bee whispering"]);
    assert_eq!(meant("whisp"), ["bee whispering"]);
    assert_eq!(meant("жонгл"), ["жонглирование"]);
    assert_eq!(meant("brulee"), ["crème brûlée"]);
    assert_eq!(meant("skivvies"), ["cleaning"]);
    assert_eq!(meant("skivy"), ["cleaning"]);
}
