use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use super::short_name;
use crate::ApiError;

/// A port that a module needs for a port of its own: taken in
/// [`Module::provide`](crate::Module::provide), when not every port is on offer yet, and filled in
/// [`Module::finish`](crate::Module::finish). Clones share what it is filled with.
pub struct PortHandle<P: ?Sized>(Arc<OnceLock<Arc<P>>>);

impl<P: ?Sized> PortHandle<P> {
    /// Fills it; once is enough, and whatever comes later is ignored.
    pub fn fill(&self, port: &Arc<P>) {
        self.0.get_or_init(|| port.clone());
    }

    /// The port; an internal error before it is filled.
    pub fn get(&self) -> Result<&Arc<P>, ApiError> {
        let port = short_name::<P>();
        let missing = || ApiError::internal(format!("the port {port} was asked before the start"));
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
    fn what_one_clone_is_filled_with_all_of_them_have() {
        let handle = PortHandle::<str>::default();
        let other = handle.clone();
        assert!(other.get().is_err());
        handle.fill(&Arc::from("port"));
        handle.fill(&Arc::from("another"));
        assert_eq!(&**other.get().unwrap(), "port");
    }
}
