/// How the database is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It takes reads and writes.
    Ready,
    /// The disk is nearly full: it takes reads, and only those writes that may draw on the space
    /// kept back for them ([`Write::from_reserve`](crate::Write::from_reserve)).
    Full,
    /// The disk refused a write, for the reason given: it takes reads only, until the disk works
    /// and the database has been opened anew.
    Failed(String),
    /// It takes nothing any more, for the reason given: we closed it, or it could not be opened
    /// anew and the process has to be started again.
    Closed(String),
}

impl Condition {
    /// Whether it takes any write.
    pub fn is_ready(&self) -> bool {
        matches!(self, Self::Ready)
    }
}
