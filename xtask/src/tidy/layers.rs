//! Rules for the structure of modules: common parts, and calls from api to service to store only.

use proc_macro2::Delimiter::Brace;

use super::Finding;
use super::source::{SourceFile, Tree};
use super::tokens::{self, Kind, Token};
use Kind::{Close, Mark, Open, Word};

/// Allowed names in a module's `src`: files, and folders of the same names for parts with several
/// files.
const MODULE_PARTS: &[&str] =
    &["api", "config", "error", "events", "jobs", "lib", "model", "ports", "service", "store"];

/// Restrictions on the files of a part.
struct Layer {
    part: &'static str,
    above: &'static [&'static str],
    /// Whether the part may use HTTP types: forms, payloads and the rest of `poem`.
    speaks_http: bool,
}

const LAYERS: &[Layer] = &[
    Layer { part: "lib", above: &[], speaks_http: true },
    Layer { part: "api", above: &["store"], speaks_http: true },
    Layer { part: "events", above: &["api"], speaks_http: false },
    Layer { part: "jobs", above: &["api"], speaks_http: false },
    Layer { part: "ports", above: &["api"], speaks_http: false },
    Layer { part: "service", above: &["api"], speaks_http: false },
    Layer { part: "store", above: &["api", "service"], speaks_http: false },
    Layer { part: "model", above: &["api", "service", "store"], speaks_http: false },
    Layer { part: "error", above: &["api", "service", "store"], speaks_http: false },
    Layer { part: "config", above: &["api", "service", "store"], speaks_http: false },
];

/// Kernel types for requests and responses only.
const OF_HTTP: &[&str] = &["Download", "Json", "Multipart", "Reply", "Upload"];

/// Checks that a module's `src` contains only the common parts.
pub(super) fn module_layout(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.ending(&[".rs"]) {
        if let Some(part) = part(file)
            && !MODULE_PARTS.contains(&part)
        {
            let parts = MODULE_PARTS.join("`, `");
            let reason = format!("`{part}` is none of the parts of a module: `{parts}`");
            findings.push(Finding::new(&file.path, 1, reason));
        }
    }
    findings
}

/// Checks that no part names one above it, and that HTTP types stay in the topmost part.
pub(super) fn one_way(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.ending(&[".rs"]).filter(|file| !file.is_test()) {
        let layer = part(file).and_then(|part| LAYERS.iter().find(|layer| layer.part == part));
        let Some(layer) = layer else { continue };
        // Invalid Rust is reported by another rule.
        let tokens = tokens::read(&file.text).unwrap_or_default();
        let tokens: Vec<Token> = tokens.into_iter().filter(|token| !token.in_test).collect();
        for index in 0..tokens.len() {
            let line = tokens[index].line;
            for reason in violations(layer, &tokens[index..]) {
                findings.push(Finding::new(&file.path, line, reason));
            }
        }
    }
    findings
}

/// Returns the part that a file belongs to: `service` for `modules/NAME/src/service/a.rs`.
fn part(file: &SourceFile) -> Option<&str> {
    let (_, inside) = file.path.strip_prefix("modules/")?.split_once("/src/")?;
    Some(inside.split('/').next().unwrap_or(inside).trim_end_matches(".rs"))
}

/// Returns the violations that begin at the first token.
fn violations(layer: &Layer, tokens: &[Token]) -> Vec<String> {
    let part = layer.part;
    let mut found = Vec::new();
    for named in own_parts(tokens) {
        if layer.above.contains(&named) {
            found.push(format!("`{part}` must not name `{named}`: calls go api, service, store"));
        }
    }
    if part == "api" && begins(tokens, &[Mark('.'), Word("store".to_owned())]) {
        found.push("`api` must not reach through the service into its store".to_owned());
    }
    if !layer.speaks_http
        && let Some(Word(word)) = tokens.first().map(|token| &token.kind)
        && is_http(word, tokens)
    {
        found.push(format!("`{word}` is for `api` alone: below it there are plain values"));
    }
    found
}

/// Returns the module's parts named by a path through `crate` that begins here.
fn own_parts(tokens: &[Token]) -> Vec<&str> {
    if !begins(tokens, &[Word("crate".to_owned()), Mark(':'), Mark(':')]) {
        return Vec::new();
    }
    let after = &tokens[3..];
    match after.first().map(|token| &token.kind) {
        Some(Word(part)) => vec![part],
        Some(Open(Brace)) => first_words(&after[1..]),
        _ => Vec::new(),
    }
}

/// Returns the first word of each path inside the current braces.
fn first_words(tokens: &[Token]) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut depth, mut at_start) = (0, true);
    for token in tokens {
        match &token.kind {
            Open(_) => depth += 1,
            Close(_) if depth == 0 => break,
            Close(_) => depth -= 1,
            Word(word) if depth == 0 && at_start => words.push(word.as_str()),
            _ => {}
        }
        at_start = depth == 0 && token.kind == Mark(',');
    }
    words
}

/// Checks whether the first token is an HTTP type. Enums for the API document are allowed
/// everywhere, and so are types that ids need for their wire format.
fn is_http(word: &str, tokens: &[Token]) -> bool {
    let path = begins(tokens, &[Word(word.to_owned()), Mark(':'), Mark(':')]);
    match word {
        "poem" => path,
        "poem_openapi" => {
            let next = tokens.get(3).map(|token| &token.kind);
            path && !matches!(next, Some(Word(next)) if ["Enum", "registry", "types"].contains(&next.as_str()))
        }
        _ => OF_HTTP.contains(&word),
    }
}

fn begins(tokens: &[Token], kinds: &[Kind]) -> bool {
    kinds.len() <= tokens.len() && kinds.iter().zip(tokens).all(|(kind, token)| *kind == token.kind)
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn unknown_parts_are_reported() {
        let rows = [
            ("modules/chat/src/lib.rs", false),
            ("modules/chat/src/api/dto.rs", false),
            ("modules/chat/src/store/rows.rs", false),
            ("modules/chat/src/rooms.rs", true),
            ("modules/chat/src/view/room.rs", true),
            ("modules/chat/tests/chat/rooms.rs", false),
            ("core/db/src/rooms.rs", false),
        ];
        for (path, violates) in rows {
            let expected = if violates { vec![(path.to_owned(), 1)] } else { vec![] };
            assert_eq!(check(module_layout, &[(path, "")]), expected, "{path}");
        }
    }

    #[test]
    fn upward_calls_are_reported() {
        let rows = [
            ("api/rooms.rs", "use crate::service::ChatService;", 0),
            ("api/rooms.rs", "use crate::store::ChatStore;", 1),
            ("api.rs", "use crate::{\n    model::Room,\n    store::{self, Side},\n};", 1),
            ("api.rs", "use crate::{\n    model::{store, Room},\n};", 0),
            ("api.rs", "fn f() { self.service.store.rooms() }", 1),
            ("service/rooms.rs", "use crate::{error::ChatError, store::ChatStore};", 0),
            ("service/rooms.rs", "use crate::{api::dto::RoomView, store::ChatStore};", 1),
            ("service.rs", "fn f() -> crate::api::dto::RoomView { g() }", 1),
            ("store/rooms.rs", "use crate::{model::Room, service::Wish};", 1),
            ("store.rs", "use crate::model::Room;", 0),
            ("store.rs", "#[cfg(test)]\nmod t { use crate::service::Wish; }", 0),
            ("model/room.rs", "use crate::store::RoomRow;", 1),
            ("error.rs", "use crate::model::Room;", 0),
            ("ports.rs", "use crate::{service::ChatService, store::ChatStore};", 0),
            ("jobs.rs", "use crate::api::ChatApi;", 1),
            ("lib.rs", "use crate::{api::ChatApi, store::ChatStore};", 0),
        ];
        for (path, code, violations) in rows {
            let path = format!("modules/chat/src/{path}");
            assert_eq!(check(one_way, &[(&path, code)]).len(), violations, "{path}: {code}");
        }
    }

    #[test]
    fn http_types_outside_the_api_are_reported() {
        let rows = [
            ("api/dto.rs", "use poem_openapi::Object;", 0),
            ("lib.rs", "use poem_openapi::OpenApi;", 0),
            ("model.rs", "use poem_openapi::Enum;", 0),
            ("model.rs", "use poem_openapi::{Enum, Object};", 1),
            ("model.rs", "#[derive(poem_openapi::Object)]\nstruct A;", 1),
            ("service.rs", "use poem::Response;", 1),
            ("service.rs", "use sparkyard_kernel::{Page, multipart::Upload};", 1),
            ("service.rs", "fn f(poem: &str) {}", 0),
            ("store.rs", "fn f() -> Reply<u8, 0> { g() }", 1),
        ];
        for (path, code, violations) in rows {
            let path = format!("modules/chat/src/{path}");
            assert_eq!(check(one_way, &[(&path, code)]).len(), violations, "{path}: {code}");
        }
    }
}
