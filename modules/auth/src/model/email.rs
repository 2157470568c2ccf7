//! Email addresses, and the mailbox that an address belongs to.

/// Domains of one provider, which are equivalent, and the characters that it ignores before the
/// `@`.
const LENIENT: [(&[&str], &[char]); 2] = [
    (&["gmail.com", "googlemail.com"], &['.']),
    (&["proton.me", "protonmail.com", "protonmail.ch", "pm.me"], &['.', '-', '_']),
];

/// Returns an address as it is compared: trimmed and in lower case.
pub(crate) fn normalise(email: &str) -> String {
    email.trim().to_lowercase()
}

/// Returns an address without the parts its owner can vary: case, a tag after `+` and, at some
/// providers, ignored characters and the domain.
pub(crate) fn mailbox(email: &str) -> String {
    let email = normalise(email);
    let Some((local, domain)) = email.rsplit_once('@') else { return email };
    let name = local.split('+').next().filter(|name| !name.is_empty()).unwrap_or(local);
    let lenient = LENIENT.iter().find(|(domains, _)| domains.contains(&domain));
    let Some((domains, marks)) = lenient else { return format!("{name}@{domain}") };
    format!("{}@{}", name.replace(*marks, ""), domains[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_mailbox_are_equal() {
        for (email, expected) in [
            (" Me@Example.org", "me@example.org"),
            ("me+1@example.org", "me@example.org"),
            ("me+1+2@example.org", "me@example.org"),
            ("m.e@example.org", "m.e@example.org"),
            ("m.e@gmail.com", "me@gmail.com"),
            ("M.E.+news@GoogleMail.com", "me@gmail.com"),
            ("m_e@gmail.com", "m_e@gmail.com"),
            ("m.e@proton.me", "me@proton.me"),
            ("M-E_+news@ProtonMail.com", "me@proton.me"),
            ("me@pm.me", "me@proton.me"),
            ("m-e@protonmail.ch", "me@proton.me"),
            ("m-e_@example.org", "m-e_@example.org"),
            ("me@mail.gmail.com.example.org", "me@mail.gmail.com.example.org"),
            ("+tag@example.org", "+tag@example.org"),
        ] {
            assert_eq!(mailbox(email), expected, "{email}");
        }
    }
}
