//! Notices about members who act for other members.

use sparkyard_kernel::{
    UserId,
    events::delegation::{DelegationChanged, DelegationStep},
};

use super::super::Text;

/// Names of the two.
pub(crate) struct Pair<'a> {
    pub(crate) member: &'a str,
    pub(crate) delegate: &'a str,
}

/// Returns the notices about a change; nobody is texts of what they did themselves.
pub(crate) fn delegation_changed<'a>(
    changed: &'a DelegationChanged,
    Pair { member, delegate }: &Pair<'_>,
) -> Vec<(&'a UserId, Text)> {
    let to_member = &changed.member_id;
    let to_delegate = &changed.delegate_id;
    let texts = match changed.step {
        DelegationStep::Asked => vec![(
            to_member,
            format!("May {delegate} help you here?"),
            format!(
                "The hosts suggest that {delegate} reads, books and answers for you. Nothing \
                 changes until you accept."
            ),
        )],
        DelegationStep::Appointed | DelegationStep::Accepted => vec![(
            to_delegate,
            format!("You can now act for {member}"),
            "What you do for them is marked with your name.".to_owned(),
        )],
        DelegationStep::Ended => {
            let words = changed.reason.as_ref().map_or_else(
                || "It ends at once.".to_owned(),
                |reason| format!("It ends at once. The reason: {reason}"),
            );
            vec![
                (to_member, format!("{delegate} no longer acts for you"), words.clone()),
                (to_delegate, format!("You no longer act for {member}"), words),
            ]
        }
    };
    let others = texts.into_iter().filter(|(to, ..)| **to != changed.by);
    let link = || "/settings/helpers".to_owned();
    let text = |(to, title, description)| (to, Text { title, description, link: link() });
    others.map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_told_of_what_they_did() {
        for (by, step, expected) in [
            ("iris", DelegationStep::Asked, &[("edith", "May Ana help you here?")][..]),
            ("iris", DelegationStep::Appointed, &[("ana", "You can now act for Edith")]),
            ("edith", DelegationStep::Accepted, &[("ana", "You can now act for Edith")]),
            ("edith", DelegationStep::Ended, &[("ana", "You no longer act for Edith")]),
            ("ana", DelegationStep::Ended, &[("edith", "Ana no longer acts for you")]),
            (
                "iris",
                DelegationStep::Ended,
                &[("edith", "Ana no longer acts for you"), ("ana", "You no longer act for Edith")],
            ),
        ] {
            let changed = DelegationChanged {
                member_id: "edith".into(),
                delegate_id: "ana".into(),
                by: by.into(),
                step,
                reason: None,
            };
            let texts = delegation_changed(&changed, &Pair { member: "Edith", delegate: "Ana" });
            let texts: Vec<_> =
                texts.iter().map(|(to, text)| (to.as_str(), text.title.as_str())).collect();
            assert_eq!(texts, expected, "{by}");
        }
    }
}
