//! Rules for any text: no traces of one machine or of unfinished work.

use super::Finding;
use super::source::Tree;

/// Files that contain the forbidden text as data.
const EXEMPT: &[&str] = &["xtask/src/tidy/", "LICENSE-APACHE"];

/// Files written by package managers, which have their own rule.
const LOCK_FILES: &[&str] = &["Cargo.lock", "web/package-lock.json"];

const UNFINISHED: &[&str] = &["TODO", "FIXME", "XXX", "HACK"];

/// Folders that exist on one machine only.
const MACHINE: &[&str] = &["/home/", "/Users/", "/root/", "/work/", "/tmp/"];

/// Checks that no text mentions unfinished work, one machine's folders, or a ticket.
pub(super) fn forbidden_text(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &tree.files {
        let exempt = EXEMPT.iter().any(|part| file.path.starts_with(part));
        if exempt || LOCK_FILES.contains(&file.path.as_str()) {
            continue;
        }
        for (number, line) in file.lines() {
            findings.extend(violation(line).map(|reason| Finding::new(&file.path, number, reason)));
        }
    }
    findings
}

fn violation(line: &str) -> Option<String> {
    if let Some(word) = UNFINISHED.iter().find(|word| has_word(line, word)) {
        return Some(format!("`{word}`: finish it or leave it out"));
    }
    if let Some(folder) = MACHINE.iter().find(|folder| has_absolute(line, folder)) {
        return Some(format!("`{folder}` is a folder of one machine"));
    }
    names_ticket(line).then(|| "a ticket number: say the reason itself".to_owned())
}

/// Checks whether the word occurs on its own, not inside a longer one.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        ![before, after].into_iter().flatten().any(|mark| mark.is_alphanumeric() || mark == '_')
    })
}

/// Checks whether a path begins with this folder, rather than containing it, as a URL may.
fn has_absolute(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|mark| mark.is_alphanumeric() || "/.-_~}*".contains(mark))
    })
}

/// Checks for a ticket such as `issue #7`, but not another project's `surrealdb#7472`.
fn names_ticket(line: &str) -> bool {
    let line = line.to_lowercase();
    ["issue #", "issue "].iter().any(|word| {
        line.match_indices(word).any(|(at, _)| {
            let rest = line[at + word.len()..].trim_start_matches('#');
            rest.starts_with(|mark: char| mark.is_ascii_digit())
        })
    })
}

/// Checks that npm packages come from the public registry, so that every clone can build. No
/// setting may override a registry. `cargo deny` checks cargo's packages.
pub(super) fn registries(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &tree.files {
        let is_foreign = match file.path.as_str() {
            "web/package-lock.json" => is_resolved_elsewhere,
            ".cargo/config.toml" | "web/.npmrc" => sets_registry,
            _ => continue,
        };
        for (number, line) in file.lines().filter(|(_, line)| is_foreign(line)) {
            let reason = format!("`{}`: packages come from public registries", line.trim());
            findings.push(Finding::new(&file.path, number, reason));
        }
    }
    findings
}

/// Checks for a foreign registry; npm records a folder for links within the project, else a URL.
fn is_resolved_elsewhere(line: &str) -> bool {
    line.trim().strip_prefix("\"resolved\": \"").is_some_and(|source| {
        source.contains("://") && !source.starts_with("https://registry.npmjs.org/")
    })
}

/// Checks for `registry = …`, also with a scope.
fn sets_registry(line: &str) -> bool {
    line.split_once('=').is_some_and(|(key, _)| key.trim().rsplit(':').next() == Some("registry"))
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn temporary_words_are_reported() {
        let rows = [
            ("// TODO: later", true),
            ("TODOS", false),
            ("let FIXME_LIST = 1", false),
            ("FIXME", true),
            ("cd /home/ana/sparkyard", true),
            ("https://example.org/home/", false),
            ("ProtectHome=true", false),
            ("\"/tmp/data\"", true),
            ("/var/lib/sparkyard/tmp/x", false),
            ("see issue #12", true),
            ("Issue 12", true),
            ("surrealdb#7472", false),
            ("issue a token", false),
        ];
        for (line, violates) in rows {
            assert_eq!(violation(line).is_some(), violates, "{line}");
        }
    }

    #[test]
    fn lock_files_have_their_own_rule() {
        let integrity = "\"integrity\": \"sha512-a/TODO/b==\"";
        assert_eq!(check(forbidden_text, &[("web/package-lock.json", integrity)]), []);
    }

    #[test]
    fn foreign_registries_are_reported() {
        let rows = [
            (
                "web/package-lock.json",
                "  \"resolved\": \"https://registry.npmjs.org/a/-/a.tgz\",",
                false,
            ),
            ("web/package-lock.json", "  \"resolved\": \"http://127.0.0.1:4873/a.tgz\",", true),
            ("web/package-lock.json", "  \"resolved\": \"packages/a\",", false),
            (".cargo/config.toml", "registry = \"ours\"", true),
            ("web/.npmrc", "registry=http://127.0.0.1:4873/", true),
            ("web/.npmrc", "@ours:registry = http://127.0.0.1:4873/", true),
            ("web/.npmrc", "omit-lockfile-registry-resolved=true", false),
        ];
        for (path, line, violates) in rows {
            let expected = if violates { vec![(path.to_owned(), 1)] } else { vec![] };
            assert_eq!(check(registries, &[(path, line)]), expected, "{line}");
        }
    }
}
