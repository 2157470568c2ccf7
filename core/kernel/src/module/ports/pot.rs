use sparkyard_db::{Fragment, Timestamp, Write};

use crate::{
    ApiError, ItemId, Sparks, UserId,
    events::timebank::{GIVEN, SparksGiven},
};

/// Sparks to be granted from the community's pot.
#[derive(Clone, Debug)]
pub struct PotGrant {
    /// Id of the gift, unique among all gifts.
    pub id: ItemId,
    /// Member who receives the sparks.
    pub receiver: UserId,
    /// Admin who grants them.
    pub granted_by: UserId,
    /// Amount, more than zero.
    pub amount: Sparks,
    /// Reason, one line, as the receiver reads it.
    pub reason: String,
    /// Time of the grant.
    pub at: Timestamp,
}

/// A prepared grant, to be added to a write.
#[derive(Clone, Debug)]
pub struct PreparedGrant {
    /// Calls that move the sparks and store the grant.
    pub calls: Vec<Fragment>,
    /// Name under which writes of the pot wait for each other.
    pub queue: &'static str,
    /// Id, time and content of the event to the receiver.
    pub event: (ItemId, Timestamp, SparksGiven),
}

impl PreparedGrant {
    /// Adds the grant to `write`, which then fails with
    /// [`INSUFFICIENT_FUNDS`](super::INSUFFICIENT_FUNDS) if the pot holds less.
    pub fn within(self, write: Write<'_>) -> Write<'_> {
        let (id, at, given) = self.event;
        let write = write.calls(self.calls).queued(self.queue.to_owned());
        write.publish(GIVEN, id.to_string(), at, given)
    }
}

/// The pot of the community. Offered by timebank.
pub trait Pot: Send + Sync + 'static {
    /// Checks whether the community uses sparks.
    fn is_used(&self) -> bool;

    /// Prepares a grant to a member in good standing. Fails for a community without sparks, and for
    /// a grant to oneself. A grant whose id was used before cannot be written.
    fn grant(&self, grant: PotGrant) -> Result<PreparedGrant, ApiError>;
}
