//! The wallet: its ledger through the port that bookings use, the rest through HTTP.

mod cash_in;
mod funding;
mod history;
mod ledger;
mod payments;
mod proof;
mod store;
mod till;
mod welcome;
