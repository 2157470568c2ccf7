//! Rules for crates: dependencies and names.

use super::Finding;
use super::source::{SourceFile, Tree};

/// Tables of a manifest that affect the product.
const PRODUCT: &[&str] = &["dependencies", "build-dependencies"];
/// All dependency tables, including those of tests.
const ALL: &[&str] = &["dependencies", "build-dependencies", "dev-dependencies"];

/// Checks that modules depend neither on each other nor on the application, except in tests. The
/// core must depend on no module, except the application, which lists them.
pub(super) fn dependencies(tree: &Tree) -> Vec<Finding> {
    let modules: Vec<String> =
        tree.modules().iter().map(|module| format!("sparkyard-{module}")).collect();
    let mut findings = Vec::new();
    for manifest in tree.ending(&["/Cargo.toml"]) {
        let folder = manifest.path.trim_end_matches("/Cargo.toml");
        let (tables, why) = if folder.starts_with("modules/") {
            (PRODUCT, "modules meet through the kernel's ports and events, never directly")
        } else if folder.starts_with("core/") && folder != "core/app" {
            (ALL, "only core/app knows the modules")
        } else {
            continue;
        };
        for name in dependency_names(manifest, tables) {
            let is_app = name == "sparkyard" && folder.starts_with("modules/");
            if is_app || modules.contains(&name) {
                let reason = format!("{folder} must not depend on {name}: {why}");
                findings.push(Finding::new(&manifest.path, manifest.line_of(&name), reason));
            }
        }
    }
    findings
}

/// Returns the crates that a manifest names in the given tables, for any target.
fn dependency_names(manifest: &SourceFile, tables: &[&str]) -> Vec<String> {
    let Ok(parsed) = manifest.text.parse::<toml::Table>() else {
        return Vec::new();
    };
    let targets = parsed.get("target").and_then(toml::Value::as_table);
    let per_target = targets.into_iter().flatten().filter_map(|(_, value)| value.as_table());
    per_target
        .chain([&parsed])
        .flat_map(|scope| tables.iter().filter_map(|table| scope.get(*table)?.as_table()))
        .flatten()
        .map(|(key, value)| {
            let renamed = value.get("package").and_then(toml::Value::as_str);
            renamed.unwrap_or(key).to_owned()
        })
        .collect()
}

/// Checks that a crate is named after its folder, and that a module has the same name in its code.
pub(super) fn names(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for manifest in tree.ending(&["/Cargo.toml"]) {
        let folder = manifest.path.trim_end_matches("/Cargo.toml");
        let Some(name) = folder.strip_prefix("modules/") else {
            continue;
        };
        let expected = format!("name = \"sparkyard-{name}\"");
        if !manifest.text.contains(&expected) {
            let reason = format!("the crate in {folder} must say {expected}");
            findings.push(Finding::new(&manifest.path, manifest.line_of("name ="), reason));
        }
        let constant = format!("const NAME: &'static str = \"{name}\"");
        let sources = format!("{folder}/src/");
        if !tree
            .files
            .iter()
            .any(|file| file.path.starts_with(&sources) && file.text.contains(&constant))
        {
            let reason = format!("the module in {folder} must say {constant}");
            findings.push(Finding::new(&format!("{sources}lib.rs"), 1, reason));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    fn manifest(name: &str, rest: &str) -> String {
        format!("[package]\nname = \"{name}\"\n\n{rest}")
    }

    #[test]
    fn forbidden_dependencies_are_reported() {
        let kernel = "[dependencies]\nsparkyard-kernel.workspace = true\n";
        let skills = "[dependencies]\nsparkyard-skills.workspace = true\n";
        let renamed = "[dependencies]\nrooms = { package = \"sparkyard-skills\", path = \"x\" }\n";
        let app = "[dependencies]\nsparkyard.workspace = true\n";
        let in_tests = "[dev-dependencies]\nsparkyard-skills.workspace = true\n";
        let on_unix = "[target.'cfg(unix)'.dependencies]\nsparkyard-skills.workspace = true\n";
        let rows = [
            ("modules/wallet", kernel, false),
            ("modules/wallet", skills, true),
            ("modules/wallet", renamed, true),
            ("modules/wallet", app, true),
            ("modules/wallet", on_unix, true),
            ("modules/wallet", in_tests, false),
            ("core/kernel", skills, true),
            ("core/kernel", in_tests, true),
            ("core/db", kernel, false),
            ("core/testkit", app, false),
            ("core/app", skills, false),
            ("xtask", skills, false),
        ];
        for (folder, dependencies_table, violates) in rows {
            let path = format!("{folder}/Cargo.toml");
            let text = manifest("any", dependencies_table);
            let found = check(
                dependencies,
                &[("modules/skills/Cargo.toml", &manifest("sparkyard-skills", "")), (&path, &text)],
            );
            let expected = if violates { vec![(path.clone(), 5)] } else { vec![] };
            assert_eq!(found, expected, "{folder}: {dependencies_table}");
        }
    }

    #[test]
    fn differing_names_are_reported() {
        let code = "//! Chat.\nconst NAME: &'static str = \"chat\";\n";
        let rows = [
            ("sparkyard-chat", code, 0),
            ("sparkyard-talk", code, 1),
            ("sparkyard-chat", "//! Chat.\nconst NAME: &'static str = \"talk\";\n", 1),
        ];
        for (name, code, violations) in rows {
            let found = check(
                names,
                &[
                    ("modules/chat/Cargo.toml", &manifest(name, "")),
                    ("modules/chat/src/lib.rs", code),
                ],
            );
            assert_eq!(found.len(), violations, "{name}: {code}");
        }
    }
}
