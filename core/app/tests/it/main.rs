//! The whole product: through HTTP in process, and as the real binary on a real disk.

mod binary;
mod bookings;
mod kill;
mod operations;
mod people;
mod served;
