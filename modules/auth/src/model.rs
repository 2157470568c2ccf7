//! Accounts, their sessions and the rules that need no database.

pub(crate) mod account;
pub(crate) mod agreement;
pub(crate) mod cookie;
pub(crate) mod device;
pub(crate) mod email;
pub(crate) mod password_rules;
pub(crate) mod second_factor;
pub(crate) mod session;
pub(crate) mod sign_up;
pub(crate) mod social;
