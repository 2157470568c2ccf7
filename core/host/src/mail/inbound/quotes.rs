//! What somebody has written themselves in an answer: without what they quote, what their program
//! says about that, and their signature.

/// How programs begin the line above a quotation, and a word that it has: English, Welsh, German,
/// French, Spanish, Italian, Dutch, Polish, Portuguese, Ukrainian and Russian.
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

/// First words of the head that Outlook puts above the mail that is answered, each in the order of
/// `From`, and then those of the lines that may follow it.
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

/// What separates an answer from the mail that is answered, between dashes.
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

/// How the line begins that telephones put under what is written on them.
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

/// Over how many lines the one above a quotation may be broken.
const BROKEN_OVER: usize = 3;
/// How many lines below the first those of Outlook's head are looked for.
const HEAD_LINES: usize = 6;

/// What somebody has written themselves in the answer `text`.
pub(super) fn own_words(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(|line| line.trim_end_matches('\r')).collect();
    let mut own: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let rest = &lines[at..];
        if is_signature(line) || is_separator(line) || is_head(rest) {
            break;
        }
        if let Some(over) = attribution(rest) {
            // Whoever answers below what they quote, or in between, goes on after it.
            if !rest[over..].iter().any(|line| is_quoted(line)) {
                break;
            }
            at += over;
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

fn is_quoted(line: &str) -> bool {
    line.trim_start_matches([' ', '\u{a0}']).starts_with('>')
}

/// Two dashes and a blank, of which some programs take the blank away.
fn is_signature(line: &str) -> bool {
    line == "-- " || line == "--"
}

fn is_separator(line: &str) -> bool {
    let line = line.trim();
    let words = line.trim_matches(['-', '_', ' ']).to_lowercase();
    line.starts_with("--") && SEPARATORS.contains(&words.as_str())
}

/// The line with which a mail's own text ends in Outlook, or the first of the head below it.
fn is_head(lines: &[&str]) -> bool {
    let ruled = lines[0].trim();
    let is_rule = ruled.len() >= 10 && ruled.bytes().all(|byte| byte == b'_');
    let lines = if is_rule { &lines[1..] } else { lines };
    let mut filled = lines.iter().map(|line| plain(line)).filter(|line| !line.is_empty());
    let begins = |line: &str, words: &[&str]| words.iter().any(|word| line.starts_with(word));
    if !is_rule && plain(ruled).is_empty() {
        return false;
    }
    filled.next().is_some_and(|line| begins(&line, HEADS))
        && filled.take(HEAD_LINES).filter(|line| begins(line, MORE_OF_HEADS)).count() >= 2
}

/// A line without the stars of text that was made of bold letters.
fn plain(line: &str) -> String {
    line.replace('*', "").trim().to_lowercase()
}

/// Over how many lines the one goes that says who wrote what is quoted, if it begins here.
fn attribution(lines: &[&str]) -> Option<usize> {
    if lines[0].trim().is_empty() {
        return None;
    }
    let mut said = String::new();
    for (over, line) in lines.iter().take(BROKEN_OVER).enumerate() {
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        said.push_str(&line.to_lowercase());
        said.push(' ');
        if !line.ends_with(':') {
            continue;
        }
        let named = ATTRIBUTIONS
            .iter()
            .find(|(first, word)| said.starts_with(first) && said.contains(word));
        let below = lines[over + 1..].iter().find(|line| !line.trim().is_empty());
        let quotes = below.is_some_and(|line| is_quoted(line));
        let (address, number) = (said.contains('@'), said.contains(|c: char| c.is_ascii_digit()));
        let is_one = match named {
            Some((_, word)) => address || number && (quotes || ends_with(&said, word)),
            // Whatever the language: somebody's address, and then what they wrote.
            None => address && quotes,
        };
        return is_one.then_some(over + 1);
    }
    None
}

/// Whether a line ends with `word` and a colon.
fn ends_with(line: &str, word: &str) -> bool {
    line.trim_end().trim_end_matches([':', ' ', '\u{a0}']).ends_with(word)
}

fn is_of_telephone(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    TELEPHONES.iter().any(|words| line.starts_with(words))
}

#[cfg(test)]
mod tests {
    use super::own_words;

    #[track_caller]
    fn check(text: &str, own: &str) {
        assert_eq!(own_words(text), own, "{text}");
        assert_eq!(own_words(&text.replace('\n', "\r\n")), own, "with other line ends: {text}");
    }

    #[test]
    fn what_programs_quote_below_is_left_out() {
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
    fn answers_below_and_between_are_kept() {
        check(
            "On 2 Mar 2026, at 10:00, Bo wrote:\n> Can you come?\n\nYes.\n\n> And mend it?\nThat too.",
            "Yes.\n\nThat too.",
        );
        check("> Can you come?\nYes.\n-- \nAna", "Yes.");
    }

    #[test]
    fn what_only_looks_like_a_quotation_stays() {
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
