use surrealdb::types::{SurrealValue, Value};

use crate::RuleViolation;

/// A call to a database function of one module, to be run inside another module's [`Write`].
///
/// Through it the effect of a port joins the caller's transaction. The function is defined in the
/// schema of the offering module, whose tables the caller never sees. An error thrown there rolls
/// back the whole write and is returned as one of `violations`.
///
/// [`Write`]: crate::Write
#[derive(Clone, Debug)]
pub struct Fragment {
    pub(crate) function: &'static str,
    pub(crate) args: Vec<Value>,
    pub(crate) violations: &'static [RuleViolation],
    pub(crate) wakes: Option<String>,
}

impl Fragment {
    /// Creates a call of `function` (its full name, `fn::wallet::hold`), which may throw only the
    /// codes in `violations`.
    pub fn new(function: &'static str, violations: &'static [RuleViolation]) -> Self {
        Self { function, args: Vec::new(), violations, wakes: None }
    }

    /// Adds the next positional argument.
    #[must_use]
    pub fn arg(mut self, value: impl SurrealValue) -> Self {
        self.args.push(value.into_value());
        self
    }

    /// Wakes those that [wait for](crate::Db::wait_for) `name` after the commit.
    #[must_use]
    pub fn wakes(mut self, name: String) -> Self {
        self.wakes = Some(name);
        self
    }
}
