//! Rules about Rust code, checked on its tokens.

use proc_macro2::Delimiter::{self, Bracket, Parenthesis};

use super::Finding;
use super::source::{SourceFile, Tree};
use super::tokens::{self, Kind, Token};
use Shape::{Close, Mark, Open, Word};

/// How a `SurrealQL` statement begins.
const STATEMENTS: &[&str] = &[
    "BEGIN ",
    "COMMIT ",
    "CREATE ",
    "DEFINE ",
    "DELETE ",
    "INFO FOR ",
    "INSERT ",
    "LET ",
    "RELATE ",
    "REMOVE ",
    "RETURN ",
    "SELECT ",
    "THROW ",
    "UPDATE ",
    "UPSERT ",
];

/// What is `SurrealQL` wherever it stands in a text.
const CALLS: &[&str] = &["type::record("];

/// Statements live where they can be found: in a module's `store.rs` or
/// `store/` and in its schema. `core/db` runs them; this folder knows them.
pub(super) fn queries(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.ending(&[".rs"]) {
        if may_query(file) {
            continue;
        }
        // What is not Rust is reported by the other rule.
        for token in tokens::read(&file.text).unwrap_or_default() {
            if let Kind::Text(text) = &token.kind
                && is_query(text)
            {
                let reason = "SurrealQL belongs in `store.rs`, `store/` or `schema/`";
                findings.push(Finding::new(&file.path, token.line, reason));
            }
        }
    }
    findings
}

fn may_query(file: &SourceFile) -> bool {
    let path = &file.path;
    path.ends_with("/store.rs")
        || path.contains("/store/")
        || path.starts_with("core/db/")
        || path.starts_with("xtask/src/tidy")
}

fn is_query(text: &str) -> bool {
    let text = text.replace("\\n", " ").replace("\\\n", " ");
    let start = text.trim_start_matches(|mark: char| mark.is_whitespace() || "{(".contains(mark));
    // A statement may end with its line.
    let start = start.replacen('\n', " ", 1);
    STATEMENTS.iter().any(|statement| start.starts_with(statement))
        || CALLS.iter().any(|call| text.contains(call))
}

/// A sequence of tokens that must not be written.
struct Pattern {
    shape: &'static [Shape],
    allowed_in_tests: bool,
    reason: &'static str,
}

enum Shape {
    Mark(char),
    Word(&'static str),
    Open(Delimiter),
    Close(Delimiter),
}

const PATTERNS: &[Pattern] = &[
    Pattern {
        shape: &[Mark('.'), Word("unwrap"), Open(Parenthesis), Close(Parenthesis)],
        allowed_in_tests: true,
        reason: "`unwrap` outside tests: return the error, or make the case impossible",
    },
    Pattern {
        shape: &[Mark('.'), Word("expect"), Open(Parenthesis)],
        allowed_in_tests: true,
        reason: "`expect` outside tests: return the error, or make the case impossible",
    },
    Pattern {
        shape: &[Word("todo"), Mark('!')],
        allowed_in_tests: false,
        reason: "unfinished code: finish it or leave it out",
    },
    Pattern {
        shape: &[Word("unimplemented"), Mark('!')],
        allowed_in_tests: false,
        reason: "unfinished code: finish it or leave it out",
    },
    Pattern {
        shape: &[Mark('#'), Open(Bracket), Word("ignore")],
        allowed_in_tests: false,
        reason: "an ignored test proves nothing: repair or delete it",
    },
];

/// What must not be written in Rust code.
pub(super) fn forbidden(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.ending(&[".rs"]) {
        let tokens = match tokens::read(&file.text) {
            Ok(tokens) => tokens,
            Err(error) => {
                findings.push(Finding::new(&file.path, 1, error.to_string()));
                continue;
            }
        };
        for window in 0..tokens.len() {
            findings.extend(breach(file, &tokens[window..]));
        }
    }
    findings
}

/// The breach that these tokens begin with, if any.
fn breach(file: &SourceFile, tokens: &[Token]) -> Option<Finding> {
    let in_test = file.is_test() || file.path.ends_with("build.rs") || tokens.first()?.in_test;
    let pattern = PATTERNS.iter().find(|pattern| {
        let begins = pattern.shape.len() <= tokens.len()
            && pattern.shape.iter().zip(tokens).all(|(shape, token)| shape.fits(&token.kind));
        begins && !(in_test && pattern.allowed_in_tests)
    })?;
    // The second token of a method call stands on the line that people look at.
    Some(Finding::new(&file.path, tokens.get(1)?.line, pattern.reason))
}

impl Shape {
    fn fits(&self, kind: &Kind) -> bool {
        match (self, kind) {
            (Mark(mark), Kind::Mark(found)) => mark == found,
            (Word(word), Kind::Word(found)) => word == found,
            (Open(delimiter), Kind::Open(found)) | (Close(delimiter), Kind::Close(found)) => {
                delimiter == found
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn queries_are_known_by_their_first_word() {
        let rows = [
            ("SELECT * FROM user", true),
            ("  {\\n LET $a = 1;", true),
            ("UPDATE\nuser SET a = 1", true),
            ("... type::record('user', $id)", true),
            ("DELETE", false),
            ("Update your profile", false),
            ("Select a skill", false),
            ("SELECTED", false),
        ];
        for (text, expected) in rows {
            assert_eq!(is_query(text), expected, "{text}");
        }
    }

    #[test]
    fn queries_stay_in_the_store() {
        let code = "fn f() {\n    g(\"SELECT * FROM user\");\n}\n";
        let rows = [
            ("modules/auth/src/api.rs", true),
            ("modules/auth/tests/api.rs", true),
            ("modules/auth/src/store.rs", false),
            ("modules/auth/src/store/codes.rs", false),
            ("core/db/src/write.rs", false),
        ];
        for (path, breach) in rows {
            let expected = if breach { vec![(path.to_owned(), 2)] } else { vec![] };
            assert_eq!(check(queries, &[(path, code)]), expected, "{path}");
        }
    }

    #[test]
    fn unfinished_and_careless_code_is_refused() {
        let rows = [
            ("core/db/src/a.rs", "fn f() {\n    g()\n        .unwrap();\n}", Some(3)),
            ("core/db/src/a.rs", "fn f() { g().unwrap_or(1); }", None),
            ("core/db/src/a.rs", "fn f() { g().expect(\"x\"); }", Some(1)),
            ("core/db/src/a.rs", "// g().unwrap()\nfn f() { h(\".unwrap()\") }", None),
            ("core/db/src/a.rs", "#[cfg(test)]\nmod t { fn f() { g().unwrap(); } }", None),
            ("core/db/tests/a.rs", "fn f() { g().unwrap(); }", None),
            ("core/testkit/src/a.rs", "fn f() { g().unwrap(); }", None),
            ("core/app/build.rs", "fn f() { g().unwrap(); }", None),
            ("core/db/src/a.rs", "fn f() { todo!() }", Some(1)),
            ("core/db/tests/a.rs", "fn f() { unimplemented!(\"later\") }", Some(1)),
            ("core/db/tests/a.rs", "#[test]\n#[ignore = \"slow\"]\nfn f() {}", Some(2)),
        ];
        for (path, code, line) in rows {
            let expected: Vec<_> = line.map(|line| (path.to_owned(), line)).into_iter().collect();
            assert_eq!(check(forbidden, &[(path, code)]), expected, "{code}");
        }
    }

    #[test]
    fn what_is_not_rust_is_reported() {
        let found = check(forbidden, &[("core/db/src/a.rs", "fn f( {")]);
        assert_eq!(found, [("core/db/src/a.rs".to_owned(), 1)]);
    }
}
