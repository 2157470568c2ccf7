//! Skills through HTTP: adding, changing, finding, approval.

mod adding;
mod approval;
mod changing;
mod finding;
mod sample;
mod store;
