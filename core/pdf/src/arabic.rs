//! Joined forms of Arabic letters, as Unicode encodes them for fonts without rules of their own.

/// A letter, its isolated form, and how many forms it has in the order isolated, final, initial,
/// medial: a letter with two joins only what is before it.
const FORMS: &[(char, char, u8)] = &[
    ('\u{621}', '\u{fe80}', 1),
    ('\u{622}', '\u{fe81}', 2),
    ('\u{623}', '\u{fe83}', 2),
    ('\u{624}', '\u{fe85}', 2),
    ('\u{625}', '\u{fe87}', 2),
    ('\u{626}', '\u{fe89}', 4),
    ('\u{627}', '\u{fe8d}', 2),
    ('\u{628}', '\u{fe8f}', 4),
    ('\u{629}', '\u{fe93}', 2),
    ('\u{62a}', '\u{fe95}', 4),
    ('\u{62b}', '\u{fe99}', 4),
    ('\u{62c}', '\u{fe9d}', 4),
    ('\u{62d}', '\u{fea1}', 4),
    ('\u{62e}', '\u{fea5}', 4),
    ('\u{62f}', '\u{fea9}', 2),
    ('\u{630}', '\u{feab}', 2),
    ('\u{631}', '\u{fead}', 2),
    ('\u{632}', '\u{feaf}', 2),
    ('\u{633}', '\u{feb1}', 4),
    ('\u{634}', '\u{feb5}', 4),
    ('\u{635}', '\u{feb9}', 4),
    ('\u{636}', '\u{febd}', 4),
    ('\u{637}', '\u{fec1}', 4),
    ('\u{638}', '\u{fec5}', 4),
    ('\u{639}', '\u{fec9}', 4),
    ('\u{63a}', '\u{fecd}', 4),
    ('\u{641}', '\u{fed1}', 4),
    ('\u{642}', '\u{fed5}', 4),
    ('\u{643}', '\u{fed9}', 4),
    ('\u{644}', '\u{fedd}', 4),
    ('\u{645}', '\u{fee1}', 4),
    ('\u{646}', '\u{fee5}', 4),
    ('\u{647}', '\u{fee9}', 4),
    ('\u{648}', '\u{feed}', 2),
    ('\u{649}', '\u{feef}', 2),
    ('\u{64a}', '\u{fef1}', 4),
    ('\u{671}', '\u{fb50}', 2),
    ('\u{679}', '\u{fb66}', 4),
    ('\u{67a}', '\u{fb5e}', 4),
    ('\u{67b}', '\u{fb52}', 4),
    ('\u{67e}', '\u{fb56}', 4),
    ('\u{67f}', '\u{fb62}', 4),
    ('\u{680}', '\u{fb5a}', 4),
    ('\u{683}', '\u{fb76}', 4),
    ('\u{684}', '\u{fb72}', 4),
    ('\u{686}', '\u{fb7a}', 4),
    ('\u{687}', '\u{fb7e}', 4),
    ('\u{688}', '\u{fb88}', 2),
    ('\u{68c}', '\u{fb84}', 2),
    ('\u{68d}', '\u{fb82}', 2),
    ('\u{68e}', '\u{fb86}', 2),
    ('\u{691}', '\u{fb8c}', 2),
    ('\u{698}', '\u{fb8a}', 2),
    ('\u{6a4}', '\u{fb6a}', 4),
    ('\u{6a6}', '\u{fb6e}', 4),
    ('\u{6a9}', '\u{fb8e}', 4),
    ('\u{6ad}', '\u{fbd3}', 4),
    ('\u{6af}', '\u{fb92}', 4),
    ('\u{6b1}', '\u{fb9a}', 4),
    ('\u{6b3}', '\u{fb96}', 4),
    ('\u{6ba}', '\u{fb9e}', 2),
    ('\u{6bb}', '\u{fba0}', 4),
    ('\u{6be}', '\u{fbaa}', 4),
    ('\u{6c0}', '\u{fba4}', 2),
    ('\u{6c1}', '\u{fba6}', 4),
    ('\u{6c5}', '\u{fbe0}', 2),
    ('\u{6c6}', '\u{fbd9}', 2),
    ('\u{6c7}', '\u{fbd7}', 2),
    ('\u{6c8}', '\u{fbdb}', 2),
    ('\u{6c9}', '\u{fbe2}', 2),
    ('\u{6cb}', '\u{fbde}', 2),
    ('\u{6cc}', '\u{fbfc}', 4),
    ('\u{6d0}', '\u{fbe4}', 4),
    ('\u{6d2}', '\u{fbae}', 2),
    ('\u{6d3}', '\u{fbb0}', 2),
];

/// Letters that follow a lam as one shape, and the isolated form of that shape; the final one
/// follows.
const LAM_ALEF: &[(char, char)] = &[
    ('\u{622}', '\u{fef5}'),
    ('\u{623}', '\u{fef7}'),
    ('\u{625}', '\u{fef9}'),
    ('\u{627}', '\u{fefb}'),
];
const LAM: char = '\u{644}';
/// The line that lengthens a word joins both its neighbours.
const TATWEEL: char = '\u{640}';
/// Keeps its neighbours apart.
const NON_JOINER: char = '\u{200c}';

/// Replaces the Arabic letters of `text`, in reading order, with the forms that join.
pub(crate) fn join(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut joined = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        let before = letters[..at].iter().rev().copied().find(|next| !is_mark(*next));
        let follows = before.is_some_and(joins_next);
        let ligature = letters
            .get(at + 1)
            .filter(|_| letter == LAM)
            .and_then(|next| LAM_ALEF.iter().find(|(alef, _)| alef == next).map(|(_, form)| *form));
        if let Some(isolated) = ligature {
            joined.push(nth(isolated, u8::from(follows)));
            at += 2;
            continue;
        }
        let after = letters[at + 1..].iter().copied().find(|next| !is_mark(*next));
        joined.push(form(letter, follows, after.is_some_and(joins_previous)));
        at += 1;
    }
    joined.retain(|letter| letter != NON_JOINER);
    joined
}

/// Returns the letters that a joined form stands for.
pub(crate) fn letters(form: char) -> Option<(char, Option<char>)> {
    let of = |isolated: char, count: u8| (0..count).any(|step| nth(isolated, step) == form);
    let plain = FORMS.iter().find(|(_, isolated, count)| of(*isolated, *count));
    let pair = || LAM_ALEF.iter().find(|(_, isolated)| of(*isolated, 2));
    match plain {
        Some((letter, _, _)) => Some((*letter, None)),
        None => pair().map(|(alef, _)| (LAM, Some(*alef))),
    }
}

fn form(letter: char, follows: bool, is_followed: bool) -> char {
    let Some((_, isolated, count)) = entry(letter) else { return letter };
    let step = match (follows, is_followed && count == 4) {
        (false, false) => 0,
        (true, false) => u8::from(count > 1),
        (false, true) => 2,
        (true, true) => 3,
    };
    nth(isolated, step)
}

fn entry(letter: char) -> Option<(char, char, u8)> {
    FORMS.binary_search_by_key(&letter, |(letter, _, _)| *letter).ok().map(|index| FORMS[index])
}

fn joins_next(letter: char) -> bool {
    letter == TATWEEL || entry(letter).is_some_and(|(_, _, count)| count == 4)
}

fn joins_previous(letter: char) -> bool {
    letter == TATWEEL || entry(letter).is_some_and(|(_, _, count)| count > 1)
}

/// Checks for the signs above and below letters, which do not part them.
fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6ed}')
}

fn nth(isolated: char, step: u8) -> char {
    char::from_u32(u32::from(isolated) + u32::from(step)).unwrap_or(isolated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_take_the_form_of_their_place() {
        for (text, expected) in [
            // Muhammad: initial, medial, medial, final.
            ("\u{645}\u{62d}\u{645}\u{62f}", "\u{fee3}\u{fea4}\u{fee4}\u{feaa}"),
            // Dal and waw join only what is before them.
            ("\u{62f}\u{648}\u{62f}", "\u{fea9}\u{feed}\u{fea9}"),
            // Lam and alef are one shape, alone and after a letter that joins.
            ("\u{644}\u{627}", "\u{fefb}"),
            ("\u{633}\u{644}\u{627}\u{645}", "\u{feb3}\u{fefc}\u{fee1}"),
            // A mark does not part its neighbours, a non-joiner does.
            ("\u{628}\u{64e}\u{628}", "\u{fe91}\u{64e}\u{fe90}"),
            ("\u{6cc}\u{200c}\u{62e}", "\u{fbfc}\u{fea5}"),
            ("\u{628}\u{640}", "\u{fe91}\u{640}"),
            ("\u{621}", "\u{fe80}"),
            ("Ana \u{628}", "Ana \u{fe8f}"),
            ("", ""),
        ] {
            assert_eq!(join(text), expected, "{text}");
        }
    }

    #[test]
    fn forms_lead_back_to_their_letters() {
        assert!(FORMS.is_sorted_by_key(|(letter, _, _)| *letter));
        for &(letter, isolated, count) in FORMS {
            for step in 0..count {
                assert_eq!(letters(nth(isolated, step)), Some((letter, None)));
            }
        }
        assert_eq!(letters('\u{fefc}'), Some((LAM, Some('\u{627}'))));
        assert_eq!(letters('a'), None);
    }
}
