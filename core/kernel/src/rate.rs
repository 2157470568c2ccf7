//! How often operations may be called by somebody who has no access token.

/// What such a call draws on. Each has an allowance of its own in the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateClass {
    /// Trying a password.
    SignIn,
    /// Sending a mail to anybody.
    Mail,
    /// Anything else around accounts, also looking.
    Account,
    /// Any other change.
    Anonymous,
}

/// What a module says about operations of its own. Where nothing is said, changes are
/// [`RateClass::Anonymous`] and looking is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedPath {
    /// A path of the document, or, ended by `/`, all below it. The longest that fits counts.
    pub path: &'static str,
    /// What it draws on.
    pub class: RateClass,
}

impl RatedPath {
    /// For the tables of modules.
    pub const fn new(path: &'static str, class: RateClass) -> Self {
        Self { path, class }
    }

    /// Whether it says something about `path`.
    pub fn covers(&self, path: &str) -> bool {
        path == self.path || (self.path.ends_with('/') && path.starts_with(self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_covers_itself_and_a_folder_what_is_below() {
        let rows = [
            ("/api/auth/login", "/api/auth/login", true),
            ("/api/auth/login", "/api/auth/login/again", false),
            ("/api/auth/", "/api/auth/login", true),
            ("/api/auth/", "/api/authors", false),
        ];
        for (rated, path, expected) in rows {
            assert_eq!(RatedPath::new(rated, RateClass::Account).covers(path), expected, "{path}");
        }
    }
}
