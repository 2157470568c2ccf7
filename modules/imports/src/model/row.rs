//! Checks of a single row, as registration and the forms of other modules make them.

use sparkyard_kernel::{
    Sparks, text,
    validate::{Checks, is_email, is_phone},
};

use super::{
    Candidate, Issue,
    table::{Column, Row},
};

/// Maximum length of a name, in characters.
const MAX_NAME: usize = 60;
/// Maximum length of a telephone number, in characters.
const MAX_PHONE: usize = 30;
/// Maximum length of a town's name, in characters.
const MAX_TOWN: usize = 120;
/// Maximum length of a text about a member, in characters.
const MAX_ABOUT: usize = 2000;
/// Maximum number of skills of a member, and length of their names in characters.
const MAX_SKILLS: usize = 30;
const MAX_SKILL: usize = 60;
/// Largest opening balance.
const MAX_OPENING: Sparks = Sparks::from_minor(1_000_000);
/// Highest price of a skill, per hour.
const MAX_PRICE: Sparks = Sparks::from_minor(50_000);
/// Price of a skill if the table has none: an hour for an hour.
const USUAL_PRICE: Sparks = Sparks::from_minor(100);

const OPENING: &str =
    "Write the balance as a number from 0 to 10,000 with at most two decimals, such as 4 or 4.5.";
const PRICE: &str = "Write the sparks per hour as a number from 0 to 500, such as 1 or 1.5.";
const EMAIL: &str = "This is not an email address.";
const ADDRESS_MISSING: &str = "Every row needs an email address.";
const PHONE: &str = "This is not a telephone number. You can leave it empty.";
const BEYOND: &str =
    "This row has more cells than the first row. A text with a comma needs quotes around it.";
const SKILLS: &str = "A member can have at most 30 skills.";
const SKILL: &str = "Separate skills by a semicolon. Each is a name of up to 60 characters.";

/// Checks a row. Returns the member in it, or everything that is wrong.
pub(crate) fn check(row: &Row<'_>) -> Result<Candidate, Vec<Issue>> {
    let (firstname, lastname) = names(row);
    let skills = skills(row.text(Column::Skills));
    let email = row.text(Column::Email).trim_start_matches("mailto:").to_owned();
    let phone = row.text(Column::Phone);
    let about = row.text(Column::About);
    let opening = amount(row.text(Column::OpeningSparks), Sparks::ZERO, MAX_OPENING);
    let price = amount(row.text(Column::SparksPerHour), USUAL_PRICE, MAX_PRICE);
    let is_skill = |name: &String| {
        name.chars().count() <= MAX_SKILL && name.chars().any(char::is_alphanumeric)
    };
    let mut issues = Vec::new();
    let mut found = |column: Column, checks: Checks| {
        if let Err(error) = checks.finish() {
            let (heading, value) = (row.heading(column), row.text(column));
            issues.push(Issue::error(row.number, heading, value, error.message));
        }
    };
    let named = |column| if row.heading(column).is_empty() { Column::Name } else { column };
    let (first, last) = (named(Column::FirstName), named(Column::LastName));
    let address = Checks::new().check("", !email.is_empty(), ADDRESS_MISSING);
    found(Column::Email, address.check("", is_email(&email), EMAIL));
    found(first, Checks::new().name("", &firstname, MAX_NAME));
    found(last, Checks::new().name("", &lastname, MAX_NAME));
    let number = Checks::new().check("", phone.is_empty() || is_phone(phone), PHONE);
    found(Column::Phone, number.line("", phone, 0, MAX_PHONE));
    found(Column::Town, Checks::new().line("", row.text(Column::Town), 0, MAX_TOWN));
    found(Column::About, Checks::new().prose("", about, 0, MAX_ABOUT));
    let cell = Checks::new().check("", skills.len() <= MAX_SKILLS, SKILLS);
    let cell = cell.check("", skills.iter().all(is_skill), SKILL);
    found(Column::Skills, cell.prose("", row.text(Column::Skills), 0, MAX_SKILLS * MAX_SKILL));
    found(Column::SparksPerHour, Checks::new().check("", price.is_some(), PRICE));
    found(Column::OpeningSparks, Checks::new().check("", opening.is_some(), OPENING));
    if let Some(value) = row.beyond() {
        issues.push(Issue::error(row.number, "", value, BEYOND));
    }
    let (Some(price), Some(opening), true) = (price, opening, issues.is_empty()) else {
        return Err(issues);
    };
    Ok(Candidate {
        row: row.number,
        email: email.to_lowercase(),
        firstname: text::line(&firstname),
        lastname: text::line(&lastname),
        phone: text::line(phone),
        town: text::line(row.text(Column::Town)),
        about: text::prose(about),
        skills,
        price,
        opening,
    })
}

/// Returns first and last name; of a name in one column, the last word is the last name.
fn names(row: &Row<'_>) -> (String, String) {
    let (first, last) = (row.text(Column::FirstName), row.text(Column::LastName));
    if !first.is_empty() || !last.is_empty() || row.heading(Column::Name).is_empty() {
        return (first.to_owned(), last.to_owned());
    }
    let name = text::line(row.text(Column::Name));
    let (first, last) = name.rsplit_once(' ').unwrap_or((&name, ""));
    (first.to_owned(), last.to_owned())
}

/// Returns the names in a cell of skills, each once.
fn skills(cell: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in cell.split([';', ',', '|', '\n']).map(text::line) {
        let is_known = names.iter().any(|known| known.to_lowercase() == name.to_lowercase());
        if !name.is_empty() && !is_known {
            names.push(name);
        }
    }
    names
}

/// Parses sparks; `usual` for an empty cell.
fn amount(cell: &str, usual: Sparks, most: Sparks) -> Option<Sparks> {
    if cell.is_empty() {
        return Some(usual);
    }
    cell.parse::<Sparks>().ok().filter(|amount| *amount <= most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::table;

    fn checked(line: &str) -> Result<Candidate, Vec<(String, String)>> {
        let text = format!("email,first_name,last_name,phone,skills,opening_sparks,about\n{line}");
        let mut outcome = None;
        table::read(text.as_bytes(), |row| outcome = Some(check(row))).unwrap();
        let issues = |issues: Vec<Issue>| {
            issues.into_iter().map(|issue| (issue.column, issue.value)).collect()
        };
        outcome.unwrap().map_err(issues)
    }

    #[test]
    fn a_row_becomes_a_member() {
        let member =
            checked("Ana@Example.org,Ana,Ó Briain,,\"Baking; cooking,baking\",4.5,Hi").unwrap();
        assert_eq!((member.email.as_str(), member.row), ("ana@example.org", 2));
        assert_eq!(member.skills, ["Baking", "cooking"]);
        assert_eq!((member.opening.minor(), member.price.minor()), (450, 100));
        let other = checked("a@b.co,伟,张,,,,").unwrap();
        assert_eq!((other.firstname.as_str(), other.opening), ("伟", Sparks::ZERO));
    }

    #[test]
    fn every_wrong_cell_is_named() {
        for (line, column, value) in [
            ("ana,Ana,B,,,,", "email", "ana"),
            (",Ana,B,,,,", "email", ""),
            ("a@b.co,,B,,,,", "first_name", ""),
            ("a@b.co,Ana,evil.example,,,,", "last_name", "evil.example"),
            ("a@b.co,Ana,B,soon,,,", "phone", "soon"),
            ("a@b.co,Ana,B,,!!,,", "skills", "!!"),
            ("a@b.co,Ana,B,,,-3,", "opening_sparks", "-3"),
            ("a@b.co,Ana,B,,,=1+1,", "opening_sparks", "=1+1"),
            ("a@b.co,Ana,B,,,10000.01,", "opening_sparks", "10000.01"),
            ("a@b.co,Ana,B,,,,Hi,there", "", "there"),
        ] {
            let expected = vec![(column.to_owned(), value.to_owned())];
            assert_eq!(checked(line), Err(expected), "{line}");
        }
        assert_eq!(checked("x,,,y,,z,").unwrap_err().len(), 5);
    }
}
