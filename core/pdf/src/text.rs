//! Text as it is drawn: without invisible characters, broken into lines, from left to right.

use std::ops::Range;

use unicode_bidi::{BidiInfo, Level};
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use crate::arabic;

/// Pairs of which a text from right to left shows the other one.
const MIRRORED: &[(char, char)] =
    &[('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('\u{ab}', '\u{bb}')];

/// A text, ready to be drawn line by line.
pub(crate) struct Text {
    /// Text in reading order, for those who cannot see it.
    read: String,
    /// Lines in the order in which their letters stand on the paper.
    pub(crate) lines: Vec<Line>,
    /// Whether the drawn letters are in another order than the read ones.
    reordered: bool,
}

/// One line.
pub(crate) struct Line {
    pub(crate) letters: String,
    pub(crate) width: f32,
    /// Whether it ends at a space, which is drawn at its right end, so that copied words are apart.
    pub(crate) ends_at_space: bool,
}

impl Text {
    /// Breaks `text` into lines of at most `width`; `measure` returns the width of a letter.
    pub(crate) fn new(text: &str, width: f32, mut measure: impl FnMut(char) -> f32) -> Self {
        let text = clean(text);
        if text.is_ascii() {
            return Self::of_ascii(text, width, measure);
        }
        let shaped = arabic::join(&text);
        let order = BidiInfo::new(&shaped, None);
        let (mut lines, mut reordered) = (Vec::new(), false);
        for range in split(&shaped, width, &mut measure) {
            let mut ends_at_space = shaped[range.end..].starts_with(' ');
            let mut letters = match order.paragraphs.first() {
                Some(paragraph) => {
                    ends_at_space &= paragraph.level.is_ltr();
                    let (levels, runs) = order.visual_runs(paragraph, range.clone());
                    let mut letters = String::with_capacity(range.len());
                    for run in runs {
                        let is_rtl = levels.get(run.start).is_some_and(Level::is_rtl);
                        reordered |= is_rtl;
                        push_run(&mut letters, &shaped[run], is_rtl);
                    }
                    letters
                }
                None => String::new(),
            };
            letters.retain(|letter| !is_invisible(letter));
            let width = letters.chars().map(&mut measure).sum();
            lines.push(Line { letters, width, ends_at_space });
        }
        Self { read: text, lines, reordered }
    }

    /// Returns the text for readers that cannot read what is drawn.
    pub(crate) fn spoken(&self) -> Option<&str> {
        self.reordered.then_some(self.read.as_str())
    }

    /// Returns the lines from `from` to below `until`, as far as there are any.
    pub(crate) fn part(&self, from: usize, until: usize) -> &[Line] {
        let count = self.lines.len();
        &self.lines[from.min(count)..until.min(count)]
    }

    /// Does the same for what most texts are, which has one direction and no invisible letters.
    fn of_ascii(text: String, width: f32, mut measure: impl FnMut(char) -> f32) -> Self {
        let ranges = split(&text, width, &mut measure);
        let line = |range: Range<usize>| {
            let ends_at_space = text[range.end..].starts_with(' ');
            let letters = text[range].to_owned();
            let width = letters.chars().map(&mut measure).sum();
            Line { letters, width, ends_at_space }
        };
        let lines = ranges.into_iter().map(line).collect();
        Self { read: text, lines, reordered: false }
    }
}

/// Returns `text` composed, with spaces for control characters and line ends, and without
/// characters that override the direction of others.
fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for letter in text.nfc() {
        match letter {
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            letter if letter.is_control() || letter.is_whitespace() => cleaned.push(' '),
            letter => cleaned.push(letter),
        }
    }
    cleaned
}

/// Returns the ranges of the lines, broken at spaces, and inside words longer than a line.
fn split(text: &str, width: f32, measure: &mut impl FnMut(char) -> f32) -> Vec<Range<usize>> {
    let (mut lines, mut start, mut used) = (Vec::new(), 0, 0.0);
    let mut space = None;
    for (at, letter) in text.char_indices() {
        let own = if is_invisible(letter) { 0.0 } else { measure(letter) };
        let next = at + letter.len_utf8();
        if used + own <= width || at == start {
            used += own;
            if letter == ' ' {
                space = Some(at);
            }
            continue;
        }
        let end = match space.take() {
            _ if letter == ' ' => at,
            Some(space) => space,
            None => at,
        };
        lines.push(start..end);
        // The space at which a line ends is not drawn.
        start = if text[end..].starts_with(' ') { end + 1 } else { end };
        let rest = text.get(start..next).unwrap_or_default();
        used = rest.chars().filter(|letter| !is_invisible(*letter)).map(&mut *measure).sum();
    }
    lines.push(start..text.len());
    lines
}

/// Appends a run of letters of one direction. Marks stay behind the letter that they belong to.
fn push_run(line: &mut String, run: &str, is_rtl: bool) {
    if !is_rtl {
        line.push_str(run);
        return;
    }
    let mut marks = Vec::new();
    for letter in run.chars().rev() {
        if letter.general_category() == GeneralCategory::NonspacingMark {
            marks.push(letter);
        } else {
            line.push(mirror(letter));
            line.extend(marks.drain(..).rev());
        }
    }
    line.extend(marks.drain(..).rev());
}

fn mirror(letter: char) -> char {
    let pair = MIRRORED.iter().find(|(open, close)| *open == letter || *close == letter);
    pair.map_or(letter, |(open, close)| if *open == letter { *close } else { *open })
}

/// Checks for characters that only influence others: joiners, direction marks, variants.
fn is_invisible(letter: char) -> bool {
    !letter.is_ascii()
        && (letter.general_category() == GeneralCategory::Format
            || matches!(letter, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, width: f32) -> Vec<String> {
        Text::new(text, width, |_| 1.0).lines.into_iter().map(|line| line.letters).collect()
    }

    #[test]
    fn lines_break_at_spaces_and_inside_long_words() {
        for (text, expected) in [
            ("", &[""][..]),
            ("one", &["one"]),
            ("one two", &["one two"]),
            ("one two three", &["one two", "three"]),
            ("12345678", &["12345678"]),
            ("12345678 9", &["12345678", "9"]),
            ("123456789", &["12345678", "9"]),
            ("a 123456789", &["a", "12345678", "9"]),
            ("1234567 ab", &["1234567", "ab"]),
            ("żółć gęślą jaźń", &["żółć", "gęślą", "jaźń"]),
        ] {
            assert_eq!(lines(text, 8.0), expected, "{text}");
        }
        assert_eq!(lines("abc", 0.5), ["a", "b", "c"], "each line has a letter");
    }

    #[test]
    fn text_from_right_to_left_is_drawn_from_its_end() {
        let drawn = Text::new("Gift to \u{5d3}\u{5e0}\u{5d4} (\u{5db})", 99.0, |_| 1.0);
        assert_eq!(drawn.lines[0].letters, "Gift to (\u{5db}) \u{5d4}\u{5e0}\u{5d3}");
        assert_eq!(drawn.read, "Gift to \u{5d3}\u{5e0}\u{5d4} (\u{5db})");
        assert!(drawn.reordered);
        // A mark stays behind its letter, and digits keep their order.
        assert_eq!(lines("\u{5e9}\u{5c1}\u{5dc} 12", 99.0), ["12 \u{5dc}\u{5e9}\u{5c1}"]);
        assert!(!Text::new("Łódź", 99.0, |_| 1.0).reordered);
    }

    #[test]
    fn characters_that_deceive_are_not_drawn() {
        for (text, expected) in [
            ("A\u{202e}nn\u{202c}a", "Anna"),
            ("A\u{200b}n\u{feff}a\u{fe0f}", "Ana"),
            ("a\r\nb\u{0}c\u{85}d\u{2028}e", "a  b c d e"),
            ("Cafe\u{301}", "Café"),
        ] {
            assert_eq!(lines(text, 99.0), [expected], "{text:?}");
        }
    }
}
