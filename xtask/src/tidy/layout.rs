//! Rules about files: where they stand, what they are called, how long they are.

use std::collections::BTreeMap;

use super::Finding;
use super::source::Tree;

const TOP_LEVEL: &[&str] = &[
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "clippy.toml",
    "config",
    "core",
    "deny.toml",
    "modules",
    "openapi.json",
    "rustfmt.toml",
    "web",
    "xtask",
];

/// Names that say nothing about what is inside.
const EMPTY_NAMES: &[&str] =
    &["utils", "util", "helpers", "helper", "common", "manager", "misc", "stuff"];

/// Longer than this and a Rust file is more than one idea; biome knows the limit of the client's.
const LINE_LIMIT: usize = 400;

/// The first look at the project stays short.
pub(super) fn top_level(tree: &Tree) -> Vec<Finding> {
    let mut unknown = BTreeMap::new();
    for file in &tree.files {
        let entry = file.path.split('/').next().unwrap_or_default();
        if !entry.starts_with('.') && !TOP_LEVEL.contains(&entry) {
            unknown.entry(entry).or_insert(&file.path);
        }
    }
    unknown
        .into_iter()
        .map(|(entry, path)| Finding::new(path, 1, format!("`{entry}` is no top-level entry")))
        .collect()
}

/// A name says what a thing is.
pub(super) fn file_names(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &tree.files {
        let empty = file.path.split('/').find(|part| {
            let stem = part.split('.').next().unwrap_or_default();
            EMPTY_NAMES.contains(&stem)
        });
        if let Some(part) = empty {
            let reason = format!("`{part}` does not say what is inside");
            findings.push(Finding::new(&file.path, 1, reason));
        }
    }
    findings
}

/// A file is one idea.
pub(super) fn file_sizes(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.ending(&[".rs"]) {
        let lines = file.text.lines().count();
        if lines > LINE_LIMIT {
            let reason = format!("{lines} lines are more than one idea; the limit is {LINE_LIMIT}");
            findings.push(Finding::new(&file.path, LINE_LIMIT + 1, reason));
        }
    }
    findings
}

/// Features that so far only arrange the calls of other modules.
const CLIENT_ONLY: &[&str] = &["settings"];

/// A feature of the client is called after its module.
pub(super) fn features(tree: &Tree) -> Vec<Finding> {
    let modules = tree.modules();
    let mut unknown = BTreeMap::new();
    for file in &tree.files {
        let Some((feature, _)) =
            file.path.strip_prefix("web/src/features/").and_then(|rest| rest.split_once('/'))
        else {
            continue;
        };
        if !modules.contains(&feature) && !CLIENT_ONLY.contains(&feature) {
            unknown.entry(feature).or_insert(&file.path);
        }
    }
    unknown
        .into_iter()
        .map(|(feature, path)| {
            Finding::new(path, 1, format!("web feature `{feature}` has no module of that name"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    fn paths(run: fn(&Tree) -> Vec<Finding>, paths: &[&str]) -> Vec<String> {
        let files: Vec<_> = paths.iter().map(|path| (*path, "")).collect();
        check(run, &files).into_iter().map(|(path, _)| path).collect()
    }

    #[test]
    fn the_top_level_is_known() {
        let found = paths(
            top_level,
            &["Cargo.toml", ".ci/run", "core/db/Cargo.toml", "notes.md", "scripts/a", "scripts/b"],
        );
        assert_eq!(found, ["notes.md", "scripts/a"]);
    }

    #[test]
    fn empty_names_are_refused() {
        let found = paths(
            file_names,
            &["core/db/src/utils.rs", "web/src/common/a.ts", "web/src/lib/commonplace.ts"],
        );
        assert_eq!(found, ["core/db/src/utils.rs", "web/src/common/a.ts"]);
    }

    #[test]
    fn long_files_are_refused() {
        let found = check(
            file_sizes,
            &[
                ("a.rs", &"\n".repeat(400)),
                ("b.rs", &"\n".repeat(401)),
                ("d.css", &"\n".repeat(999)),
            ],
        );
        assert_eq!(found, [("b.rs".to_owned(), 401)]);
    }

    #[test]
    fn features_are_modules() {
        let found = paths(
            features,
            &[
                "modules/chat/Cargo.toml",
                "web/src/features/chat/thread.tsx",
                "web/src/features/talk/thread.tsx",
            ],
        );
        assert_eq!(found, ["web/src/features/talk/thread.tsx"]);
    }
}
