//! Identity documents through HTTP: handing in, reading, deciding, keeping.

#![expect(clippy::expect_used, reason = "what goes wrong here is a failed test")]

mod deciding;
mod handing_in;
mod keeping;
mod reading;
mod sample;
mod store;
