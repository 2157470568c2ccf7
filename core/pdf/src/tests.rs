//! The documents are read back by Poppler.

use sparkyard_testkit::{pdf_pages, poppler};

use crate::{Align, Column, Document, Heading, Row};

const TITLE: &str = "Wallet statement";

fn document() -> Document {
    let written_at = "2026-07-02T10:00:00+01:00[Europe/London]".parse().unwrap();
    let heading = Heading { title: TITLE, issuer: "Ridgeway", written_at: &written_at };
    Document::new(heading).unwrap()
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
    let pages = pdf_pages(&written.finish().unwrap());
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
    let (arabic, hebrew) = ("\u{645}\u{62d}\u{645}\u{62f}", "\u{5d3}\u{5e0}\u{5d4}");
    written.facts([("Name", arabic), ("Other", hebrew)]);
    let page = &pdf_pages(&written.finish().unwrap())[0];
    // The reader tells the letters that were written, not their joined forms.
    assert!(page.contains(arabic) && page.contains(hebrew), "{page}");
    assert!(!page.contains('\u{fffd}'), "{page}");
}

#[test]
fn headings_are_repeated_and_pages_are_counted() {
    let mut written = document();
    written.table(&columns(), (1..=100).map(row));
    written.paragraph("The end.");
    let pages = pdf_pages(&written.finish().unwrap());
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
    let pages = pdf_pages(&written.finish().unwrap());
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
    written.table(&columns, [Row::new(["one", "two", "six"].map(str::to_owned))]);
    let words = poppler("pdftotext", &["-bbox", "-", "-"], &written.finish().unwrap());
    let edges = |word: &str| {
        let line = words.lines().find(|line| line.ends_with(&format!(">{word}</word>"))).unwrap();
        let edge = |name: &str| {
            let (_, rest) = line.split_once(&format!("{name}=\"")).unwrap();
            rest.split('"').next().unwrap().parse::<f32>().unwrap()
        };
        (edge("xMin"), edge("xMax"))
    };
    assert!((edges("one").0 - 50.0).abs() < 1.0, "{words}");
    assert!((edges("two").0 - 250.1).abs() < 1.0, "{words}");
    assert!((edges("six").1 - 545.3).abs() < 1.0, "{words}");
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
    let file = pdf.windows(10).filter(|part| part == b"/FontFile2").count();
    assert_eq!(file, 2);
}

#[test]
fn structure_tells_rows_and_headings() {
    let mut written = document();
    written.facts([("Name", "Ana"), ("Empty", "")]);
    written.table(&columns(), (1..=60).map(row));
    let found = poppler("pdfinfo", &["-struct-text", "-"], &written.finish().unwrap());
    let count = |role: &str| found.lines().filter(|line| line.trim().starts_with(role)).count();
    assert_eq!((count("Document"), count("H1"), count("Table")), (1, 1, 2), "{found}");
    // Two facts, a row of headings, and 60 rows; headings of columns and labels of facts.
    assert_eq!((count("TR"), count("TH"), count("TD")), (63, 5, 182), "{found}");
    for text in ["Wallet statement", "Ana", "Date", "Payment for booking 60"] {
        assert_eq!(found.matches(&format!("\"{text}\"")).count(), 1, "{text} in {found}");
    }
    assert!(!found.contains("Page 1"), "the foot is decoration: {found}");
}
