//! Rules for files: location, name, length.

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

/// Names that do not describe the content.
const EMPTY_NAMES: &[&str] =
    &["utils", "util", "helpers", "helper", "common", "manager", "misc", "stuff"];

/// Maximum number of lines of a Rust file; biome enforces the client's limit.
const LINE_LIMIT: usize = 400;

/// Checks that the top level contains only known entries.
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

/// Checks that file names are descriptive.
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

/// Checks the length of Rust files.
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

/// Checks that a feature of the client is named after its module.
pub(super) fn features(tree: &Tree) -> Vec<Finding> {
    let modules = tree.modules();
    let mut unknown = BTreeMap::new();
    for file in &tree.files {
        let Some((feature, _)) =
            file.path.strip_prefix("web/src/features/").and_then(|rest| rest.split_once('/'))
        else {
            continue;
        };
        if !modules.contains(&feature) {
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
    fn unknown_top_level_entries_are_reported() {
        let found = paths(
            top_level,
            &["Cargo.toml", ".ci/run", "core/db/Cargo.toml", "notes.md", "scripts/a", "scripts/b"],
        );
        assert_eq!(found, ["notes.md", "scripts/a"]);
    }

    #[test]
    fn meaningless_names_are_reported() {
        let found = paths(
            file_names,
            &["core/db/src/utils.rs", "web/src/common/a.ts", "web/src/lib/commonplace.ts"],
        );
        assert_eq!(found, ["core/db/src/utils.rs", "web/src/common/a.ts"]);
    }

    #[test]
    fn long_files_are_reported() {
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
    fn features_without_module_are_reported() {
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
