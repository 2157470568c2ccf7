//! Dispatches events to the functions that turn them into notices.

use std::sync::Arc;

use anyhow::anyhow;
use async_trait::async_trait;
use sparkyard_kernel::{
    Event, EventHandler,
    events::{
        auth::{APPLICATION_DECIDED, APPLIED, CLAIMED, REINSTATED, SUSPENDED},
        bookings::{
            ACCEPTED, CALLED_OFF_SAID, CANCELLED, COMPLETED, DISPUTE_ANSWERED, DISPUTED,
            PROPOSAL_DECLINED, PROPOSAL_WITHDRAWN, REJECTED, RELEASED, REQUESTED, RESCHEDULED,
            REVIEWED, START_UNDONE, STARTED, TIME_PROPOSED, VISIT_ASKED,
        },
        chat::MESSAGE_SENT,
        core::RETURNED,
        explore::{FOLLOWED, UNFOLLOWED},
        kyc,
        moderation::{REPORT_DECIDED, REPORTED, SKILL_LET_BACK, SKILL_TAKEN_DOWN},
        skills::{NAME_DECIDED, PUBLISHED, SUGGESTED},
        wallet::LEDGER_DIFFERS,
    },
};

use crate::{
    model::{booking, staff::Case},
    service::{NotificationService, away::AwayService},
};

/// Names of the events that the module listens to.
pub(crate) const NAMES: &[&str] = &[
    REQUESTED.name(),
    ACCEPTED.name(),
    REJECTED.name(),
    CANCELLED.name(),
    STARTED.name(),
    START_UNDONE.name(),
    COMPLETED.name(),
    DISPUTED.name(),
    DISPUTE_ANSWERED.name(),
    RELEASED.name(),
    TIME_PROPOSED.name(),
    PROPOSAL_DECLINED.name(),
    PROPOSAL_WITHDRAWN.name(),
    RESCHEDULED.name(),
    REVIEWED.name(),
    VISIT_ASKED.name(),
    CALLED_OFF_SAID.name(),
    FOLLOWED.name(),
    UNFOLLOWED.name(),
    PUBLISHED.name(),
    SUGGESTED.name(),
    NAME_DECIDED.name(),
    kyc::HANDED_IN.name(),
    kyc::TAKEN_BACK.name(),
    kyc::APPROVED.name(),
    kyc::REJECTED.name(),
    APPLIED.name(),
    APPLICATION_DECIDED.name(),
    SUSPENDED.name(),
    REINSTATED.name(),
    CLAIMED.name(),
    LEDGER_DIFFERS.name(),
    MESSAGE_SENT.name(),
    REPORTED.name(),
    REPORT_DECIDED.name(),
    SKILL_TAKEN_DOWN.name(),
    SKILL_LET_BACK.name(),
    RETURNED.name(),
];

pub(crate) struct NotificationEvents {
    pub(crate) service: Arc<NotificationService>,
    pub(crate) away: Arc<AwayService>,
}

#[async_trait]
impl EventHandler for NotificationEvents {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        let service = &self.service;
        for (topic, usual) in booking::TOPICS {
            if let Some(changed) = event.of(topic)? {
                let Some(kind) = booking::happened(usual, changed.kind) else { return Ok(()) };
                return Ok(service.booking_changed(kind, &changed, event).await?);
            }
        }
        if let Some(answered) = event.of(DISPUTE_ANSWERED)? {
            return Ok(service.dispute_answered(&answered, event).await?);
        }
        if let Some(asked) = event.of(VISIT_ASKED)? {
            return Ok(service.visit_asked(&asked, event).await?);
        }
        if let Some(said) = event.of(CALLED_OFF_SAID)? {
            return Ok(service.called_off_said(&said, event).await?);
        }
        if let Some(review) = event.of(REVIEWED)? {
            return Ok(service.reviewed(&review, event).await?);
        }
        if let Some(followed) = event.of(FOLLOWED)? {
            return Ok(service.followed(followed, event).await?);
        }
        if let Some(unfollowed) = event.of(UNFOLLOWED)? {
            return Ok(service.unfollowed(unfollowed, event).await?);
        }
        if let Some(skill) = event.of(PUBLISHED)? {
            return Ok(service.published(&skill, event).await?);
        }
        if let Some(document) = event.of(kyc::HANDED_IN)? {
            return Ok(service.document_waits(&document, event).await?);
        }
        if let Some(document) = event.of(kyc::TAKEN_BACK)? {
            return Ok(service.work_is_done(&Case::document(&document.document_id)).await?);
        }
        if let Some(skill) = event.of(SUGGESTED)? {
            return Ok(service.skill_waits(&skill, event).await?);
        }
        if let Some(decided) = event.of(NAME_DECIDED)? {
            return Ok(service.skill_decided(&decided, event).await?);
        }
        if let Some(document) = event.of(kyc::APPROVED)? {
            return Ok(service.document_decided(&document, true, event).await?);
        }
        if let Some(document) = event.of(kyc::REJECTED)? {
            return Ok(service.document_decided(&document, false, event).await?);
        }
        self.handle_account(event).await
    }
}

impl NotificationEvents {
    /// Handles events about accounts, the ledger, mail, messages, reports and skills taken down.
    async fn handle_account(&self, event: &Event) -> anyhow::Result<()> {
        let service = &self.service;
        if let Some(applied) = event.of(APPLIED)? {
            return Ok(service.applicant_waits(&applied, event).await?);
        }
        if let Some(decided) = event.of(APPLICATION_DECIDED)? {
            return Ok(service.work_is_done(&Case::applicant(&decided.user_id)).await?);
        }
        if let Some(suspended) = event.of(SUSPENDED)? {
            return Ok(service.account_suspended(&suspended, event).await?);
        }
        if let Some(reinstated) = event.of(REINSTATED)? {
            return Ok(service.account_reinstated(&reinstated, event).await?);
        }
        if let Some(claimed) = event.of(CLAIMED)? {
            return Ok(service.account_claimed(&claimed, event).await?);
        }
        if let Some(found) = event.of(LEDGER_DIFFERS)? {
            return Ok(service.ledger_differs(&found, event).await?);
        }
        if let Some(returned) = event.of(RETURNED)? {
            return Ok(service.mail_returned(&returned, event).await?);
        }
        if let Some(message) = event.of(MESSAGE_SENT)? {
            let topic = service.topic_of(&message).await?;
            service.message_sent(&message, topic, event).await?;
            return Ok(self.away.message_sent(&message, topic, event.at).await?);
        }
        if let Some(reported) = event.of(REPORTED)? {
            return Ok(service.report_waits(&reported, event).await?);
        }
        if let Some(decided) = event.of(REPORT_DECIDED)? {
            return Ok(service.report_decided(&decided, event).await?);
        }
        if let Some(skill) = event.of(SKILL_TAKEN_DOWN)? {
            return Ok(service.skill_taken_down(&skill, event).await?);
        }
        if let Some(skill) = event.of(SKILL_LET_BACK)? {
            return Ok(service.skill_let_back(&skill, event).await?);
        }
        Err(anyhow!("no notice for {}", event.name))
    }
}
