//! Extracts the text that the sender wrote: without quotations, attributions and signature.

/// Beginning of the attribution line above a quotation, and a word in it. In English, Welsh,
/// German, French, Spanish, Italian, Dutch, Polish, Portuguese, Ukrainian and Russian.
const ATTRIBUTIONS: &[(&str, &str)] = &[
    ("on ", "wrote"),
    ("ar ", "ysgrifennodd"),
    ("am ", "schrieb"),
    ("le ", "écrit"),
    ("el ", "escribió"),
    ("il ", "scritto"),
    ("op ", "schreef"),
    ("w dniu ", "napisał"),
    ("em ", "escreveu"),
    ("", "пише"),
    ("", "писал"),
    ("", "написал"),
];

/// First words of the header that Outlook puts above the quoted mail. First those of `From`, then
/// those of the lines that may follow.
const HEADS: &[&str] =
    &["from:", "von:", "de :", "de:", "oddi wrth:", "da:", "van:", "от:", "від:"];
const MORE_OF_HEADS: &[&str] = &[
    "sent:",
    "date:",
    "to:",
    "subject:",
    "cc:",
    "gesendet:",
    "datum:",
    "an:",
    "betreff:",
    "envoyé :",
    "envoyé:",
    "date :",
    "à :",
    "objet :",
    "objet:",
    "anfonwyd:",
    "dyddiad:",
    "at:",
    "pwnc:",
    "inviato:",
    "data:",
    "a:",
    "oggetto:",
    "verzonden:",
    "aan:",
    "onderwerp:",
    "enviado:",
    "para:",
    "asunto:",
    "отправлено:",
    "дата:",
    "кому:",
    "тема:",
    "надіслано:",
];

/// Text of separators between a reply and the quoted mail, between dashes.
const SEPARATORS: &[&str] = &[
    "original message",
    "original appointment",
    "reply message",
    "forwarded message",
    "neges wreiddiol",
    "ursprüngliche nachricht",
    "weitergeleitete nachricht",
    "message d'origine",
    "message d’origine",
    "mensaje original",
    "messaggio originale",
    "oorspronkelijk bericht",
    "исходное сообщение",
];

/// Beginning of the lines that phones and mail apps append.
const TELEPHONES: &[&str] = &[
    "sent from my ",
    "sent from outlook",
    "sent from yahoo mail",
    "sent from mail for windows",
    "sent via ",
    "get outlook for ",
    "von meinem ",
    "gesendet von ",
    "envoyé de mon ",
    "envoyé depuis ",
    "anfonwyd o fy ",
    "enviado desde mi ",
    "inviato da ",
    "отправлено с ",
    "надіслано з ",
];

/// Number of lines over which an attribution may be wrapped.
const BROKEN_OVER: usize = 3;
/// Number of lines searched for the rest of Outlook's header.
const HEAD_LINES: usize = 6;

/// Returns the sender's own text in the reply `text`, in time linear in its length.
pub(super) fn own_words(text: &str) -> String {
    let lines = Lines::new(text);
    let mut own: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        if is_signature(line) || is_separator(line) || lines.is_head(at) {
            break;
        }
        if let Some(below) = lines.attribution(at) {
            // The sender's text goes on after a quotation that is answered below or in between.
            if lines.quoted_until <= below {
                break;
            }
            at = below;
            continue;
        }
        if !is_quoted(line) {
            own.push(line);
        }
        at += 1;
    }
    while own.last().is_some_and(|line| line.trim().is_empty() || is_of_telephone(line)) {
        own.pop();
    }
    own.join("\n").trim().to_owned()
}

/// Lines of a text, with lookup tables instead of searches, since the sender decides how often they
/// are consulted.
struct Lines<'a> {
    all: Vec<&'a str>,
    /// For each line, the index of the first non-blank line from there.
    filled: Vec<usize>,
    /// Index after the last quoted line.
    quoted_until: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let all: Vec<&str> = text.lines().map(|line| line.trim_end_matches('\r')).collect();
        let mut next = all.len();
        let index = |(at, line): (usize, &&str)| {
            if !is_blank(line) {
                next = at;
            }
            next
        };
        let mut filled: Vec<usize> = all.iter().enumerate().rev().map(index).collect();
        filled.reverse();
        let quoted_until = all.iter().rposition(|line| is_quoted(line)).map_or(0, |at| at + 1);
        Self { all, filled, quoted_until }
    }

    fn get(&self, at: usize) -> Option<&'a str> {
        self.all.get(at).copied()
    }

    /// Iterates over the non-blank lines from `at`.
    fn filled_from(&self, at: usize) -> impl Iterator<Item = &'a str> {
        let next = |at: usize| self.filled.get(at).copied().filter(|at| *at < self.all.len());
        std::iter::successors(next(at), move |at| next(at + 1)).filter_map(|at| self.get(at))
    }

    /// Checks whether the line `at` begins Outlook's header of the quoted mail, or is the rule
    /// above it.
    fn is_head(&self, at: usize) -> bool {
        let Some(line) = self.get(at).filter(|line| !is_blank(line)) else { return false };
        let ruled = line.trim();
        let is_rule = ruled.len() >= 10 && ruled.bytes().all(|byte| byte == b'_');
        let mut filled = self.filled_from(if is_rule { at + 1 } else { at }).map(plain);
        let begins = |line: &str, words: &[&str]| words.iter().any(|word| line.starts_with(word));
        filled.next().is_some_and(|line| begins(&line, HEADS))
            && filled.take(HEAD_LINES).filter(|line| begins(line, MORE_OF_HEADS)).count() >= 2
    }

    /// Returns the index of the line below the attribution that begins at `at`.
    fn attribution(&self, at: usize) -> Option<usize> {
        let mut attribution = String::new();
        for below in at + 1..=at + BROKEN_OVER {
            let line = self.get(below - 1).map(str::trim).filter(|line| !line.is_empty())?;
            attribution.push_str(&line.to_lowercase());
            attribution.push(' ');
            if !line.ends_with(':') {
                continue;
            }
            let named = ATTRIBUTIONS
                .iter()
                .find(|(first, word)| attribution.starts_with(first) && attribution.contains(word));
            let quotes = self.filled_from(below).next().is_some_and(is_quoted);
            let (address, number) =
                (attribution.contains('@'), attribution.contains(|c: char| c.is_ascii_digit()));
            let is_one = match named {
                Some((_, word)) => address || number && (quotes || ends_with(&attribution, word)),
                // In any language: an address, followed by a quotation.
                None => address && quotes,
            };
            return is_one.then_some(below);
        }
        None
    }
}

/// Checks whether a line is blank, ignoring stars (text converted from bold letters).
fn is_blank(line: &str) -> bool {
    line.chars().all(|c| c == '*' || c.is_whitespace())
}

fn is_quoted(line: &str) -> bool {
    line.trim_start_matches([' ', '\u{a0}']).starts_with('>')
}

/// Checks for the signature mark, two dashes and a space; some programs drop the space.
fn is_signature(line: &str) -> bool {
    line == "-- " || line == "--"
}

fn is_separator(line: &str) -> bool {
    let line = line.trim();
    let words = line.trim_matches(['-', '_', ' ']).to_lowercase();
    line.starts_with("--") && SEPARATORS.contains(&words.as_str())
}

/// Returns the line in lower case, without stars of text converted from bold letters.
fn plain(line: &str) -> String {
    line.replace('*', "").trim().to_lowercase()
}

/// Checks whether a line ends with `word` and a colon.
fn ends_with(line: &str, word: &str) -> bool {
    line.trim_end().trim_end_matches([':', ' ', '\u{a0}']).ends_with(word)
}

fn is_of_telephone(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    TELEPHONES.iter().any(|words| line.starts_with(words))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::own_words;

    #[track_caller]
    fn check(text: &str, own: &str) {
        assert_eq!(own_words(text), own, "{text}");
        assert_eq!(own_words(&text.replace('\n', "\r\n")), own, "with other line ends: {text}");
    }

    #[test]
    fn quotations_below_are_removed() {
        for below in [
            "On Mon, 2 Mar 2026 at 10:00, Hebden Swap <post@example.org> wrote:\n> Can you come?",
            "On Mon, 2 Mar 2026 at 10:00, Hebden Swap\n<reply+rabc@example.org> wrote:\n\n> Come?",
            "On 2 Mar 2026, at 10:00, Bo wrote:\nCan you come?",
            "Am 2. März 2026 um 10:00 schrieb Bo <bo@example.org>:\n\n> Kommst du?",
            "Le lun. 2 mars 2026 à 10:00, Bo <bo@example.org> a écrit :\n> Tu viens ?",
            "Ar Llun, 2 Maw 2026 am 10:00 ysgrifennodd Bo <bo@example.org>:\n> Ddoi di?",
            "пн, 2 мар. 2026 г. в 10:00, Bo <bo@example.org>:\n\n> Придёшь?",
            "-----Original Message-----\nFrom: Bo\nCan you come?",
            "-----Ursprüngliche Nachricht-----\nVon: Bo",
            "________________________________\nFrom: Bo <bo@example.org>\nSent: 02 March 2026\n\
             To: Ana\nSubject: Taps\n\nCan you come?",
            "From: Bo <bo@example.org>\nSent: Monday, 2 March 2026 10:00\nTo: Ana\nSubject: Taps\n",
            "*Von:* Bo\n*Gesendet:* Montag\n*An:* Ana\n*Betreff:* Hähne\n\nKommst du?",
            "De : Bo\nEnvoyé : lundi 2 mars\nÀ : Ana\nObjet : Robinets\n",
            "Oddi wrth: Bo\nAnfonwyd: Llun\nAt: Ana\nPwnc: Tapiau\n",
            "-- \nAna Bold\nHebden Bridge",
            "Sent from my iPhone",
            "Get Outlook for Android\n________________________________\nFrom: Bo\nSent: x\nTo: y\n",
        ] {
            check(&format!("Yes, at ten.\n\nAna\n\n{below}"), "Yes, at ten.\n\nAna");
        }
    }

    #[test]
    fn text_below_and_between_quotations_is_kept() {
        check(
            "On 2 Mar 2026, at 10:00, Bo wrote:\n> Can you come?\n\nYes.\n\n> And mend it?\nThat too.",
            "Yes.\n\nThat too.",
        );
        check("> Can you come?\nYes.\n-- \nAna", "Yes.");
    }

    #[test]
    fn hostile_text_takes_linear_time() {
        const LINES: usize = 20_000;
        let blank = "\n".repeat(LINES);
        for text in [
            format!("{}> x", "On 1 a wrote:\n".repeat(LINES)),
            format!("{}{blank}x", "On 1 a wrote:\n".repeat(LINES)),
            format!("{}{blank}x", "From: x\n".repeat(LINES)),
        ] {
            let started = Instant::now();
            own_words(&text);
            let took = started.elapsed();
            assert!(took < Duration::from_secs(5), "{took:?} for {:?} …", &text[..20]);
        }
    }

    #[test]
    fn text_resembling_a_quotation_is_kept() {
        for text in [
            "On Friday I wrote you 3 times, because:\nit drips.",
            "On Monday I can come:\nat ten or at noon.",
            "From: Leeds\nby train.",
            "To be honest, no.",
            "Let's say -- ten?\n- or eleven\n-- not later",
            "He wrote: yes.",
            "I pay 5 > 4.",
        ] {
            check(text, text);
        }
        check("", "");
        check("> only quoted", "");
    }
}
