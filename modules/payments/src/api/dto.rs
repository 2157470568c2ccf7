//! Request and response bodies.

pub(crate) mod billing;
pub(crate) mod connect;
