//! Every module has the same shape, and calls in it go one way: api, service, store.

use proc_macro2::Delimiter::Brace;

use super::Finding;
use super::source::{SourceFile, Tree};
use super::tokens::{self, Kind, Token};
use Kind::{Close, Mark, Open, Word};

/// What stands directly in the `src` of a module: files of these names, and folders beside those
/// that have parts.
const SKELETON: &[&str] =
    &["api", "config", "error", "events", "jobs", "lib", "model", "ports", "service", "store"];

/// What the files of a part must not name.
struct Layer {
    part: &'static str,
    above: &'static [&'static str],
    /// Whether it speaks HTTP: forms, payloads and whatever else is of `poem`.
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

/// Types of the kernel that only requests and responses have.
const OF_HTTP: &[&str] = &["Download", "Json", "Multipart", "Reply", "Upload"];

/// Nothing stands in a module's `src` but the parts that every module has.
pub(super) fn skeleton(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.ending(&[".rs"]) {
        if let Some(part) = part(file)
            && !SKELETON.contains(&part)
        {
            let parts = SKELETON.join("`, `");
            let reason = format!("`{part}` is none of the parts of a module: `{parts}`");
            findings.push(Finding::new(&file.path, 1, reason));
        }
    }
    findings
}

/// No part of a module names one that is above it, and HTTP stays in the topmost.
pub(super) fn one_way(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.ending(&[".rs"]).filter(|file| !file.is_test()) {
        let layer = part(file).and_then(|part| LAYERS.iter().find(|layer| layer.part == part));
        let Some(layer) = layer else { continue };
        // What is not Rust is reported by another rule.
        let tokens = tokens::read(&file.text).unwrap_or_default();
        let tokens: Vec<Token> = tokens.into_iter().filter(|token| !token.in_test).collect();
        for index in 0..tokens.len() {
            let line = tokens[index].line;
            for reason in breaches(layer, &tokens[index..]) {
                findings.push(Finding::new(&file.path, line, reason));
            }
        }
    }
    findings
}

/// The part of a module that a file belongs to: `service` for `modules/NAME/src/service/a.rs`.
fn part(file: &SourceFile) -> Option<&str> {
    let (_, inside) = file.path.strip_prefix("modules/")?.split_once("/src/")?;
    Some(inside.split('/').next().unwrap_or(inside).trim_end_matches(".rs"))
}

/// What is wrong with what begins here.
fn breaches(layer: &Layer, tokens: &[Token]) -> Vec<String> {
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

/// The parts of its module that a path through `crate` names, if one begins here.
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

/// The first word of each path in the braces that these tokens are inside of.
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

/// Whether a word, the first of these tokens, is of HTTP. An enum may have the words of the
/// contract wherever it stands, and ids know how they are sent.
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
    fn a_module_has_the_parts_of_every_module() {
        let rows = [
            ("modules/chat/src/lib.rs", false),
            ("modules/chat/src/api/dto.rs", false),
            ("modules/chat/src/store/rows.rs", false),
            ("modules/chat/src/rooms.rs", true),
            ("modules/chat/src/view/room.rs", true),
            ("modules/chat/tests/chat/rooms.rs", false),
            ("core/db/src/rooms.rs", false),
        ];
        for (path, breach) in rows {
            let expected = if breach { vec![(path.to_owned(), 1)] } else { vec![] };
            assert_eq!(check(skeleton, &[(path, "")]), expected, "{path}");
        }
    }

    #[test]
    fn calls_go_one_way() {
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
        for (path, code, breaches) in rows {
            let path = format!("modules/chat/src/{path}");
            assert_eq!(check(one_way, &[(&path, code)]).len(), breaches, "{path}: {code}");
        }
    }

    #[test]
    fn http_stays_in_the_api() {
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
        for (path, code, breaches) in rows {
            let path = format!("modules/chat/src/{path}");
            assert_eq!(check(one_way, &[(&path, code)]).len(), breaches, "{path}: {code}");
        }
    }
}
