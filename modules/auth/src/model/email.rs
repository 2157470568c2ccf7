//! Email addresses, and which of them are one mailbox.

/// Domains of one provider, which are one, and the characters in front of the `@` that mean nothing
/// there.
const LENIENT: [(&[&str], &[char]); 2] = [
    (&["gmail.com", "googlemail.com"], &['.']),
    (&["proton.me", "protonmail.com", "protonmail.ch", "pm.me"], &['.', '-', '_']),
];

/// An address as we compare it: trimmed and in lower case.
pub(crate) fn normalise(email: &str) -> String {
    email.trim().to_lowercase()
}

/// An address without what its owner can vary: case, a tag after `+`, and at some providers marks
/// in it and the name of the domain.
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
    fn a_mailbox_is_the_same_however_it_is_written() {
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
