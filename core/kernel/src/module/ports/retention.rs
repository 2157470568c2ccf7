use crate::job::Retention;

/// Rules by which the installed modules and the host delete data. Offered by the host.
pub trait Retentions: Send + Sync + 'static {
    /// Returns all rules of the jobs of this server, ordered by the name of the data; none before
    /// the server is built.
    fn all(&self) -> Vec<Retention>;
}
