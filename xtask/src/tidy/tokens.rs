//! Flattens Rust code into tokens with their line and whether they belong to a test.

use anyhow::{Result, anyhow};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Word(String),
    /// Content of a string literal, as written.
    Text(String),
    /// Any other literal.
    Literal,
    Mark(char),
    Open(Delimiter),
    Close(Delimiter),
}

#[derive(Debug, Clone)]
pub(super) struct Token {
    pub kind: Kind,
    /// Line number, from 1.
    pub line: usize,
    pub in_test: bool,
}

/// Parses a file into tokens, without comments and documentation.
///
/// # Errors
/// When the text is not Rust.
pub(super) fn read(text: &str) -> Result<Vec<Token>> {
    // A shebang line would be parsed as tokens; no file has one.
    let stream: TokenStream = text.parse().map_err(|error| anyhow!("not Rust: {error}"))?;
    let mut tokens = Vec::new();
    flatten(stream, false, &mut tokens);
    Ok(tokens)
}

fn flatten(stream: TokenStream, mut in_test: bool, tokens: &mut Vec<Token>) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    // An item under `#[cfg(test)]` ends with its body or its semicolon.
    let mut item_in_test = false;
    for (index, tree) in trees.iter().enumerate() {
        let line = tree.span().start().line;
        let before = |back: usize| index.checked_sub(back).and_then(|at| trees.get(at));
        match tree {
            TokenTree::Group(group) if is_attribute(before(1), before(2)) => {
                if names_test(group) {
                    let inner = is_mark(before(1), '!');
                    in_test |= inner;
                    item_in_test |= !inner;
                }
                if !is_documentation(group) {
                    push_group(group, in_test || item_in_test, tokens);
                }
            }
            TokenTree::Group(group) => {
                push_group(group, in_test || item_in_test, tokens);
                item_in_test &= group.delimiter() != Delimiter::Brace;
            }
            TokenTree::Punct(punct) => {
                let kind = Kind::Mark(punct.as_char());
                tokens.push(Token { kind, line, in_test: in_test || item_in_test });
                item_in_test &= punct.as_char() != ';';
            }
            TokenTree::Ident(ident) => {
                let kind = Kind::Word(ident.to_string());
                tokens.push(Token { kind, line, in_test: in_test || item_in_test });
            }
            TokenTree::Literal(literal) => {
                let kind = quoted(&literal.to_string()).map_or(Kind::Literal, Kind::Text);
                tokens.push(Token { kind, line, in_test: in_test || item_in_test });
            }
        }
    }
}

fn push_group(group: &Group, in_test: bool, tokens: &mut Vec<Token>) {
    let delimiter = group.delimiter();
    let open = group.span_open().start().line;
    let close = group.span_close().start().line;
    tokens.push(Token { kind: Kind::Open(delimiter), line: open, in_test });
    flatten(group.stream(), in_test, tokens);
    tokens.push(Token { kind: Kind::Close(delimiter), line: close, in_test });
}

/// Checks whether the tokens before a group make it an attribute: `#` or `#!`.
fn is_attribute(before: Option<&TokenTree>, earlier: Option<&TokenTree>) -> bool {
    is_mark(before, '#') || (is_mark(before, '!') && is_mark(earlier, '#'))
}

fn is_mark(tree: Option<&TokenTree>, mark: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// Matches `#[test]`, `#[tokio::test]`, `#[cfg(test)]`, `#[cfg(all(test, unix))]`.
fn names_test(attribute: &Group) -> bool {
    let text: String = attribute.stream().to_string().split_whitespace().collect();
    let path = text.split('(').next().unwrap_or_default();
    match path {
        "cfg" => text.contains("test") && !text.contains("not(test"),
        _ => path == "test" || path.ends_with("::test"),
    }
}

fn is_documentation(attribute: &Group) -> bool {
    let first = attribute.stream().into_iter().next();
    matches!(first, Some(TokenTree::Ident(ident)) if ident == "doc")
}

/// Returns the content of a string literal: plain, raw, byte or C string.
fn quoted(literal: &str) -> Option<String> {
    let rest = literal.trim_start_matches(['b', 'c', 'r']).trim_start_matches('#');
    let inner = rest.strip_prefix('"')?.trim_end_matches('#').strip_suffix('"')?;
    Some(inner.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(code: &str) -> Vec<(String, usize)> {
        read(code)
            .unwrap()
            .into_iter()
            .filter_map(|token| match token.kind {
                Kind::Text(text) => Some((text, token.line)),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn all_kinds_of_string_literals_are_read() {
        let code =
            "// \"comment\"\n/// \"doc\"\nfn f() { g(\"a\", r#\"b \"c\"\"#, b\"d\", 'e', 1) }\n";
        let expected = ["a", "b \"c\"", "d"].map(|text| (text.to_owned(), 3));
        assert_eq!(texts(code), expected);
    }

    #[test]
    fn test_code_is_marked() {
        let rows = [
            ("fn f() { probe }", false),
            ("#[cfg(test)] mod tests { fn f() { probe } }", true),
            ("#[cfg(test)] mod tests { } fn f() { probe }", false),
            ("#[cfg(test)] use a::b; fn f() { probe }", false),
            ("#[test] fn f() { probe }", true),
            ("#[tokio::test(flavor = \"x\")] async fn f() { probe }", true),
            ("#[cfg(not(test))] fn f() { probe }", false),
            ("#[cfg(all(test, unix))] fn f() { probe }", true),
            ("#![cfg(test)] fn f() { probe }", true),
            ("#[derive(Debug)] struct A { probe: u8 }", false),
        ];
        for (code, expected) in rows {
            let tokens = read(code).unwrap();
            let probe = tokens.iter().find(|token| token.kind == Kind::Word("probe".into()));
            assert_eq!(probe.unwrap().in_test, expected, "{code}");
        }
    }
}
