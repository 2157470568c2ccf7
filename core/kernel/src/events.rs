//! Everything that is made known between modules: one file for each module that tells, with the
//! name and the payload of each of its events.

pub mod auth;
pub mod bookings;
pub mod chat;
pub mod core;
pub mod explore;
pub mod kyc;
pub mod moderation;
pub mod skills;
pub mod wallet;
