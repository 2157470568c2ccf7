//! Events published between modules: one file per publishing module, with the name and the payload
//! of each event.

pub mod auth;
pub mod bookings;
pub mod chat;
pub mod community;
pub mod core;
pub mod delegation;
pub mod explore;
pub mod imports;
pub mod kyc;
pub mod moderation;
pub mod payments;
pub mod payouts;
pub mod settings;
pub mod site;
pub mod skills;
pub mod timebank;
pub mod vetting;
pub mod wallet;
