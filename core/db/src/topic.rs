//! What kinds of events there are.

use std::{fmt, marker::PhantomData};

/// A kind of event: what it is called, and the type of what it says.
pub struct Topic<P> {
    name: &'static str,
    payload: PhantomData<fn() -> P>,
}

impl<P> Topic<P> {
    /// The events called `name`, which is `module.what_happened`.
    pub const fn new(name: &'static str) -> Self {
        Self { name, payload: PhantomData }
    }

    /// What they are called.
    pub const fn name(self) -> &'static str {
        self.name
    }
}

impl<P> Clone for Topic<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Topic<P> {}

impl<P> fmt::Debug for Topic<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
