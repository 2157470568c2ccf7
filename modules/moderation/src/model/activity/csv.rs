//! The report as a table.

use sparkyard_kernel::csv::{LINE_END, table, text};

use super::{ActivityReport, Counts, numbers};

const HEADINGS: &str = "By,Name,Exchanges,Hours,Active members";

/// Writes the report as comma-separated values: the total, then a line for each month, category and
/// area.
pub(crate) fn csv(report: &ActivityReport) -> String {
    let mut file = table(HEADINGS);
    let total = if report.is_sample { "Sample data" } else { "All" };
    push(&mut file, "Total", total, report.total);
    for (part, rows) in report.parts() {
        for row in rows {
            push(&mut file, part, &row.name, row.counts);
        }
    }
    file
}

fn push(file: &mut String, part: &str, name: &str, counts: Option<Counts>) {
    let [exchanges, hours, members] = numbers(counts);
    file.push_str(&[part.to_owned(), text(name), exchanges, hours, members].join(","));
    file.push_str(LINE_END);
}

#[cfg(test)]
mod tests {
    use sparkyard_kernel::Months;

    use super::*;
    use crate::model::activity::Row;

    #[test]
    fn the_file_has_every_part_and_no_formulas() {
        let counts = Counts { exchanges: 12, hours: 1_850, members: 7 };
        let row = |name: &str, counts| Row { name: name.to_owned(), counts };
        let report = ActivityReport {
            months: Months::parse("2026-02", "2026-03").unwrap(),
            is_sample: false,
            total: Some(counts),
            by_month: vec![row("2026-02", None), row("2026-03", None)],
            by_category: vec![row("Plumbing", Some(counts))],
            by_area: vec![row("=1+1", Some(counts))],
        };
        assert_eq!(
            csv(&report),
            "\u{feff}By,Name,Exchanges,Hours,Active members\r\n\
             Total,\"All\",12,18.5,7\r\n\
             Month,\"2026-02\",not shown,not shown,not shown\r\n\
             Month,\"2026-03\",not shown,not shown,not shown\r\n\
             Category,\"Plumbing\",12,18.5,7\r\n\
             Area,\"'=1+1\",12,18.5,7\r\n"
        );
    }
}
