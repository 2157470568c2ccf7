use crate::leaving::{Erasure, Obstacle};

/// Declarations of the modules about members who delete their account. Offered by the host.
pub trait Departures: Send + Sync + 'static {
    /// Returns the reasons for which a member cannot leave yet, of the modules that are switched on.
    fn obstacles(&self) -> &[Obstacle];

    /// Returns the calls of all modules in the write that deletes an account.
    fn close(&self) -> &[&'static str];

    /// Returns the rules by which rows are erased afterwards, of all modules and of the host.
    fn erasures(&self) -> &[Erasure];
}
