//! The report as a document.

use jiff::civil::Date;
use sparkyard_kernel::{
    Timestamp,
    pdf::{Column, Document, Heading, PdfError, Row as Line},
    zone,
};

use super::{ActivityReport, notes, numbers};

/// Width of a column of numbers, in points.
const NUMBERS: f32 = 90.0;

/// Issuer of the document, and the time of writing.
pub(crate) struct Issue {
    pub(crate) site: String,
    pub(crate) at: Timestamp,
}

/// Writes the report.
pub(crate) fn pdf(issue: &Issue, report: &ActivityReport) -> Result<Vec<u8>, PdfError> {
    let written_at = zone::in_britain(issue.at);
    let title = "Activity report";
    let mut document =
        Document::new(Heading { title, issuer: &issue.site, written_at: &written_at })?;
    let (first, last) = report.months.days();
    let day = |day: Date| day.strftime("%-d %B %Y").to_string();
    let period = format!("{} to {}", day(first), day(last));
    let [exchanges, hours, members] = numbers(report.total);
    document.facts([
        ("Period", period.as_str()),
        ("Exchanges", &exchanges),
        ("Hours", &hours),
        ("Active members", &members),
    ]);
    if report.is_sample {
        document.paragraph("This is the sample community: none of it took place.");
    }
    for (part, rows) in report.parts() {
        if rows.is_empty() {
            continue;
        }
        let columns = [
            Column::words(part),
            Column::numbers("Exchanges", NUMBERS),
            Column::numbers("Hours", NUMBERS),
            Column::numbers("Active members", NUMBERS),
        ];
        let lines = rows.iter().map(|row| {
            let [exchanges, hours, members] = numbers(row.counts);
            Line::new([in_words(&row.name), exchanges, hours, members])
        });
        document.table(&columns, lines);
    }
    document.paragraph(&notes());
    document.finish()
}

/// Formats a month as `March 2026`; other names stay as they are.
fn in_words(name: &str) -> String {
    let month = Date::strptime("%Y-%m-%d", format!("{name}-01"));
    month.map_or_else(|_| name.to_owned(), |month| month.strftime("%B %Y").to_string())
}
