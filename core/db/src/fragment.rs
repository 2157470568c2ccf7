use surrealdb::types::{SurrealValue, Value};

use crate::Refusal;

/// A call to a database function of one module, to be run inside another module's [`Write`].
///
/// This is how a port's effect joins somebody else's transaction: the function is defined in
/// the offering module's schema, the caller never sees its tables, and whatever it throws
/// rolls the whole write back and comes out as one of `refusals`.
///
/// [`Write`]: crate::Write
#[derive(Clone, Debug)]
pub struct Fragment {
    pub(crate) function: &'static str,
    pub(crate) args: Vec<Value>,
    pub(crate) refusals: &'static [Refusal],
    pub(crate) wakes: Option<String>,
}

impl Fragment {
    /// A call of `function` (its full name, `fn::wallet::hold`), which may throw only the codes
    /// listed in `refusals`.
    pub fn new(function: &'static str, refusals: &'static [Refusal]) -> Self {
        Self { function, args: Vec::new(), refusals, wakes: None }
    }

    /// Adds the next positional argument.
    #[must_use]
    pub fn arg(mut self, value: impl SurrealValue) -> Self {
        self.args.push(value.into_value());
        self
    }

    /// Wakes those that [wait for](crate::Db::wait_for) `name` once it has been committed.
    #[must_use]
    pub fn wakes(mut self, name: String) -> Self {
        self.wakes = Some(name);
        self
    }
}
