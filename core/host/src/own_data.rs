//! Rules by which the modules give a member their own data.

use std::sync::OnceLock;

use sparkyard_kernel::{own_rows::OwnRows, ports::OwnData};

/// The rules, known once all modules are finished.
#[derive(Debug, Default)]
pub(crate) struct ModulesOwnData {
    rules: OnceLock<Vec<OwnRows>>,
}

impl ModulesOwnData {
    /// Takes the rules of all modules; a second call changes nothing.
    pub(crate) fn take(&self, mut rules: Vec<OwnRows>) {
        self.rules.get_or_init(|| {
            rules.sort_unstable_by_key(|rule| rule.what);
            rules
        });
    }
}

impl OwnData for ModulesOwnData {
    fn all(&self) -> Vec<OwnRows> {
        self.rules.get().cloned().unwrap_or_default()
    }
}
