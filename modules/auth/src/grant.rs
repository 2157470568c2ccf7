//! What names whoever is behind an address when something is given once to everybody.

use crate::secret::{Pepper, normalise};

/// Domains of one provider, which are one, and the characters in front of the `@` that mean nothing
/// there.
const LENIENT: [(&[&str], &[char]); 2] = [
    (&["gmail.com", "googlemail.com"], &['.']),
    (&["proton.me", "protonmail.com", "protonmail.ch", "pm.me"], &['.', '-', '_']),
];

impl Pepper {
    /// The same for all addresses that we know to be one mailbox.
    pub(crate) fn grant_key(&self, email: &str) -> String {
        self.hash(&["grant", &mailbox(email)])
    }
}

/// An address without what its owner can vary: case, a tag after `+`, and at some providers marks
/// in it and the name of the domain.
fn mailbox(email: &str) -> String {
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
    fn one_mailbox_has_one_name() {
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
        let pepper = Pepper::new([7; 32]);
        assert_eq!(pepper.grant_key("m.e+1@gmail.com"), pepper.grant_key("me@googlemail.com"));
        assert_ne!(pepper.grant_key("me@example.org"), pepper.email_key("me@example.org"));
    }
}
