//! Rules for passwords.

use std::{collections::HashSet, sync::LazyLock};

use super::email::normalise;

/// Shortest password, in characters.
const MIN_LENGTH: usize = 8;
/// Longest password, in characters. Hashing longer ones could be used to overload the server.
pub(crate) const MAX_LENGTH: usize = 128;

const TOO_SHORT: &str = "Password must be at least 8 characters long";
const TOO_LONG: &str = "Password must be at most 128 characters long";
const TOO_COMMON: &str = "This password is too common. Please choose another.";

/// Commonly chosen words and keyboard rows, in lower case, one per line.
static COMMON: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("common_passwords.txt").lines().collect());

/// Minimum length of an address's local part for it to be refused as a password.
const NAME_LENGTH: usize = 6;

/// Returns the reason why `email` may not have `password`, if any. Only the length and the most
/// commonly tried passwords are checked.
pub(crate) fn objection(password: &str, email: &str) -> Option<&'static str> {
    let length = password.chars().count();
    match length {
        ..MIN_LENGTH => Some(TOO_SHORT),
        length if length > MAX_LENGTH => Some(TOO_LONG),
        _ => is_guessed_first(&password.to_lowercase(), &normalise(email)).then_some(TOO_COMMON),
    }
}

fn is_guessed_first(password: &str, email: &str) -> bool {
    let name = email.split('@').next().unwrap_or_default();
    // `Sunshine2026!` is no better than `sunshine`.
    let word = password.trim_matches(|c: char| !c.is_alphabetic());
    password == email
        || (name.len() >= NAME_LENGTH && [password, word].contains(&name))
        || COMMON.contains(password)
        || COMMON.contains(word)
        || is_repetition(password)
        || is_run(password)
}

/// Checks for one or two characters repeated, as in `aaaaaaaa` and `abababab`.
fn is_repetition(password: &str) -> bool {
    password.chars().collect::<HashSet<_>>().len() <= 2
}

/// Checks for consecutive characters, up or down, as in `12345678` and `hgfedcba`.
fn is_run(password: &str) -> bool {
    let codes: Vec<u32> = password.chars().map(u32::from).collect();
    let all = |step: fn(u32, u32) -> bool| codes.windows(2).all(|pair| step(pair[0], pair[1]));
    all(|a, b| b == a + 1) || all(|a, b| a == b + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_passwords_are_refused() {
        let email = "maria.lund@example.org";
        for (password, expected) in [
            ("", Some(TOO_SHORT)),
            ("1234567", Some(TOO_SHORT)),
            ("ÄÖÜäöüß", Some(TOO_SHORT)),
            ("12345678", Some(TOO_COMMON)),
            ("87654321", Some(TOO_COMMON)),
            ("abcdefghij", Some(TOO_COMMON)),
            ("aaaaaaaaaa", Some(TOO_COMMON)),
            ("abababab", Some(TOO_COMMON)),
            ("PassWord", Some(TOO_COMMON)),
            ("Password2026!", Some(TOO_COMMON)),
            ("1q2w3e4r5t", Some(TOO_COMMON)),
            ("qwertyuiop", Some(TOO_COMMON)),
            ("maria.lund@example.org", Some(TOO_COMMON)),
            ("Maria.Lund1985", Some(TOO_COMMON)),
            ("correct horse battery", None),
            ("        x", Some(TOO_COMMON)),
            ("пароль на замке", None),
            ("🔑🐈🌧🏡🚲🫖🌿🪵", None),
            ("password of the hill", None),
        ] {
            assert_eq!(objection(password, email), expected, "{password}");
        }
        for (length, expected) in [(64, None), (128, None), (129, Some(TOO_LONG))] {
            let long: String = "a walk to the mill ".chars().cycle().take(length).collect();
            assert_eq!(objection(&long, email), expected, "{length}");
        }
        assert!(COMMON.len() >= 200, "{}", COMMON.len());
        assert!(COMMON.iter().all(|word| *word == word.to_lowercase() && !word.is_empty()));
    }
}
