//! Events of messages from the contact page.

use sparkyard_db::Topic;
use surrealdb::types::SurrealValue;

use crate::ItemId;

/// Somebody has written by the contact page and waits for an answer.
pub const CONTACTED: Topic<ContactEvent> = Topic::new("site.contacted");
/// Staff have answered or closed a message from the contact page.
pub const CONTACT_CLOSED: Topic<ContactEvent> = Topic::new("site.contact_closed");

/// Payload of [`CONTACTED`] and [`CONTACT_CLOSED`]. Has no name and no address, so that events do
/// not outlive the message with them.
#[derive(Clone, Debug, SurrealValue)]
pub struct ContactEvent {
    /// Id of the message.
    pub message_id: ItemId,
}
