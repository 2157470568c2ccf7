/// State of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Accepts reads and writes.
    Ready,
    /// The disk is nearly full. Accepts reads, and only writes that may use the reserved space
    /// ([`Write::from_reserve`](crate::Write::from_reserve)).
    Full,
    /// The disk failed a write, for the reason given. Accepts reads only, until the disk works and
    /// the database has been reopened.
    Failed(String),
    /// Accepts nothing any more, for the reason given: it was closed, or it could not be reopened
    /// and the process has to be restarted.
    Closed(String),
}

impl Condition {
    /// Checks whether every write is accepted.
    pub fn is_ready(&self) -> bool {
        matches!(self, Self::Ready)
    }
}
