//! The documents are read back by a reader of another make.

use std::collections::BTreeSet;

use lopdf::{
    Dictionary, Object, ObjectId,
    content::{Content, Operation},
};

use crate::{Align, Column, Document, Heading, Row};

const TITLE: &str = "Wallet statement";

fn document() -> Document {
    let written_at = "2026-07-02T10:00:00+01:00[Europe/London]".parse().unwrap();
    let heading = Heading { title: TITLE, issuer: "Ridgeway", written_at: &written_at };
    Document::new(heading).unwrap()
}

fn read(pdf: &[u8]) -> lopdf::Document {
    lopdf::Document::load_mem(pdf).unwrap()
}

/// Returns the words of each page.
fn pages(pdf: &[u8]) -> Vec<String> {
    let read = read(pdf);
    let text = |page: &u32| read.extract_text(&[*page]).unwrap();
    let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    read.get_pages().keys().map(|page| words(text(page))).collect()
}

/// Returns what draws the pages.
fn operations(read: &lopdf::Document) -> Vec<Operation> {
    let drawn = |page| Content::decode(&read.get_page_content(page)).unwrap().operations;
    read.page_iter().flat_map(drawn).collect()
}

fn columns() -> [Column<'static>; 3] {
    [Column::words("Date").wide(70.0), Column::words("What"), Column::numbers("In", 70.0)]
}

fn row(number: usize) -> Row {
    Row::new([format!("{number} Mar"), format!("Payment for booking {number}"), "1.00".to_owned()])
}

#[test]
fn letters_of_all_alphabets_are_found_in_the_text() {
    let mut written = document();
    written.facts([
        ("Polish", "Zażółć gęślą jaźń"),
        ("Greek", "Ελένη"),
        ("Cyrillic", "Олена"),
        ("Chinese", "李小龍"),
        ("Markup", "<script>alert(1)</script> & (\\"),
        ("Control", "a\u{0}b\u{1b}c\r\nd"),
        ("Composed", "Cafe\u{301}"),
    ]);
    let pages = pages(&written.finish().unwrap());
    assert_eq!(
        pages,
        ["Ridgeway Wallet statement Polish Zażółć gęślą jaźń Greek Ελένη Cyrillic Олена Chinese \
          李小龍 Markup <script>alert(1)</script> & (\\ Control a b c d Composed Café \u{fffd} \
          stands for a letter that this document cannot show. Copying the text gives the letter \
          itself. Wallet statement · Ridgeway · 2 July 2026, 10:00 Page 1 of 1"]
    );
}

#[test]
fn arabic_and_hebrew_are_told_in_reading_order() {
    let mut written = document();
    let arabic = "\u{633}\u{644}\u{627}\u{645}";
    let hebrew = "\u{5d3}\u{5e0}\u{5d4}";
    written.facts([("Name", arabic), ("Other", hebrew)]);
    let pdf = written.finish().unwrap();
    let page = &pages(&pdf)[0];
    // Drawn from the end, and the joined letters stand for those that were written.
    assert!(page.contains("\u{645}\u{644}\u{627}\u{633}"), "{page}");
    assert!(page.contains("\u{5d4}\u{5e0}\u{5d3}"), "{page}");
    assert!(!page.contains('\u{fffd}'), "{page}");
    let read = read(&pdf);
    let told: Vec<String> = operations(&read)
        .iter()
        .filter(|operation| operation.operator == "BDC")
        .filter_map(|operation| operation.operands.get(1)?.as_dict().ok()?.get(b"ActualText").ok())
        .map(|text| lopdf::decode_text_string(text).unwrap())
        .collect();
    assert_eq!(told, [arabic, hebrew]);
}

#[test]
fn headings_are_repeated_and_pages_are_counted() {
    let mut written = document();
    written.table(&columns(), (1..=100).map(row));
    written.paragraph("The end.");
    let pages = pages(&written.finish().unwrap());
    assert_eq!(pages.len(), 3, "{pages:?}");
    for (index, page) in pages.iter().enumerate() {
        assert_eq!(page.matches("Date What In").count(), 1, "{page}");
        assert!(page.ends_with(&format!("Page {} of 3", index + 1)), "{page}");
    }
    let all = pages.concat();
    for number in 1..=100 {
        let line = format!("{number} Mar Payment for booking {number} 1.00");
        assert_eq!(all.matches(&line).count(), 1, "{line}");
    }
    assert!(all.contains("The end."));
}

#[test]
fn texts_longer_than_a_page_go_on_after_it() {
    let mut written = document();
    let words: Vec<String> = (0..4000).map(|number| format!("w{number}x")).collect();
    let long = words.join(" ");
    let cells = [long.clone(), String::new(), "1.00".to_owned()];
    written
        .table(&columns(), [Row::new(cells), Row::total(["", "Sum", "2.00"].map(str::to_owned))]);
    written.paragraph(&long);
    written.facts([("Endless", "#".repeat(9000).as_str())]);
    let pages = pages(&written.finish().unwrap());
    let all = pages.join(" ");
    for word in words {
        assert_eq!(all.split(' ').filter(|found| *found == word).count(), 2, "{word}");
    }
    assert!(all.contains("Sum 2.00"));
    assert_eq!(all.matches('#').count(), 9000);
}

#[test]
fn columns_share_the_width_and_numbers_stand_at_the_right() {
    let columns = [Column::words("a"), Column::words("b"), Column::numbers("c", 95.0)];
    assert_eq!(columns.map(|column| column.align), [Align::Left, Align::Left, Align::Right]);
    let mut written = document();
    written.table(&columns, [Row::new(["1", "2", "3"].map(str::to_owned))]);
    let read = read(&written.finish().unwrap());
    let lefts: Vec<f32> = operations(&read)
        .iter()
        .filter(|operation| operation.operator == "Tm")
        .map(|operation| operation.operands[4].as_float().unwrap())
        .collect();
    // Issuer, title, three headings, three cells, then the foot of the page.
    let [a, b, c] = lefts[5..8] else { panic!("{lefts:?}") };
    assert!((a - 50.0).abs() < 0.01 && (b - 250.14).abs() < 0.01, "{lefts:?}");
    assert!(c > 535.0 && c < 545.28, "{lefts:?}");
}

#[test]
fn same_input_gives_the_same_bytes() {
    let write = || {
        let mut written = document();
        written.facts([("Name", "Łucja 李 \u{633}")]);
        written.table(&columns(), (1..=50).map(row));
        written.finish().unwrap()
    };
    assert_eq!(write(), write());
}

#[test]
fn fonts_are_embedded_with_the_letters_used() {
    let pdf = document().finish().unwrap();
    assert!(pdf.len() < 20_000, "{} bytes", pdf.len());
    let read = read(&pdf);
    let files = read.objects.values().filter_map(|object| object.as_dict().ok());
    let embedded = files.filter(|dict| dict.has(b"FontFile2")).count();
    assert_eq!(embedded, 2);
}

#[test]
fn structure_names_each_marked_content_once() {
    let mut written = document();
    written.facts([("Name", "Ana"), ("Empty", "")]);
    written.table(&columns(), (1..=60).map(row));
    let read = read(&written.finish().unwrap());
    let catalog = read.catalog().unwrap();
    assert_eq!(catalog.get(b"Lang").unwrap().as_str().unwrap(), b"en-GB");
    let root = followed(&read, catalog, b"StructTreeRoot");
    let top = root.get(b"K").unwrap().as_reference().unwrap();
    let mut walk = Walk { read: &read, roles: Vec::new(), marked: BTreeSet::new() };
    walk.visit(top);
    let count = |role: &str| walk.roles.iter().filter(|found| *found == role).count();
    // Two facts, a row of headings, and 60 rows; headings of columns and labels of facts.
    assert_eq!((count("Document"), count("H1"), count("Table")), (1, 1, 2));
    assert_eq!((count("TR"), count("TH"), count("TD")), (63, 5, 182));
    let begun = operations(&read).iter().filter(|operation| is_numbered(operation)).count();
    // All but the value of the empty fact.
    assert_eq!(begun, walk.marked.len());
    assert_eq!(begun, 2 + 3 + 3 + 180);
}

fn is_numbered(operation: &Operation) -> bool {
    let properties = operation.operands.get(1).and_then(|operand| operand.as_dict().ok());
    operation.operator == "BDC" && properties.is_some_and(|dict| dict.has(b"MCID"))
}

fn followed<'a>(read: &'a lopdf::Document, dict: &Dictionary, key: &[u8]) -> &'a Dictionary {
    read.get_dictionary(dict.get(key).unwrap().as_reference().unwrap()).unwrap()
}

/// Walk through the structure elements.
struct Walk<'a> {
    read: &'a lopdf::Document,
    roles: Vec<String>,
    marked: BTreeSet<(ObjectId, i64)>,
}

impl Walk<'_> {
    fn visit(&mut self, element: ObjectId) {
        let dict = self.read.get_dictionary(element).unwrap();
        let role = dict.get(b"S").unwrap().as_name().unwrap();
        self.roles.push(String::from_utf8(role.to_vec()).unwrap());
        let children = dict.get(b"K").ok().map(|children| children.as_array().unwrap());
        for child in children.into_iter().flatten() {
            match child {
                Object::Reference(child) => self.visit(*child),
                number => {
                    let page = dict.get(b"Pg").unwrap().as_reference().unwrap();
                    assert!(self.marked.insert((page, number.as_i64().unwrap())), "{dict:?}");
                }
            }
        }
    }
}
