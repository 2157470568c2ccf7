//! Typed event names.

use std::{fmt, marker::PhantomData};

/// Name of an event and the type of its payload.
pub struct Topic<P> {
    name: &'static str,
    payload: PhantomData<fn() -> P>,
}

impl<P> Topic<P> {
    /// Creates the topic `name`, in the form `module.what_happened`.
    pub const fn new(name: &'static str) -> Self {
        Self { name, payload: PhantomData }
    }

    /// Returns the name.
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
