//! Rule for migrations: numbered 0001, 0002 and so on without gaps, in each crate.

use std::collections::BTreeMap;

use super::Finding;
use super::source::Tree;

/// Checks the names of all files in `schema/` folders.
pub(super) fn numbered(tree: &Tree) -> Vec<Finding> {
    let mut next: BTreeMap<&str, usize> = BTreeMap::new();
    let mut findings = Vec::new();
    // Files are sorted by path, so numbers rise within a folder.
    for file in &tree.files {
        let Some((owner, name)) = file.path.split_once("/schema/") else {
            continue;
        };
        if !["core/", "modules/"].iter().any(|part| owner.starts_with(part)) {
            continue;
        }
        let expected = next.entry(owner).or_insert(1);
        if number(name) != Some(*expected) {
            let reason = format!("the next migration must be called {expected:04}_name.surql");
            findings.push(Finding::new(&file.path, 1, reason));
        }
        *expected += 1;
    }
    findings
}

/// Returns the number of a well-formed name such as `0001_users.surql`.
fn number(name: &str) -> Option<usize> {
    let (digits, words) = name.strip_suffix(".surql")?.split_once('_')?;
    let words_are_plain = !words.is_empty()
        && words
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'_' || byte.is_ascii_digit());
    let digits_are_four = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    (words_are_plain && digits_are_four).then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;

    #[test]
    fn gaps_duplicates_and_bad_names_are_reported() {
        let rows: [(&[&str], &[&str]); 6] = [
            (&["0001_users.surql", "0002_codes.surql"], &[]),
            (&["0001_users.surql", "0003_codes.surql"], &["0003_codes.surql"]),
            (&["0001_a.surql", "0001_b.surql"], &["0001_b.surql"]),
            (&["0002_users.surql"], &["0002_users.surql"]),
            (&["1_users.surql"], &["1_users.surql"]),
            (&["0001_users.sql"], &["0001_users.sql"]),
        ];
        for (names, expected) in rows {
            let path = |name: &&str| format!("modules/auth/schema/{name}");
            let paths: Vec<_> = names.iter().map(path).collect();
            let files: Vec<_> = paths.iter().map(|path| (path.as_str(), "")).collect();
            let found: Vec<_> = check(numbered, &files).into_iter().map(|(path, _)| path).collect();
            assert_eq!(found, expected.iter().map(path).collect::<Vec<_>>(), "{names:?}");
        }
    }

    #[test]
    fn each_crate_has_its_own_numbers() {
        let files = [
            ("core/db/schema/0001_outbox.surql", ""),
            ("modules/auth/schema/0001_users.surql", ""),
        ];
        assert_eq!(check(numbered, &files), []);
    }
}
