//! Reading of a table as spreadsheets save it.

use std::borrow::Cow;

use csv::{ReaderBuilder, StringRecord, Trim};
use encoding_rs::WINDOWS_1252;

/// Most rows of a table.
pub(crate) const MAX_ROWS: usize = 50_000;

const NOT_CSV: &str = "This is a spreadsheet file. Open it, choose \u{2018}Save as\u{2019} and then CSV, and upload that.";
const NOT_TEXT: &str = "This is no CSV file that we can read. In your spreadsheet, choose \u{2018}Save as\u{2019} and then CSV UTF-8.";
const EMPTY: &str = "This file is empty.";
const NO_EMAIL: &str =
    "We found no column called Email. The first row must name the columns, as in the template.";
const NO_NAME: &str = "We found no columns called First name and Last name, nor one called Name. The first row must name the columns, as in the template.";
const TWICE: &str =
    "Two columns have the same meaning, such as Email and Email address. Keep one of them.";
/// Most columns of a table.
const MAX_COLUMNS: usize = 200;
const TOO_WIDE: &str =
    "This file has more than 200 columns. Please delete those that are not needed.";
const TOO_MANY: &str = "This file has more than 50,000 rows. Please split it.";

/// A column that the import understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    Email,
    FirstName,
    LastName,
    /// First and last name together.
    Name,
    Phone,
    Town,
    About,
    Skills,
    SparksPerHour,
    OpeningSparks,
}

/// Columns by their headings, in lower case and without spaces and punctuation. The first of each is
/// that of the template.
const HEADINGS: [(Column, &[&str]); 10] = [
    (Column::Email, &["email", "emailaddress", "mail", "emailid", "primaryemail"]),
    (Column::FirstName, &["firstname", "forename", "givenname", "first", "fname"]),
    (Column::LastName, &["lastname", "surname", "familyname", "last", "lname"]),
    (Column::Name, &["name", "fullname", "membername", "member", "displayname"]),
    (
        Column::Phone,
        &["phone", "phonenumber", "telephone", "mobile", "mobilephone", "tel", "cell", "homephone"],
    ),
    (Column::Town, &["town", "city", "location", "place", "village", "postcode", "towncity"]),
    (Column::About, &["about", "aboutme", "bio", "biography", "description", "profile", "notes"]),
    (
        Column::Skills,
        &[
            "skills",
            "skill",
            "offers",
            "offer",
            "services",
            "talents",
            "canoffer",
            "servicesoffered",
        ],
    ),
    (Column::SparksPerHour, &["sparksperhour", "price", "rate", "hourlyrate"]),
    (
        Column::OpeningSparks,
        &[
            "openingsparks",
            "openingbalance",
            "balance",
            "sparks",
            "credits",
            "hours",
            "timecredits",
            "currentbalance",
            "hoursbalance",
            "timedollars",
        ],
    ),
];

/// Returns the column that a heading names.
fn column(heading: &str) -> Option<Column> {
    let letters = heading.chars().filter(|letter| letter.is_alphanumeric());
    let key = letters.flat_map(char::to_lowercase).collect::<String>();
    HEADINGS.iter().find(|(_, names)| names.contains(&key.as_str())).map(|(column, _)| *column)
}

/// Headings of a table.
#[derive(Debug)]
pub(crate) struct Headings {
    texts: Vec<String>,
    places: Vec<Option<Column>>,
}

impl Headings {
    fn read(record: &StringRecord) -> Result<Self, &'static str> {
        if record.len() > MAX_COLUMNS {
            return Err(TOO_WIDE);
        }
        let texts: Vec<String> = record.iter().map(str::to_owned).collect();
        let places: Vec<_> = texts.iter().map(|text| column(text)).collect();
        let count = |column| places.iter().filter(|place| **place == Some(column)).count();
        if HEADINGS.iter().any(|(column, _)| count(*column) > 1) {
            return Err(TWICE);
        }
        if count(Column::Email) == 0 {
            return Err(NO_EMAIL);
        }
        let both = count(Column::FirstName) + count(Column::LastName) == 2;
        if !both && count(Column::Name) == 0 {
            return Err(NO_NAME);
        }
        Ok(Self { texts, places })
    }

    /// Returns the heading of a column, if the table has it.
    pub(crate) fn of(&self, column: Column) -> Option<&str> {
        let place = self.places.iter().position(|place| *place == Some(column))?;
        Some(&self.texts[place])
    }

    /// Returns the headings that name no known column.
    pub(crate) fn unknown(&self) -> impl Iterator<Item = &str> {
        let texts = self.texts.iter().zip(&self.places);
        let unknown = texts.filter(|(text, place)| place.is_none() && !text.is_empty());
        unknown.map(|(text, _)| text.as_str())
    }
}

/// A row of a table.
#[derive(Debug)]
pub(crate) struct Row<'a> {
    /// Number of the row; the headings are row 1.
    pub(crate) number: i64,
    headings: &'a Headings,
    record: StringRecord,
}

impl Row<'_> {
    /// Returns the text in a column; empty if the table does not have it.
    pub(crate) fn text(&self, column: Column) -> &str {
        let place = self.headings.places.iter().position(|place| *place == Some(column));
        place.and_then(|place| self.record.get(place)).unwrap_or_default()
    }

    /// Returns the heading of a column; empty if the table does not have it.
    pub(crate) fn heading(&self, column: Column) -> &str {
        self.headings.of(column).unwrap_or_default()
    }

    /// Returns the first text beyond the last heading, if there is one.
    pub(crate) fn beyond(&self) -> Option<&str> {
        self.record.iter().skip(self.headings.texts.len()).find(|text| !text.is_empty())
    }
}

/// Reads a table and calls `each` for every row with something in it.
pub(crate) fn read(bytes: &[u8], mut each: impl FnMut(&Row<'_>)) -> Result<Headings, &'static str> {
    let text = decode(bytes)?;
    let (text, delimiter) = delimited(&text);
    let mut records = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .delimiter(delimiter)
        .from_reader(text.as_bytes())
        .into_records();
    let first = records.next().ok_or(EMPTY)?.map_err(|_| NOT_TEXT)?;
    let headings = Headings::read(&first)?;
    for (index, record) in records.enumerate() {
        if index >= MAX_ROWS {
            return Err(TOO_MANY);
        }
        let record = record.map_err(|_| NOT_TEXT)?;
        if record.iter().all(str::is_empty) {
            continue;
        }
        let number = i64::try_from(index + 2).unwrap_or(i64::MAX);
        each(&Row { number, headings: &headings, record });
    }
    Ok(headings)
}

/// Returns the text of a file in UTF-8, with or without a byte order mark, or in Windows-1252.
fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, &'static str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        return Err(NOT_CSV);
    }
    if bytes.contains(&0) {
        return Err(NOT_TEXT);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.into()),
        Err(_) => Ok(WINDOWS_1252.decode_without_bom_handling(bytes).0),
    }
}

/// Returns the table without Excel's line about the delimiter, and the delimiter: the one that the
/// headings have most of.
fn delimited(text: &str) -> (&str, u8) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    if let Some(named) = first.strip_prefix("sep=").and_then(|named| named.bytes().next()) {
        return (rest, named);
    }
    let count = |delimiter: &u8| first.bytes().filter(|byte| byte == delimiter).count();
    (text, [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b','))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn emails(bytes: &[u8]) -> Result<Vec<(i64, String, String)>, &'static str> {
        let mut rows = Vec::new();
        read(bytes, |row| {
            let text = |column| row.text(column).to_owned();
            rows.push((row.number, text(Column::Email), text(Column::LastName)));
        })?;
        Ok(rows)
    }

    #[test]
    fn wide_tables_are_refused() {
        let wide = |columns: usize| format!("email,name{}\na@b.uk,Ana", ",x".repeat(columns - 2));
        assert_eq!(emails(wide(MAX_COLUMNS).as_bytes()).unwrap().len(), 1);
        assert_eq!(emails(wide(MAX_COLUMNS + 1).as_bytes()), Err(TOO_WIDE));
    }

    #[test]
    fn tables_of_all_spreadsheets_are_read() {
        let expected = [(2, "ana@example.org".to_owned(), "Müller".to_owned())];
        for text in [
            "email,first_name,last_name\nana@example.org,Ana,Müller\n",
            "\u{feff}Email address;First name;Surname\r\nana@example.org;Ana;Müller",
            "E-mail\tForename\tFamily name\r\n ana@example.org \tAna\tMüller",
            "sep=;\r\nEMAIL;FIRST;LAST\r\nana@example.org;Ana;\"Müller\"\r\n;;\r\n",
        ] {
            assert_eq!(emails(text.as_bytes()).unwrap(), expected, "{text}");
        }
        let windows = b"email,first_name,last_name\nana@example.org,Ana,M\xfcller\n";
        assert_eq!(emails(windows).unwrap(), expected);
    }

    #[test]
    fn row_numbers_are_those_of_the_spreadsheet() {
        let text = "email,name,about\na@b.co,A B,\"two\nlines\"\n,,\nc@d.co,C D,\n";
        let numbers: Vec<_> = emails(text.as_bytes()).unwrap().iter().map(|row| row.0).collect();
        assert_eq!(numbers, [2, 4]);
    }

    #[test]
    fn files_that_are_no_tables_say_what_to_do() {
        assert_eq!(emails(b""), Err(EMPTY));
        assert_eq!(emails(b"PK\x03\x04rest"), Err(NOT_CSV));
        assert_eq!(emails(b"\xff\xfee\0m\0"), Err(NOT_TEXT));
        assert_eq!(emails(b"name\nAna"), Err(NO_EMAIL));
        assert_eq!(emails(b"email,first name\na@b.co,Ana"), Err(NO_NAME));
        assert_eq!(emails(b"email,mail,name\n"), Err(TWICE));
    }
}
