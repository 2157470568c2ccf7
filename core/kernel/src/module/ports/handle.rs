use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use super::short_name;
use crate::ApiError;

/// A port resolved late: taken in [`Module::provide`](crate::Module::provide), before all ports are
/// offered, and filled in [`Module::finish`](crate::Module::finish). Clones share the filled port.
pub struct PortHandle<P: ?Sized>(Arc<OnceLock<Arc<P>>>);

impl<P: ?Sized> PortHandle<P> {
    /// Fills the handle; later calls are ignored.
    pub fn fill(&self, port: &Arc<P>) {
        self.0.get_or_init(|| port.clone());
    }

    /// Returns the port if the handle was filled; for a port that may be missing.
    pub fn filled(&self) -> Option<&Arc<P>> {
        self.0.get()
    }

    /// Returns the port; an internal error before it is filled.
    pub fn get(&self) -> Result<&Arc<P>, ApiError> {
        let port = short_name::<P>();
        let missing = || ApiError::internal(format!("the port {port} was used before the start"));
        self.0.get().ok_or_else(missing)
    }
}

impl<P: ?Sized> Default for PortHandle<P> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<P: ?Sized> Clone for PortHandle<P> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<P: ?Sized> fmt::Debug for PortHandle<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let port = short_name::<P>();
        f.debug_struct("PortHandle").field("port", &port).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_the_filled_port() {
        let handle = PortHandle::<str>::default();
        let other = handle.clone();
        assert!(other.get().is_err() && other.filled().is_none());
        handle.fill(&Arc::from("port"));
        handle.fill(&Arc::from("another"));
        assert_eq!(&**other.get().unwrap(), "port");
        assert!(other.filled().is_some());
    }
}
