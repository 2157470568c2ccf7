//! Notices about checks that the operators make of members.

use jiff::civil::Date;
use sparkyard_kernel::events::vetting::{CheckChanged, CheckStep};

use super::super::Text;

/// Returns the notice to the member.
pub(crate) fn check_changed(changed: &CheckChanged) -> Text {
    let CheckChanged { check, step, until, reason, .. } = changed;
    let day = until.as_deref().map(in_words).unwrap_or_default();
    let (title, description) = match step {
        CheckStep::Recorded if day.is_empty() => {
            (format!("You have passed: {check}"), "It counts from now on.".to_owned())
        }
        CheckStep::Recorded => {
            (format!("You have passed: {check}"), format!("It counts until {day}."))
        }
        CheckStep::Withdrawn => (
            format!("No longer counted: {check}"),
            format!("An admin withdrew it. The reason: {}", reason.as_deref().unwrap_or_default()),
        ),
        CheckStep::RunsOut => (
            format!("Runs out on {day}: {check}"),
            "Ask the hosts in good time to have it made again.".to_owned(),
        ),
        CheckStep::RanOut => (
            format!("Has run out: {check}"),
            "What needs it cannot be booked from you until the hosts record it again.".to_owned(),
        ),
    };
    Text { title, description, link: "/settings/checks".to_owned() }
}

/// Returns the notice to admins about the check of the member called `name` that ends.
pub(crate) fn check_ends(changed: &CheckChanged, name: &str) -> Text {
    let day = changed.until.as_deref().map(in_words).unwrap_or_default();
    let check = &changed.check;
    let title = match changed.step {
        CheckStep::RanOut => format!("A check of {name} has run out: {check}"),
        _ => format!("A check of {name} runs out on {day}: {check}"),
    };
    let description = "Record the next one under Checks, once it is made.".to_owned();
    Text { title, description, link: "/admin/checks".to_owned() }
}

/// Returns a day such as `2026-12-24` in words.
fn in_words(day: &str) -> String {
    let parsed = Date::strptime("%Y-%m-%d", day);
    parsed.map_or_else(|_| day.to_owned(), |day| day.strftime("%-d %B %Y").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_is_told() {
        let changed = |step, until: Option<&str>| CheckChanged {
            user_id: "ana".into(),
            check_id: "dbs".into(),
            check: "DBS check".to_owned(),
            step,
            until: until.map(str::to_owned),
            reason: Some("Recorded by mistake".to_owned()),
        };
        let text = |step, until| {
            let Text { title, description, .. } = check_changed(&changed(step, until));
            format!("{title} / {description}")
        };
        let day = Some("2027-03-02");
        let recorded = CheckStep::Recorded;
        assert_eq!(
            text(recorded, day),
            "You have passed: DBS check / It counts until 2 March 2027."
        );
        assert_eq!(text(recorded, None), "You have passed: DBS check / It counts from now on.");
        assert_eq!(
            text(CheckStep::Withdrawn, None),
            "No longer counted: DBS check / An admin withdrew it. The reason: Recorded by mistake"
        );
        assert!(text(CheckStep::RunsOut, day).starts_with("Runs out on 2 March 2027: DBS check"));
        assert!(text(CheckStep::RanOut, day).starts_with("Has run out: DBS check"));
        assert_eq!(
            check_ends(&changed(CheckStep::RunsOut, day), "Ana Example").title,
            "A check of Ana Example runs out on 2 March 2027: DBS check"
        );
    }
}
