//! The wallet: its ledger through the port that bookings use, the rest through HTTP.

mod ledger;
mod proof;
mod store;
mod till;
