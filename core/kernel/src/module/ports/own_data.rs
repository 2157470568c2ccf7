use crate::own_rows::OwnRows;

/// Rules by which the installed modules give a member their own data. Offered by the host.
pub trait OwnData: Send + Sync + 'static {
    /// Returns the rules of all modules of this server, ordered by name; none before the server is
    /// built.
    fn all(&self) -> Vec<OwnRows>;
}
