//! Rate limits of operations that are called without an access token.

/// Rate limit that a call draws on. Each class has its own limit in the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateClass {
    /// Password attempts.
    SignIn,
    /// Operations that send mail.
    Mail,
    /// Other operations on accounts, including reads.
    Account,
    /// Events that another service reports, signed by it.
    Webhook,
    /// Any other write.
    Anonymous,
}

/// Rate class of an operation, set by its module. By default, writes are [`RateClass::Anonymous`]
/// and reads are unlimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedPath {
    /// Path in the API document; with a trailing `/`, all paths below it. The longest match
    /// applies.
    pub path: &'static str,
    /// Class of the matching operations.
    pub class: RateClass,
}

impl RatedPath {
    /// Creates a rule; `const` for the tables of modules.
    pub const fn new(path: &'static str, class: RateClass) -> Self {
        Self { path, class }
    }

    /// Checks whether the rule applies to `path`.
    pub fn covers(&self, path: &str) -> bool {
        path == self.path || (self.path.ends_with('/') && path.starts_with(self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailing_slash_covers_paths_below() {
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
