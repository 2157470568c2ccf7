use sparkyard_kernel::{Money, Sparks, Timestamp, events::bookings::ProposedTime};

use sparkyard_kernel::events::wallet::LedgerDiffers;

use super::*;

fn changed(by: Option<&str>) -> BookingChanged {
    BookingChanged {
        booking_id: BookingId(7),
        client_id: "m".into(),
        provider_id: "d".into(),
        subject: "Plumbing".to_owned(),
        need_id: None,
        by: by.map(UserId::from),
        starts_at: Timestamp::EPOCH,
        due_at: None,
        paid: true,
        cash: Money::ZERO,
        tokens: Sparks::ZERO,
        proposal: None,
        expenses: None,
        words: None,
        kind: None,
        mail_later: false,
    }
}

fn titles(kind: EventKind, by: Option<&str>) -> (Option<String>, Option<String>) {
    let booked = changed(by);
    let names = Names { client: "Maya".to_owned(), provider: "Dev".to_owned() };
    let texts = booking(kind, &booked, &names);
    for (text, link) in
        [(&texts.client, "/outward-progress/7"), (&texts.provider, "/inward-details/7")]
    {
        assert!(text.as_ref().is_none_or(|text| text.link == link), "{text:?}");
    }
    (texts.client.map(|text| text.title), texts.provider.map(|text| text.title))
}

#[test]
fn each_party_is_told_what_the_other_did() {
    use EventKind::{
        Abandoned, Accepted, AcceptedAtTime, Asked, Cancelled, ChargedBack, Completed, Confirmed,
        DecidedRefund, DecidedRelease, DecidedSplit, Disputed, ExpensesAsked, ExpensesDeclined,
        ExpensesLapsed, ExpensesPaid, Expired, Referred, Rejected, Released, StartUndone, Started,
        TimeAgreed, TimeDeclined, TimeLapsed, TimeProposed, TimeWithdrawn,
    };
    let (maya, dev, iris, system) = (Some("m"), Some("d"), Some("i"), None);
    let lapsed = "Plumbing has lapsed";
    let closed = "Plumbing is now closed";
    let unpaid = "The expenses for Plumbing have lapsed";
    let decided = "The dispute about Plumbing is decided";
    let taken = "The bank has taken back the payment for Plumbing";
    let (ended, referred) = ("Plumbing has ended", "An admin will decide about Plumbing");
    let rows: &[(EventKind, Option<&str>, &str, &str)] = &[
        (Asked, maya, "", "Maya wants to book Plumbing"),
        (Accepted, dev, "Dev accepted your booking", ""),
        (AcceptedAtTime, maya, "", "Maya agreed to your time for Plumbing"),
        (AcceptedAtTime, dev, "Dev agreed to your time for Plumbing", ""),
        (TimeProposed, maya, "", "Maya suggests another time for Plumbing"),
        (TimeProposed, dev, "Dev suggests another time for Plumbing", ""),
        (TimeDeclined, dev, "Dev would rather keep the time of Plumbing", ""),
        (TimeAgreed, dev, "Dev agreed to your time for Plumbing", ""),
        (TimeWithdrawn, maya, "", ""),
        (TimeLapsed, system, "", ""),
        (Rejected, dev, "Dev cannot take your booking", ""),
        (Cancelled, maya, "", "Maya cancelled Plumbing"),
        (Cancelled, dev, "Dev cancelled Plumbing", ""),
        (Expired, system, lapsed, lapsed),
        (Abandoned, system, ended, ended),
        (ChargedBack, system, taken, taken),
        (Started, maya, "", "Maya started Plumbing"),
        (StartUndone, maya, "", "Maya started Plumbing by mistake"),
        (Completed, dev, "Dev finished Plumbing", ""),
        (Confirmed, maya, "", "Maya confirmed that Plumbing is done"),
        (Disputed, maya, "", "Maya opened a dispute about Plumbing"),
        (Disputed, dev, "Dev opened a dispute about Plumbing", ""),
        (Referred, system, referred, referred),
        (Released, system, closed, closed),
        (DecidedRelease, iris, decided, decided),
        (DecidedRefund, iris, decided, decided),
        (DecidedSplit, iris, decided, decided),
        (ExpensesAsked, dev, "Dev asks for expenses for Plumbing", ""),
        (ExpensesPaid, maya, "", "Maya paid your expenses for Plumbing"),
        (ExpensesDeclined, maya, "", "Maya declined your expenses for Plumbing"),
        (ExpensesLapsed, system, unpaid, unpaid),
    ];
    for (kind, by, client, provider) in rows {
        let some = |title: &str| (!title.is_empty()).then(|| title.to_owned());
        let expected = (some(client), some(provider));
        assert_eq!(titles(*kind, *by), expected, "{kind:?} by {by:?}");
    }
}

#[test]
fn proposed_time_includes_the_message() {
    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    let proposal = ProposedTime {
        starts_at: at("2026-07-02T13:00:00Z"),
        until: at("2026-07-01T09:30:00Z"),
        accepted: true,
    };
    let booked = BookingChanged {
        starts_at: at("2026-07-01T09:30:00Z"),
        proposal: Some(proposal),
        words: Some("My train is late.".to_owned()),
        ..changed(Some("d"))
    };
    let names = Names { client: "Maya".to_owned(), provider: "Dev".to_owned() };
    let description = |kind| booking(kind, &booked, &names).client.unwrap().description;
    assert_eq!(
        description(EventKind::TimeProposed),
        "\u{201c}My train is late.\u{201d} Thu 2 Jul, 14:00 instead of Wed 1 Jul, 10:30. \
         You have until Wed 1 Jul, 10:30 to answer."
    );
    assert_eq!(
        description(EventKind::TimeAgreed),
        "\u{201c}My train is late.\u{201d} It is now booked for Wed 1 Jul, 10:30."
    );
}

#[test]
fn ledger_notice_names_the_first_difference() {
    let found = |differences: &[&str]| LedgerDiffers {
        found_at: Timestamp::EPOCH,
        differences: differences.iter().map(|text| (*text).to_owned()).collect(),
    };
    let check = |differences: &[&str], expected: &str| {
        let Text { description, .. } = ledger(&found(differences));
        assert_eq!(
            description,
            format!("Don't record cash or decide disputes until this is repaired. {expected}")
        );
    };
    check(&["account a has 1"], "What differs: account a has 1.");
    check(&["a", "b", "c"], "The first of 3 differences: a.");
}
