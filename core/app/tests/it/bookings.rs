//! Bookings with money in them, across skills, wallet, bookings and accounts.

mod market;
mod modes;
mod money;
mod rivals;
mod table;
mod thread;
