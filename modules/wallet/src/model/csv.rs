//! A statement as a file of comma-separated values (RFC 4180).

use sparkyard_kernel::{
    Money,
    csv::{LINE_END, table, text},
    zone,
};

use super::{EntryLine, Unit};

const HEADINGS: &str = "Date,Time,Description,Booking,Unit,In,Out,Balance";

/// Writes entries, in their order, with a line of headings.
pub(crate) fn statement<'a>(entries: impl IntoIterator<Item = &'a EntryLine>) -> String {
    let mut file = table(HEADINGS);
    for entry in entries {
        file.push_str(&line(entry));
        file.push_str(LINE_END);
    }
    file
}

fn line(entry: &EntryLine) -> String {
    let at = zone::in_britain(entry.at);
    let booking = entry.booking_id().map(|id| id.to_string()).unwrap_or_default();
    let unit = match entry.unit {
        Unit::Gbp => "GBP",
        Unit::Spark => "sparks",
    };
    let size = decimal(entry.amount.abs());
    let (incoming, outgoing) =
        if entry.amount < 0 { (String::new(), size) } else { (size, String::new()) };
    [
        at.strftime("%Y-%m-%d").to_string(),
        at.strftime("%H:%M").to_string(),
        text(&entry.description()),
        booking,
        unit.to_owned(),
        incoming,
        outgoing,
        entry.balance.map(decimal).unwrap_or_default(),
    ]
    .join(",")
}

pub(super) fn decimal(hundredths: i64) -> String {
    Money::from_minor(hundredths).to_string()
}

#[cfg(test)]
mod tests {
    use sparkyard_kernel::BookingId;

    use super::*;
    use crate::model::Reason;

    #[test]
    fn statement_has_a_line_for_each_entry() {
        let payment = EntryLine {
            id: "1".to_owned(),
            unit: Unit::Gbp,
            amount: -123_456,
            reason: Reason::Hold,
            reference: Some("intent:a".to_owned()),
            other: None,
            booking: Some(BookingId(7)),
            open: true,
            settles_at: None,
            balance: Some(5),
            at: "2026-06-30T23:30:00Z".parse().unwrap(),
            newest: 0,
        };
        let gift = EntryLine {
            unit: Unit::Spark,
            amount: 1000,
            reason: Reason::Welcome,
            reference: Some("welcome".to_owned()),
            booking: None,
            balance: None,
            ..payment.clone()
        };
        let expected = "\u{feff}Date,Time,Description,Booking,Unit,In,Out,Balance\r\n\
                        2026-07-01,00:30,\"Payment for booking 7\",7,GBP,,1234.56,0.05\r\n\
                        2026-07-01,00:30,\"Welcome gift\",,sparks,10.00,,\r\n";
        assert_eq!(statement([&payment, &gift]), expected);
        assert_eq!(statement([]).lines().count(), 1);
    }
}
