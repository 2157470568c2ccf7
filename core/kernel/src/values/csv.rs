//! Files of comma-separated values (RFC 4180), as spreadsheets read them.

/// Byte order mark, without which spreadsheets do not read the file as UTF-8.
const BOM: &str = "\u{feff}";
/// End of each line.
pub const LINE_END: &str = "\r\n";

/// Returns the beginning of a file with these headings.
pub fn table(headings: &str) -> String {
    format!("{BOM}{headings}{LINE_END}")
}

/// Quotes a text, on one line. An apostrophe before a character with which spreadsheets begin a
/// formula makes them show the text instead of calculating it.
pub fn text(words: &str) -> String {
    let line = words.replace(|c: char| c.is_control(), " ");
    let formula = line
        .trim_start()
        .starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}']);
    format!("\"{}{}\"", if formula { "'" } else { "" }, line.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_begins_with_its_headings() {
        assert_eq!(table("A,B"), "\u{feff}A,B\r\n");
    }

    #[test]
    fn texts_are_quoted_and_never_formulas() {
        for (words, expected) in [
            ("Tea & cake", "\"Tea & cake\""),
            ("Say \"hi\", Bo", "\"Say \"\"hi\"\", Bo\""),
            ("=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\""),
            ("+1", "\"'+1\""),
            ("-1", "\"'-1\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("\t=1", "\"' =1\""),
            ("  =1", "\"'  =1\""),
            ("\u{ff1d}1", "\"'\u{ff1d}1\""),
            ("a\r\n=1", "\"a  =1\""),
            ("\u{5d0}\u{1f600}", "\"\u{5d0}\u{1f600}\""),
            ("", "\"\""),
        ] {
            assert_eq!(text(words), expected, "{words:?}");
        }
    }
}
