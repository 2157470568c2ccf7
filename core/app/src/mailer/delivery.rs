use std::{sync::Arc, time::Duration};

use anyhow::anyhow;
use async_trait::async_trait;
use sparkyard_kernel::{
    Clock, Event, EventHandler,
    ports::{MailMessage, Mails},
};
use tracing::warn;

use super::{Letter, MailError, Mailer};

/// A mail that the server will not take is tried for this long, then given up. One that found no
/// server is tried until there is one.
const PATIENCE: Duration = Duration::from_hours(4 * 24);

/// Delivers the mails that modules publish.
pub(crate) struct MailDelivery {
    mails: Arc<dyn Mails>,
    mailer: Arc<dyn Mailer>,
    clock: Arc<dyn Clock>,
}

impl MailDelivery {
    pub(crate) fn new(
        mails: Arc<dyn Mails>,
        mailer: Arc<dyn Mailer>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { mails, mailer, clock }
    }

    async fn send(&self, event: &Event) -> Result<(), MailError> {
        let unreadable = |cause: anyhow::Error| MailError::Refused(format!("unreadable: {cause}"));
        let mail: MailMessage = event.read().map_err(unreadable)?;
        let words = self.mails.render(&mail).map_err(|error| unreadable(anyhow!("{error:?}")))?;
        self.mailer.send(&Letter::new(&event.id, &mail.to, event.at, words)).await
    }
}

#[async_trait]
impl EventHandler for MailDelivery {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        match self.send(event).await {
            Err(MailError::Refused(cause)) if self.clock.now() > event.at + PATIENCE => {
                warn!(mail = event.id, "given up: {cause}");
                Ok(())
            }
            outcome => Ok(outcome?),
        }
    }
}
