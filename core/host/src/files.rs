//! Requirements of the host on the file store.

use std::sync::Arc;

use poem::endpoint::BoxEndpoint;
use sparkyard_kernel::{HeldFiles, Job, ports::Files};

/// The port [`Files`], and the further operations that the host needs.
pub trait FileService: Files {
    /// Returns an endpoint that serves public files to everyone, by name.
    fn public(self: Arc<Self>) -> BoxEndpoint<'static>;
    /// Returns the job that deletes files to which none of `holders` refers.
    fn clean_up(self: Arc<Self>, holders: Vec<HeldFiles>) -> Job;
}
