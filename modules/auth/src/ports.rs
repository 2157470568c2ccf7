//! Implementations of the ports that this module offers.

mod accounts;
mod authenticator;
mod sign_ins;
mod step_up;

pub(crate) use self::{
    accounts::AccountsPort, authenticator::AuthenticatorPort, sign_ins::SignInsPort,
    step_up::StepUpPort,
};
