//! `cargo xtask tidy`: project rules that neither the compiler nor a linter checks, applied to
//! every file that git tracks or would add.

mod crates;
mod layers;
mod layout;
mod migrations;
mod rust;
mod source;
mod text;
mod tokens;

use anyhow::{Result, bail};

use crate::project::Project;
use source::Tree;

/// A violation of a rule.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    path: String,
    /// Line number, from 1.
    line: usize,
    reason: String,
}

impl Finding {
    fn new(path: &str, line: usize, reason: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, reason: reason.into() }
    }
}

struct Check {
    name: &'static str,
    run: fn(&Tree) -> Vec<Finding>,
}

const CHECKS: &[Check] = &[
    Check { name: "dependencies", run: crates::dependencies },
    Check { name: "crate-names", run: crates::names },
    Check { name: "top-level", run: layout::top_level },
    Check { name: "file-names", run: layout::file_names },
    Check { name: "file-sizes", run: layout::file_sizes },
    Check { name: "features", run: layout::features },
    Check { name: "module-layout", run: layers::module_layout },
    Check { name: "layers", run: layers::one_way },
    Check { name: "migrations", run: migrations::numbered },
    Check { name: "surrealql", run: rust::queries },
    Check { name: "forbidden-text", run: text::forbidden_text },
    Check { name: "registries", run: text::registries },
];

/// Checks every rule and prints each violation as `file:line: reason (rule)`.
///
/// # Errors
/// When there is a violation, git cannot list the files, or one cannot be read.
pub(crate) fn run(project: &Project) -> Result<()> {
    let tree = Tree::of_project(project)?;
    let mut count = 0;
    for check in CHECKS {
        let mut findings = (check.run)(&tree);
        findings.sort();
        for Finding { path, line, reason } in &findings {
            println!("{path}:{line}: {reason} ({})", check.name);
        }
        count += findings.len();
    }
    match count {
        0 => {
            println!("    {} rules hold in {} files.", CHECKS.len(), tree.files.len());
            Ok(())
        }
        1 => bail!("1 violation of the project rules"),
        _ => bail!("{count} violations of the project rules"),
    }
}

/// Runs one check over files given as text, for tests of the rules.
#[cfg(test)]
fn check(run: fn(&Tree) -> Vec<Finding>, files: &[(&str, &str)]) -> Vec<(String, usize)> {
    let mut findings = run(&Tree::of(files));
    findings.sort();
    findings.into_iter().map(|finding| (finding.path, finding.line)).collect()
}
