//! What the official open data says: the layouts of its files, and what is read of them.

mod batch;
mod layout;
mod national_grid;

use sparkyard_kernel::Timestamp;

pub(crate) use self::{
    batch::{Batch, Position},
    layout::Layout,
};

/// An import that can be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Imported {
    pub(crate) layout: Layout,
    pub(crate) generation: i64,
    pub(crate) names: i64,
    pub(crate) postcodes: i64,
    pub(crate) at: Timestamp,
}

/// An import that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pending {
    pub(crate) generation: i64,
    /// How far an earlier attempt came.
    pub(crate) done: Option<Position>,
}
