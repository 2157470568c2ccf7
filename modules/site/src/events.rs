//! Event consumer: in a demo, stores every outgoing email.

use std::sync::Arc;

use anyhow::anyhow;
use sparkyard_kernel::{
    ApiError, event_handler,
    events::core::{MAIL, MAIL_TO_MANY},
};

use crate::service::SiteService;

pub(crate) struct SiteEvents(pub(crate) Arc<SiteService>);

event_handler! { SiteEvents(self, event):
    MAIL | MAIL_TO_MANY as mail => async {
        let kept = self.0.keep(&event.id, &mail, event.at).await;
        kept.map_err(|error| anyhow!("{:?}", ApiError::from(error)))
    },
}
