//! `SurrealQL` in Rust code.

use anyhow::{Result, anyhow};
use proc_macro2::{TokenStream, TokenTree};

use super::Finding;
use super::source::{SourceFile, Tree};

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
    for file in tree.ending(&[".rs"]).filter(|file| !may_query(file)) {
        match strings(&file.text) {
            Ok(strings) => {
                for (line, _) in strings.iter().filter(|(_, text)| is_query(text)) {
                    let reason = "SurrealQL belongs in `store.rs`, `store/` or `schema/`";
                    findings.push(Finding::new(&file.path, *line, reason));
                }
            }
            Err(error) => findings.push(Finding::new(&file.path, 1, error.to_string())),
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

/// The string literals of a file, as written between their quotes, with their lines counted from
/// 1. Comments are left out, documentation included.
///
/// # Errors
/// When the text is not Rust.
fn strings(text: &str) -> Result<Vec<(usize, String)>> {
    let stream: TokenStream = text.parse().map_err(|error| anyhow!("not Rust: {error}"))?;
    let mut strings = Vec::new();
    collect(stream, &mut strings);
    Ok(strings)
}

fn collect(stream: TokenStream, strings: &mut Vec<(usize, String)>) {
    let mut trees = stream.into_iter().peekable();
    // Documentation is `#[doc = "…"]` by now.
    if trees.next_if(|tree| matches!(tree, TokenTree::Ident(name) if name == "doc")).is_some() {
        return;
    }
    for tree in trees {
        match tree {
            TokenTree::Group(group) => collect(group.stream(), strings),
            TokenTree::Literal(literal) => {
                let line = literal.span().start().line;
                strings.extend(quoted(&literal.to_string()).map(|text| (line, text)));
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// What a string literal says, if it is one: plain, raw, byte or C string.
fn quoted(literal: &str) -> Option<String> {
    let rest = literal.trim_start_matches(['b', 'c', 'r']).trim_start_matches('#');
    let inner = rest.strip_prefix('"')?.trim_end_matches('#').strip_suffix('"')?;
    Some(inner.to_owned())
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
    fn strings_of_every_kind_are_read() {
        let code =
            "// \"comment\"\n/// \"doc\"\nfn f() { g(\"a\", r#\"b \"c\"\"#, b\"d\", 'e', 1) }\n";
        let expected = ["a", "b \"c\"", "d"].map(|text| (3, text.to_owned()));
        assert_eq!(strings(code).unwrap(), expected);
    }

    #[test]
    fn what_is_not_rust_is_reported() {
        let found = check(queries, &[("core/app/src/a.rs", "fn f( {")]);
        assert_eq!(found, [("core/app/src/a.rs".to_owned(), 1)]);
    }
}
