//! Normalisation of text that people write for others to read.
//!
//! Control characters are refused. Other characters that are invisible, or that make text display
//! differently from what it is, are removed. Joiners and direction marks stay: emoji, Persian,
//! Arabic and Hebrew need them.

use serde_json::Value;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Line ends other than `\n`.
const LINE_ENDS: [char; 4] = ['\r', '\u{85}', '\u{2028}', '\u{2029}'];
/// Letters and symbols that are displayed as blank.
const BLANKS: [char; 5] = ['\u{115f}', '\u{1160}', '\u{2800}', '\u{3164}', '\u{ffa0}'];
/// First character of the flag of a part of a country.
const BLACK_FLAG: char = '\u{1f3f4}';
/// Most combining marks on one letter; more would overlap the lines around it.
const MAX_MARKS: usize = 4;
/// Most consecutive line ends.
const MAX_LINE_ENDS: usize = 2;

/// Normalises `text` to one line: composed (NFC), trimmed, with single spaces. Empty if nothing of
/// it is visible.
pub fn line(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in shown(text) {
        match letter {
            letter if letter.is_whitespace() => {
                if !folded.is_empty() && !folded.ends_with(' ') {
                    folded.push(' ');
                }
            }
            letter if letter.is_control() => {}
            letter => folded.push(letter),
        }
    }
    folded.truncate(folded.trim_end().len());
    if is_visible(&folded) { folded } else { String::new() }
}

/// Normalises `text` of several lines: composed (NFC), trimmed, with at most one empty line in a
/// row. Empty if nothing of it is visible.
pub fn prose(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut line_ends = 0;
    for letter in shown(&text.replace("\r\n", "\n")) {
        match letter {
            '\t' => folded.push(' '),
            letter if letter == '\n' || LINE_ENDS.contains(&letter) => {
                folded.truncate(folded.trim_end_matches(' ').len());
                line_ends += 1;
                if line_ends <= MAX_LINE_ENDS {
                    folded.push('\n');
                }
                continue;
            }
            letter if letter.is_control() => continue,
            letter => folded.push(letter),
        }
        // A line of only spaces counts as empty.
        if !letter.is_whitespace() {
            line_ends = 0;
        }
    }
    let trimmed = folded.trim();
    if is_visible(trimmed) { trimmed.to_owned() } else { String::new() }
}

/// Checks whether `text`, trimmed, has control characters, including line ends.
pub fn has_controls(text: &str) -> bool {
    text.trim().chars().any(|letter| letter.is_control() || LINE_ENDS.contains(&letter))
}

/// Checks whether `text` has control characters other than line ends and tabs.
pub fn has_controls_beside_lines(text: &str) -> bool {
    text.chars().any(is_refused_everywhere)
}

/// Returns the path, as `list.2.name`, of the first string in `value` with control characters other
/// than line ends and tabs.
pub fn controls_within(value: &Value) -> Option<String> {
    let below = |key: String, path: String| match path.is_empty() {
        true => key,
        false => format!("{key}.{path}"),
    };
    match value {
        Value::String(text) => has_controls_beside_lines(text).then(String::new),
        Value::Array(items) => items.iter().enumerate().find_map(|(index, item)| {
            controls_within(item).map(|path| below(index.to_string(), path))
        }),
        Value::Object(fields) => fields
            .iter()
            .find_map(|(key, field)| controls_within(field).map(|path| below(key.clone(), path))),
        _ => None,
    }
}

fn is_refused_everywhere(letter: char) -> bool {
    letter.is_control() && !"\n\r\t\u{85}".contains(letter)
}

/// Returns the composed characters of `text` without those that only change how others are
/// displayed.
fn shown(text: &str) -> impl Iterator<Item = char> {
    let (mut in_flag, mut marks) = (false, 0);
    text.nfc().filter(move |&letter| {
        let is_tag = ('\u{e0020}'..='\u{e007f}').contains(&letter);
        in_flag = letter == BLACK_FLAG || (in_flag && is_tag);
        let category = letter.general_category();
        let is_mark =
            matches!(category, GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark);
        marks = if is_mark { marks + 1 } else { 0 };
        match category {
            _ if marks > MAX_MARKS => false,
            GeneralCategory::Format => is_needed(letter) || (in_flag && is_tag),
            _ => !is_no_character(letter),
        }
    })
}

/// Checks for format characters that words or emoji need: joiners, direction marks that affect only
/// their position, and the number signs of Arabic and related scripts.
fn is_needed(letter: char) -> bool {
    matches!(
        letter,
        '\u{200c}'..='\u{200f}'
            | '\u{61c}'
            | '\u{600}'..='\u{605}'
            | '\u{6dd}'
            | '\u{70f}'
            | '\u{890}'
            | '\u{891}'
            | '\u{8e2}'
            | '\u{110bd}'
            | '\u{110cd}'
    )
}

fn is_no_character(letter: char) -> bool {
    let code = u32::from(letter);
    (0xFDD0..=0xFDEF).contains(&code) || code & 0xFFFE == 0xFFFE
}

/// Checks whether any character of `text` is visible.
fn is_visible(text: &str) -> bool {
    text.chars().any(|letter| {
        !matches!(
            letter.general_category(),
            GeneralCategory::Control
                | GeneralCategory::Format
                | GeneralCategory::SpaceSeparator
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
                | GeneralCategory::NonspacingMark
                | GeneralCategory::EnclosingMark
        ) && !BLANKS.contains(&letter)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_in_all_scripts_are_unchanged() {
        for name in [
            "Ana",
            "Seán O\u{2019}Brien-Łukaszewicz",
            "محمد علي",
            "نرگس می\u{200c}خواهم",
            "שָׁלוֹם כהן",
            "Μαρία",
            "李小龍",
            "क्\u{200d}षेत्र",
            "👩🏽\u{200d}🍳 Café",
            "🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f} Cymru",
            "A\u{200f}ב",
            "🧑‍🤝‍🧑",
        ] {
            assert_eq!(line(name), name, "{name:?}");
            assert_eq!(prose(name), name, "{name:?}");
            assert!(!has_controls(name), "{name:?}");
        }
    }

    #[test]
    fn invisible_and_direction_characters_are_removed() {
        for (text, expected) in [
            ("  Ana \u{a0}\u{2003} Bell ", "Ana Bell"),
            ("Cafe\u{301}", "Café"),
            ("\u{202e}anA\u{202c}", "anA"),
            ("\u{2066}Ana\u{2069}", "Ana"),
            ("A\u{200b}n\u{ad}a\u{feff}", "Ana"),
            ("Ana\u{e0041}\u{e0042}", "Ana"),
            ("Ana\u{fffe}\u{fdd0}", "Ana"),
            ("A\u{0}n\u{1b}a", "Ana"),
            ("Ana\nBell", "Ana Bell"),
            ("\u{200b}\u{200d}\u{feff}", ""),
            ("\u{3164}\u{2800} \u{115f}", ""),
            ("\u{301}\u{fe0f}", ""),
            ("\u{200e}", ""),
            ("", ""),
        ] {
            assert_eq!(line(text), expected, "{text:?}");
        }
    }

    #[test]
    fn prose_keeps_its_lines() {
        for (text, expected) in [
            ("One.\nTwo.", "One.\nTwo."),
            (" One.  \r\n\r\nTwo.\u{2028}Three.\t4 ", "One.\n\nTwo.\nThree. 4"),
            ("One.\n\n \n\n\n  Two.", "One.\n\n  Two."),
            ("\n\u{202e}\u{200b}\n", ""),
            ("\u{1b}[31mRed", "[31mRed"),
        ] {
            assert_eq!(prose(text), expected, "{text:?}");
        }
    }

    #[test]
    fn control_characters_are_distinguished_from_line_ends() {
        for (text, line, prose) in [
            ("plain", false, false),
            ("ends\n", false, false),
            ("two\nlines", true, false),
            ("two\u{2028}lines", true, false),
            ("tab\tbed", true, false),
            ("nul\0", true, true),
            ("es\u{1b}c", true, true),
            ("del\u{7f}", true, true),
            ("c1\u{9b}31m", true, true),
        ] {
            assert_eq!((has_controls(text), has_controls_beside_lines(text)), (line, prose));
        }
        let value = json!({ "a": 1, "b": [{ "c": "fine\n" }, { "c": "b\u{7}d" }], "d": "\0" });
        assert_eq!(controls_within(&value).as_deref(), Some("b.1.c"));
        assert_eq!(controls_within(&json!({ "a": "fine" })), None);
    }
}
