//! Event consumer: notes who joined and which skills became visible, compares saved searches with new
//! skills and needs, notes which needs are arranged by a booking, and gives up the places of members who cannot come to events any more.

use std::sync::Arc;

use sparkyard_kernel::{
    event_handler,
    events::{
        auth::{DELETED, REGISTERED, SUSPENDED},
        bookings::{CANCELLED, REJECTED, REQUESTED},
        community::NEED_POSTED,
        skills::PUBLISHED,
    },
};

use crate::service::CommunityService;

pub(crate) struct CommunityEvents(pub(crate) Arc<CommunityService>);

event_handler! { CommunityEvents(self, event):
    REGISTERED as member => self.0.arrived(&member.user_id, None, event.at),
    DELETED as gone => self.0.give_up_places(&gone.user_id),
    SUSPENDED as gone => self.0.give_up_places(&gone.user_id),
    PUBLISHED as skill => self.0.skill_published(&skill, event.at),
    NEED_POSTED as posted => self.0.need_posted(&posted),
    REQUESTED as booking => self.0.booked(&booking, event.at),
    REJECTED as booking => self.0.booking_ended(&booking, event.at),
    CANCELLED as booking => self.0.booking_ended(&booking, event.at),
}
