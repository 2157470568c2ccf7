//! Port through which other modules send live news to members.

use std::sync::Arc;

use sparkyard_kernel::{
    Clock, UserId,
    db::Fragment,
    ports::{Live, LiveNews},
};

use crate::{model::live::as_sent, service::live::StreamRegistry, store::NotificationStore};

/// Implements [`Live`] with the event streams of this module.
pub(crate) struct LivePort {
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) streams: Arc<StreamRegistry>,
}

impl Live for LivePort {
    fn publish(&self, to: &UserId, news: &LiveNews) -> Fragment {
        NotificationStore::live_event(to, news, self.clock.now())
    }

    fn send_ephemeral(&self, to: &UserId, news: &LiveNews) {
        self.streams.send_ephemeral(to, &as_sent(news));
    }
}
