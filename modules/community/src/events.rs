//! Event consumer: notes who joined and which skills became visible.

use std::sync::Arc;

use sparkyard_kernel::{
    event_handler,
    events::{auth::REGISTERED, skills::PUBLISHED},
};

use crate::service::CommunityService;

pub(crate) struct CommunityEvents(pub(crate) Arc<CommunityService>);

event_handler! { CommunityEvents(self, event):
    REGISTERED as member => self.0.arrived(&member.user_id, None, event.at),
    PUBLISHED as skill => self.0.arrived(&skill.user_id, Some(&skill.skill_id), event.at),
}
