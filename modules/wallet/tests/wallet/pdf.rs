//! The statement and the earnings as PDF, read back and compared with the table.

use std::time::Duration;

use jiff::civil::Date;
use serde_json::json;
use sparkyard_testkit::{Answer, Member};

use crate::{TestApp, overview::pay, statement::spender, store};

const MARCH: &str = "from=2026-03-01&to=2026-03-31";

async fn statement(member: &Member, query: &str) -> Answer {
    member.get(&format!("/api/wallet/statement.pdf?{query}")).await
}

/// Returns the lines of the table as the document shows them.
async fn lines(member: &Member, query: &str) -> Vec<String> {
    let table = member.get(&format!("/api/wallet/statement.csv?{query}")).await;
    let table = String::from_utf8(table.bytes).unwrap();
    table.lines().skip(1).map(in_words).collect()
}

fn in_words(line: &str) -> String {
    let cells: Vec<&str> = line.split(',').map(|cell| cell.trim_matches('"')).collect();
    let [date, time, description, booking, unit, incoming, outgoing, balance] = cells[..] else {
        panic!("a cell with a comma: {line}");
    };
    let date: Date = date.parse().unwrap();
    let amount = |number: &str| match (number, unit) {
        ("", _) => String::new(),
        (number, "GBP") => format!("\u{a3}{number}"),
        (number, _) => format!("{number} sparks"),
    };
    let date = date.strftime("%-d %b %Y").to_string();
    let amounts = [incoming, outgoing, balance].map(amount);
    let cells = [&date, time, description, booking, &amounts[0], &amounts[1], &amounts[2]];
    let words: Vec<&str> = cells.into_iter().filter(|cell| !cell.is_empty()).collect();
    words.join(" ")
}

#[tokio::test]
async fn statement_has_the_lines_of_the_table() {
    let app = TestApp::start().await;
    let ana = spender(&app).await;
    let response = statement(&ana, MARCH).await;
    let name = "attachment; filename=\"statement-2026-03-01-to-2026-03-31.pdf\"";
    assert_eq!(response.header("content-disposition"), Some(name));
    assert_eq!(response.header("cache-control"), Some("private, no-store"));
    assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
    let pages = response.pdf_pages();
    let expected = format!(
        "Sparkyard Wallet statement Name Ana Example Period 1 March 2026 to 31 March 2026 \
         Entries 6 Pounds \u{a3}29.50 in, \u{a3}4.50 out Sparks 10.00 sparks in, 3.00 sparks out \
         Date Time Description Booking In Out Balance {} \
         Wallet statement \u{b7} Sparkyard \u{b7} 3 March 2026, 10:00 Page 1 of 1",
        lines(&ana, MARCH).await.join(" "),
    );
    assert_eq!(pages, [expected]);
    assert_eq!(response.bytes, statement(&ana, MARCH).await.bytes, "the same input");

    let narrow = format!("{MARCH}&unit=spark&kind=out");
    let pages = statement(&ana, &narrow).await.pdf_pages();
    let [line] = &lines(&ana, &narrow).await[..] else { panic!("one movement") };
    assert!(pages[0].contains(" Only money out, sparks Entries 1 Sparks 0.00 sparks in, 3.00"));
    assert!(pages[0].contains(&format!("Balance {line} Wallet")), "{pages:?}");

    let none = statement(&ana, "from=2025-01-01&to=2025-12-31").await.pdf_pages();
    assert!(none[0].contains("Entries 0 There is nothing to list."), "{none:?}");
}

#[tokio::test]
async fn statement_shows_names_in_all_alphabets() {
    let app = TestApp::start().await;
    for (index, (firstname, lastname)) in (0..).zip([
        ("Zażółć", "Gęślą-Jaźń"),
        ("Олена", "Коваленко"),
        ("Ελένη", "Παπαδοπούλου"),
        ("小龍", "李"),
        ("<script>", "alert(1)</script>"),
        ("O'Brien \\(", ") & \u{201c}Co\u{201d}"),
    ]) {
        let name = json!({ "firstname": firstname, "lastname": lastname });
        let member = app.member_with(&format!("m{index}"), name).await;
        let pages = statement(&member, MARCH).await.pdf_pages();
        let expected = format!("Name {firstname} {lastname} Period");
        assert!(pages[0].contains(&expected), "{expected} in {pages:?}");
    }
}

#[tokio::test]
async fn long_statement_has_each_line_once() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let at = "2026-03-01T12:00:00Z".parse().unwrap();
    store::repeat_entries(&app.host.cx.db, &ana.id, at, 400).await;
    let pages = statement(&ana, MARCH).await.pdf_pages();
    assert!(pages.len() > 5, "{} pages", pages.len());
    let count = pages.len();
    let mut drawn = Vec::new();
    for (index, page) in pages.iter().enumerate() {
        let (_, rest) = page.split_once("Description Booking In Out Balance ").unwrap();
        let (rows, foot) = rest.split_once(" Wallet statement \u{b7} ").unwrap();
        assert!(foot.ends_with(&format!("Page {} of {count}", index + 1)), "{foot}");
        drawn.push(rows);
    }
    assert_eq!(drawn.join(" "), lines(&ana, MARCH).await.join(" "));
}

#[tokio::test]
async fn documents_are_refused_like_the_table() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    for (query, field) in [
        ("from=1926-01-01&to=2026-01-01", "to"),
        ("from=2026-03-02&to=2026-03-01", "to"),
        ("from=x&to=2026-03-01", "from"),
    ] {
        statement(&ana, query).await.invalid(field);
    }
    assert_eq!(statement(&ana, "from=2026-03-01").await.status, 400);
    let at = "2026-03-01T12:00:00Z".parse().unwrap();
    store::repeat_entries(&app.host.cx.db, &ana.id, at, 10_000).await;
    // The welcome gift of 2 March is one too many.
    statement(&ana, MARCH).await.invalid("to");
    let year = "/api/wallet/earnings.pdf?year=2023";
    ana.get(year).await.invalid("year");
    ana.get(&year.replace("2023", "99999999999")).await.invalid("year");

    let paths = [
        format!("/api/wallet/statement.pdf?{MARCH}"),
        "/api/wallet/earnings.pdf?year=2026".to_owned(),
        "/api/wallet/receipts/1/file".to_owned(),
    ];
    ana.get(&paths[2]).await.refused(404, "wallet.receipt_not_found");
    app.advance(Duration::from_secs(1));
    let reason = json!({ "reason": "Sells what is not theirs." });
    iris.put(&format!("/api/admin/members/{}/suspend", ana.id), reason).await.ok();
    for path in paths {
        app.anonymous().get(&path).await.refused(401, "auth.unauthorised");
        ana.get(&path).await.refused(401, "auth.unauthorised");
    }
}

#[tokio::test]
async fn many_documents_at_once_are_all_written() {
    let app = TestApp::start().await;
    let ana = spender(&app).await;
    let one = statement(&ana, MARCH).await;
    let ask = || statement(&ana, MARCH);
    let (a, b, c, d) = tokio::join!(ask(), ask(), ask(), ask());
    for response in [a, b, c, d] {
        assert_eq!((response.status, &response.bytes), (200, &one.bytes));
    }
}

#[tokio::test]
async fn earnings_are_listed_by_quarter() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    crate::funding::top_up(&ana, 100.0).await;
    pay(&app, &ana, &bo, 7, 4.5).await;
    pay(&app, &ana, &bo, 8, 10.0).await;
    let response = bo.get("/api/wallet/earnings.pdf?year=2026").await;
    let name = "attachment; filename=\"earnings-2026.pdf\"";
    assert_eq!(response.header("content-disposition"), Some(name));
    let expected = "Sparkyard Earned in 2026 Name Bo Example What neighbours paid in pounds for \
                    bookings through this site, without expenses. Quarter Payments Amount \
                    January to March 2 \u{a3}14.50 April to June 0 \u{a3}0.00 July to September 0 \
                    \u{a3}0.00 October to December 0 \u{a3}0.00 Whole year 2 \u{a3}14.50 Fees kept \
                    back by the community: \u{a3}0.00. A payment counts on the day when it arrives \
                    in the wallet. Only pounds count, not sparks. Earned in 2026 \u{b7} Sparkyard \
                    \u{b7} 2 March 2026, 10:00 Page 1 of 1";
    assert_eq!(response.pdf_pages(), [expected]);
    let none = ana.get("/api/wallet/earnings.pdf?year=2025").await.pdf_pages();
    assert!(none[0].contains("Whole year 0 \u{a3}0.00"), "{none:?}");
}
