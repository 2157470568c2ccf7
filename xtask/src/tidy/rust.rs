//! Rule for `SurrealQL` in Rust code.

use super::Finding;
use super::source::{SourceFile, Tree};
use super::tokens::{self, Kind};

/// First words of `SurrealQL` statements.
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

/// Text that is `SurrealQL` anywhere in a string.
const CALLS: &[&str] = &["type::record("];

/// Checks that statements are only in a module's `store.rs` or `store/` and in its schema.
/// `core/db`, which runs them, and this folder are exempt.
pub(super) fn queries(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.ending(&[".rs"]).filter(|file| !may_query(file)) {
        let tokens = match tokens::read(&file.text) {
            Ok(tokens) => tokens,
            Err(error) => {
                findings.push(Finding::new(&file.path, 1, error.to_string()));
                continue;
            }
        };
        for token in tokens {
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
    // A statement's first word may end with the line.
    let start = start.replacen('\n', " ", 1);
    STATEMENTS.iter().any(|statement| start.starts_with(statement))
        || CALLS.iter().any(|call| text.contains(call))
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn queries_are_recognised_by_their_first_word() {
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
    fn queries_outside_the_store_are_reported() {
        let code = "fn f() {\n    g(\"SELECT * FROM user\");\n}\n";
        let rows = [
            ("modules/auth/src/api.rs", true),
            ("modules/auth/tests/api.rs", true),
            ("modules/auth/src/store.rs", false),
            ("modules/auth/src/store/codes.rs", false),
            ("core/db/src/write.rs", false),
        ];
        for (path, violates) in rows {
            let expected = if violates { vec![(path.to_owned(), 2)] } else { vec![] };
            assert_eq!(check(queries, &[(path, code)]), expected, "{path}");
        }
    }

    #[test]
    fn invalid_rust_is_reported() {
        let found = check(queries, &[("core/app/src/a.rs", "fn f( {")]);
        assert_eq!(found, [("core/app/src/a.rs".to_owned(), 1)]);
    }
}
