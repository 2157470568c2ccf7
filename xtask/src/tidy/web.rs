//! Rules about the web client's code.

use super::Finding;
use super::source::{SourceFile, Tree};

/// What switches tests off, or all but one.
const SWITCHES: &[&str] = &[".only(", ".skip(", ".fixme(", ".todo("];

/// Where generated types are made into calls.
const API: &str = "web/src/lib/api/";

/// Every test runs.
pub(super) fn focused_tests(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.ending(&[".ts", ".tsx"]).filter(|file| is_test(file)) {
        for (number, line) in file.lines() {
            if let Some(switch) = SWITCHES.iter().find(|switch| line.contains(**switch)) {
                let reason = format!("`{switch}…)` keeps tests from running");
                findings.push(Finding::new(&file.path, number, reason));
            }
        }
    }
    findings
}

fn is_test(file: &SourceFile) -> bool {
    let path = &file.path;
    path.starts_with("web/")
        && (path.contains(".test.") || path.contains(".spec.") || path.starts_with("web/e2e/"))
}

/// Requests and responses are generated from the contract, never typed by hand.
pub(super) fn handwritten_types(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.ending(&[".ts", ".tsx"]) {
        if !file.path.starts_with("web/src/") || file.path.starts_with(API) {
            continue;
        }
        for (number, line) in file.lines() {
            if let Some(name) = declared_type(line)
                && (name.ends_with("Request") || name.ends_with("Response"))
            {
                let reason = format!("`{name}` is written by hand: use the types in {API}");
                findings.push(Finding::new(&file.path, number, reason));
            }
        }
    }
    findings
}

/// The name that a line declares by `type` or `interface`.
fn declared_type(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix("export ").unwrap_or(line);
    let line = line.strip_prefix("declare ").unwrap_or(line);
    let rest = line.strip_prefix("type ").or_else(|| line.strip_prefix("interface "))?;
    let end = rest.find(|mark: char| !mark.is_alphanumeric() && mark != '_');
    Some(&rest[..end.unwrap_or(rest.len())])
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn switched_off_tests_are_refused() {
        let rows = [
            ("web/src/app/shell.test.tsx", "\nit.only('works', () => {})", true),
            ("web/e2e/main-job.spec.ts", "\ntest.describe.skip('x', () => {})", true),
            ("web/e2e/people.ts", "\ntest.fixme('x')", true),
            ("web/src/app/shell.tsx", "\nlist.skip(1)", false),
            ("web/src/app/shell.test.tsx", "\nit('works', () => {})", false),
        ];
        for (path, code, breach) in rows {
            let expected = if breach { vec![(path.to_owned(), 2)] } else { vec![] };
            assert_eq!(check(focused_tests, &[(path, code)]), expected, "{path}: {code}");
        }
    }

    #[test]
    fn the_contract_is_not_typed_by_hand() {
        let rows = [
            ("web/src/features/auth/api.ts", "export interface LoginRequest {", true),
            ("web/src/features/auth/api.ts", "type LoginResponse<T> = {}", true),
            ("web/src/features/auth/api.ts", "type RequestState = 'idle'", false),
            ("web/src/features/auth/api.ts", "import type { LoginRequest } from 'x'", false),
            ("web/src/lib/api/client.ts", "export type LoginRequest = X", false),
        ];
        for (path, code, breach) in rows {
            let expected = if breach { vec![(path.to_owned(), 1)] } else { vec![] };
            assert_eq!(check(handwritten_types, &[(path, code)]), expected, "{path}: {code}");
        }
    }
}
