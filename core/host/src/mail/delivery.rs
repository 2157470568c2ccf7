use std::{sync::Arc, time::Duration};

use anyhow::anyhow;
use async_trait::async_trait;
use sparkyard_kernel::{
    Clock, Event, EventHandler,
    events::core::MAIL,
    ports::{MailChoices, MailMessage, Mails},
};
use tracing::warn;

use super::{Letter, MailError, Mailer};

/// A mail that the server will not take is tried for this long, then given up. One that found no
/// server is tried until there is one.
const PATIENCE: Duration = Duration::from_hours(4 * 24);

/// Delivers the mails that modules publish.
pub(crate) struct MailDelivery {
    mails: Arc<dyn Mails>,
    choices: Option<Arc<dyn MailChoices>>,
    mailer: Arc<dyn Mailer>,
    clock: Arc<dyn Clock>,
}

impl MailDelivery {
    pub(crate) fn new(
        mails: Arc<dyn Mails>,
        choices: Option<Arc<dyn MailChoices>>,
        mailer: Arc<dyn Mailer>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { mails, choices, mailer, clock }
    }

    /// Whether the receiver wants it by the time it is sent.
    async fn is_wanted(&self, mail: &MailMessage) -> anyhow::Result<bool> {
        match (&self.choices, &mail.optional) {
            (Some(choices), Some(optional)) => {
                choices.wants(optional).await.map_err(|error| anyhow!("{error:?}"))
            }
            _ => Ok(true),
        }
    }

    async fn send(&self, event: &Event) -> Result<(), MailError> {
        let unreadable = |cause: anyhow::Error| MailError::Refused(format!("unreadable: {cause}"));
        let mail = event.read(MAIL).map_err(unreadable)?;
        if !self.is_wanted(&mail).await.map_err(unreadable)? {
            return Ok(());
        }
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
