//! Official open data: layouts of the files, and their contents.

mod batch;
mod layout;
mod national_grid;

use sparkyard_kernel::Timestamp;

pub(crate) use self::{
    batch::{Batch, Position},
    layout::Layout,
};

/// A complete import that is in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Imported {
    pub(crate) layout: Layout,
    pub(crate) generation: i64,
    pub(crate) names: i64,
    pub(crate) postcodes: i64,
    pub(crate) at: Timestamp,
}

/// An import in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pending {
    pub(crate) generation: i64,
    /// Position that an earlier attempt reached.
    pub(crate) done: Option<Position>,
}
