//! Statements, receipts and earnings as documents to keep or to hand on.

use jiff::civil::Date;
use sparkyard_kernel::{
    Money, PaymentMethod, Price, Sparks, Timestamp,
    pdf::{Column, Document, Heading, PdfError, Row},
    site::SiteDetails,
    zone,
};

use super::{
    EntryLine, Unit,
    receipt::Receipt,
    seller::{Earnings, FEES, Quarter, Year},
    statement::{EntryFilter, EntryKind},
};

const QUARTERS: [&str; 4] =
    ["January to March", "April to June", "July to September", "October to December"];

/// Issuer of a document, and the time of writing.
pub(crate) struct Issue {
    pub(crate) site: SiteDetails,
    pub(crate) at: Timestamp,
}

impl Issue {
    fn document(&self, title: &str) -> Result<Document, PdfError> {
        let written_at = zone::in_britain(self.at);
        Document::new(Heading { title, issuer: &self.site.name, written_at: &written_at })
    }
}

/// Writes the entries of the member `owner` in their order, with the sums of each unit.
pub(crate) fn statement(
    issue: &Issue,
    owner: &str,
    filter: EntryFilter,
    entries: &[EntryLine],
) -> Result<Vec<u8>, PdfError> {
    let mut document = issue.document("Wallet statement")?;
    let period = filter.period.days().map_or_else(String::new, |(from, to)| {
        format!("{} to {}", day_in_full(from), day_in_full(to))
    });
    let count = entries.len().to_string();
    let sums = [Unit::Gbp, Unit::Spark].map(|unit| sums(unit, entries));
    let only = narrowed(filter);
    let facts = [
        ("Name", owner),
        ("Period", &period),
        ("Only", &only),
        ("Entries", &count),
        ("Pounds", &sums[0]),
        ("Sparks", &sums[1]),
    ];
    document.facts(facts.into_iter().filter(|(_, value)| !value.is_empty()));
    if entries.is_empty() {
        document.paragraph("There is nothing to list.");
        return document.finish();
    }
    let columns = [
        Column::words("Date").wide(64.0),
        Column::words("Time").wide(38.0),
        Column::words("Description"),
        Column::words("Booking").wide(52.0),
        Column::numbers("In", 72.0),
        Column::numbers("Out", 72.0),
        Column::numbers("Balance", 76.0),
    ];
    document.table(&columns, entries.iter().map(entry));
    document.finish()
}

fn entry(entry: &EntryLine) -> Row {
    let at = zone::in_britain(entry.at);
    let size = amount(entry.unit, entry.amount.saturating_abs());
    let (incoming, outgoing) =
        if entry.amount < 0 { (String::new(), size) } else { (size, String::new()) };
    Row::new([
        at.strftime("%-d %b %Y").to_string(),
        at.strftime("%H:%M").to_string(),
        entry.description(),
        entry.booking_id().map(|id| id.to_string()).unwrap_or_default(),
        incoming,
        outgoing,
        entry.balance.map(|balance| amount(entry.unit, balance)).unwrap_or_default(),
    ])
}

/// Returns how much came in and went out in a unit; empty without an entry.
fn sums(unit: Unit, entries: &[EntryLine]) -> String {
    let amounts = || entries.iter().filter(|entry| entry.unit == unit).map(|entry| entry.amount);
    if amounts().next().is_none() {
        return String::new();
    }
    let sum = |amounts: &mut dyn Iterator<Item = i64>| amount(unit, amounts.sum::<i64>().abs());
    let incoming = sum(&mut amounts().filter(|amount| *amount > 0));
    let outgoing = sum(&mut amounts().filter(|amount| *amount < 0));
    format!("{incoming} in, {outgoing} out")
}

/// Returns in words what a filter leaves; empty if it leaves everything.
fn narrowed(filter: EntryFilter) -> String {
    let kind = filter.kind.map(|kind| match kind {
        EntryKind::In => "money in",
        EntryKind::Out => "money out",
        EntryKind::TopUps => "top-ups",
        EntryKind::Bookings => "bookings",
        EntryKind::Gifts => "gifts",
        EntryKind::Other => "everything else",
    });
    let unit = filter.unit.map(|unit| match unit {
        Unit::Gbp => "pounds",
        Unit::Spark => "sparks",
    });
    [kind, unit].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Writes the receipt of a booking.
pub(crate) fn receipt(issue: &Issue, receipt: &Receipt) -> Result<Vec<u8>, PdfError> {
    let Receipt { booking, billed, client, provider, settlement } = receipt;
    let mut document = issue.document(&format!("Receipt {}", receipt.number()))?;
    let hours = match billed.hours {
        1 => "1 hour".to_owned(),
        hours => format!("{hours} hours"),
    };
    let title = match billed.title.contains(&billed.skill) {
        true => billed.title.clone(),
        false => format!("{} ({})", billed.title, billed.skill),
    };
    let method = match billed.method {
        PaymentMethod::Wallet => "Wallet, in pounds",
        PaymentMethod::SparkToken => "Wallet, in sparks",
        PaymentMethod::Card => "Card",
        PaymentMethod::None => "Free",
    };
    document.facts([
        ("For", title.as_str()),
        ("Booking ID", &booking.to_string()),
        ("When", &in_full(billed.starts_at)),
        ("Length", &hours),
        ("Booked by", client),
        ("Done by", provider),
        ("Paid", &in_full(settlement.paid_at)),
        ("Payment method", method),
        ("Settled", &in_full(settlement.settled_at)),
    ]);
    let line =
        |words: String, hundredths: i64| Row::new([words, amount(receipt.unit(), hundredths)]);
    let mut rows = vec![line(format!("Paid to {provider}"), settlement.released)];
    if settlement.refunded > 0 {
        rows.push(line(format!("Returned to {client}"), settlement.refunded));
    }
    rows.push(Row::total(["Price".to_owned(), amount(receipt.unit(), settlement.paid)]));
    if settlement.expenses > 0 {
        let words = format!("Expenses paid to {provider}, beside the price");
        rows.push(Row::new([words, amount(Unit::Gbp, settlement.expenses)]));
    }
    document.table(&[Column::words("Payment"), Column::numbers("Amount", 110.0)], rows);
    if let Some(contact) = &issue.site.contact {
        document.paragraph(&format!("Questions about this receipt? Write to {contact}."));
    }
    document.finish()
}

/// Writes what the member `owner` earned in pounds in a year.
pub(crate) fn earnings(
    issue: &Issue,
    owner: &str,
    year: Year,
    earnings: &Earnings,
) -> Result<Vec<u8>, PdfError> {
    let mut document = issue.document(&format!("Earned in {}", year.number()))?;
    document.facts([("Name", owner)]);
    document.paragraph(
        "What neighbours paid in pounds for bookings through this site, without expenses.",
    );
    let line = |words: &str, Quarter { transactions, paid }: Quarter| {
        [words.to_owned(), transactions.to_string(), amount(Unit::Gbp, paid)]
    };
    let quarters = QUARTERS.into_iter().zip(earnings.quarters);
    let rows = quarters.map(|(words, quarter)| Row::new(line(words, quarter)));
    let columns = [
        Column::words("Quarter"),
        Column::numbers("Payments", 110.0),
        Column::numbers("Amount", 110.0),
    ];
    document.table(&columns, rows.chain([Row::total(line("Whole year", earnings.total()))]));
    document.paragraph(&format!(
        "Fees kept back by the community: {}. A payment counts on the day when it arrives in the \
         wallet. Only pounds count, not sparks.",
        amount(Unit::Gbp, FEES),
    ));
    document.finish()
}

/// Formats an amount as `£20.00` or `10.00 sparks`.
fn amount(unit: Unit, hundredths: i64) -> String {
    match unit {
        Unit::Gbp => Price::Cash(Money::from_minor(hundredths)),
        Unit::Spark => Price::Sparks(Sparks::from_minor(hundredths)),
    }
    .to_string()
}

/// Formats a time as `2 March 2026, 10:00`, in British time.
fn in_full(at: Timestamp) -> String {
    zone::in_britain(at).strftime("%-d %B %Y, %H:%M").to_string()
}

fn day_in_full(day: Date) -> String {
    day.strftime("%-d %B %Y").to_string()
}
