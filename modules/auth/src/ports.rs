//! Implementations of the ports that this module offers.

mod accounts;
mod authenticator;
mod sign_ins;

pub(crate) use self::{
    accounts::AccountsPort, authenticator::AuthenticatorPort, sign_ins::SignInsPort,
};
