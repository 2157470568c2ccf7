//! What the host asks of whoever keeps files.

use std::sync::Arc;

use poem::endpoint::BoxEndpoint;
use sparkyard_kernel::{HeldFiles, Job, ports::Files};

/// The port [`Files`], and what the host does with it besides.
pub trait FileService: Files {
    /// Hands public files to everyone, by their names.
    fn public(self: Arc<Self>) -> BoxEndpoint<'static>;
    /// The job that deletes what is named in none of `holders`.
    fn clean_up(self: Arc<Self>, holders: Vec<HeldFiles>) -> Job;
}
