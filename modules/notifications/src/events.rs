//! Dispatches events to the functions that turn them into notices.

use std::sync::Arc;

use sparkyard_kernel::{
    Event, event_handler,
    events::{
        auth::{APPLICATION_DECIDED, APPLIED, CLAIMED, REINSTATED, SUSPENDED},
        bookings::{
            ACCEPTED, BookingEventKind as Kind, CALL_OFF_REPORTED, CANCELLED, COMPLETED,
            DISPUTE_ANSWERED, DISPUTED, EXPENSES_CHANGED, PROPOSAL_DECLINED, PROPOSAL_WITHDRAWN,
            REJECTED, RELEASED, REQUESTED, RESCHEDULED, REVIEW_REPLIED, REVIEWED, START_UNDONE,
            STARTED, TIME_PROPOSED, VISIT_OUTCOME_ASKED,
        },
        chat::{MESSAGE_SENT, MessageSent},
        community,
        core::{BACKUP_TROUBLE, BOUNCED},
        delegation::DELEGATION_CHANGED,
        explore::{FOLLOWED, UNFOLLOWED},
        kyc,
        moderation::{
            APPEAL_DECIDED, APPEALED, ASSESSMENT_DUE, COMPLAINTS_LATE, CONTENT_REMOVED,
            NEED_TAKEN_DOWN, POST_HELD, POST_SETTLED, REPORT_DECIDED, REPORTED, REVIEW_TAKEN_DOWN,
            SKILL_LET_BACK, SKILL_TAKEN_DOWN,
        },
        payments::{CHARGEBACK_CHANGED, REFUND_FAILED},
        payouts,
        settings::{EXPORT_ASKED_BY_STAFF, EXPORT_ENDED},
        site::{CONTACT_CLOSED, CONTACTED},
        skills::{NAME_DECIDED, PUBLISHED, SUGGESTED},
        timebank,
        vetting::CHECK_CHANGED,
        wallet::{CREDIT_LIMIT_CHANGED, LEDGER_DIFFERS},
    },
};

use crate::{
    error::NotificationError,
    model::{staff::Case, wording::ExchangeStep},
    service::{NotificationService, away::AwayService},
};

pub(crate) struct NotificationEvents {
    pub(crate) service: Arc<NotificationService>,
    pub(crate) away: Arc<AwayService>,
}

event_handler! { NotificationEvents(self, event):
    REQUESTED as change => self.service.booking_changed(Kind::Asked, &change, event),
    ACCEPTED as change => self.service.booking_changed(Kind::Accepted, &change, event),
    REJECTED as change => self.service.booking_changed(Kind::Rejected, &change, event),
    CANCELLED as change => self.service.booking_changed(Kind::Cancelled, &change, event),
    STARTED as change => self.service.booking_changed(Kind::Started, &change, event),
    START_UNDONE as change => self.service.booking_changed(Kind::StartUndone, &change, event),
    COMPLETED as change => self.service.booking_changed(Kind::Completed, &change, event),
    DISPUTED as change => self.service.booking_changed(Kind::Disputed, &change, event),
    RELEASED as change => self.service.booking_changed(Kind::Released, &change, event),
    TIME_PROPOSED as change => self.service.booking_changed(Kind::TimeProposed, &change, event),
    PROPOSAL_DECLINED as change => self.service.booking_changed(Kind::TimeDeclined, &change, event),
    PROPOSAL_WITHDRAWN as change =>
        self.service.booking_changed(Kind::TimeWithdrawn, &change, event),
    RESCHEDULED as change => self.service.booking_changed(Kind::TimeAgreed, &change, event),
    EXPENSES_CHANGED as change =>
        self.service.booking_changed(Kind::ExpensesAsked, &change, event),
    DISPUTE_ANSWERED as answered => self.service.dispute_answered(&answered, event),
    VISIT_OUTCOME_ASKED as asked => self.service.visit_asked(&asked, event),
    CALL_OFF_REPORTED as said => self.service.called_off_said(&said, event),
    REVIEWED as review => self.service.reviewed(&review, event),
    REVIEW_REPLIED as reply => self.service.review_replied(&reply, event),
    FOLLOWED as pair => self.service.followed(pair, event),
    UNFOLLOWED as pair => self.service.unfollowed(pair, event),
    PUBLISHED as skill => self.service.published(&skill, event),
    SUGGESTED as skill => self.service.skill_waits(&skill, event),
    NAME_DECIDED as decided => self.service.skill_decided(&decided, event),
    kyc::HANDED_IN as document => self.service.document_waits(&document, event),
    kyc::TAKEN_BACK as taken => self.service.work_is_done(&Case::document(&taken.document_id)),
    kyc::APPROVED as document => self.service.document_decided(&document, true, event),
    kyc::REJECTED as document => self.service.document_decided(&document, false, event),
    payouts::REQUESTED as asked => self.service.withdrawal_waits(&asked, event),
    payouts::CANCELLED as ended =>
        self.service.work_is_done(&Case::withdrawal(&ended.withdrawal_id)),
    payouts::PAID as paid => self.service.withdrawal_decided(&paid, true, event),
    payouts::REFUSED as refused => self.service.withdrawal_decided(&refused, false, event),
    CHARGEBACK_CHANGED as change => self.service.chargeback_changed(&change, event),
    REFUND_FAILED as failed => self.service.refund_failed(&failed, event),
    APPLIED as applied => self.service.applicant_waits(&applied, event),
    APPLICATION_DECIDED as decided => self.service.work_is_done(&Case::applicant(&decided.user_id)),
    SUSPENDED as suspended => self.service.account_suspended(&suspended, event),
    REINSTATED as reinstated => self.service.account_reinstated(&reinstated, event),
    EXPORT_ENDED as ended => self.service.export_ended(&ended, event),
    EXPORT_ASKED_BY_STAFF as asked => self.service.export_asked_by_staff(&asked, event),
    CLAIMED as claimed => self.service.account_claimed(&claimed, event),
    timebank::GIVEN as given => self.service.sparks_given(&given, event),
    timebank::REVERSED as reversed => self.service.sparks_reversed(&reversed, event),
    timebank::EXCHANGE_WRITTEN as exchange =>
        self.service.exchange_changed(ExchangeStep::Written, &exchange, event),
    timebank::EXCHANGE_CONFIRMED as exchange =>
        self.service.exchange_changed(ExchangeStep::Confirmed, &exchange, event),
    timebank::EXCHANGE_COUNTED as exchange =>
        self.service.exchange_changed(ExchangeStep::Counted, &exchange, event),
    timebank::EXCHANGE_OBJECTED as exchange =>
        self.service.exchange_changed(ExchangeStep::Objected, &exchange, event),
    timebank::EXCHANGE_WITHDRAWN as exchange =>
        self.service.exchange_changed(ExchangeStep::Withdrawn, &exchange, event),
    timebank::PAYER_SHORT as exchange =>
        self.service.exchange_changed(ExchangeStep::PayerShort, &exchange, event),
    BACKUP_TROUBLE as trouble => self.service.backup_trouble(&trouble, event),
    LEDGER_DIFFERS as found => self.service.ledger_differs(&found, event),
    CREDIT_LIMIT_CHANGED as changed => self.service.credit_limit_changed(&changed, event),
    DELEGATION_CHANGED as changed => self.service.delegation_changed(&changed, event),
    CHECK_CHANGED as changed => self.service.check_changed(&changed, event),
    BOUNCED as returned => self.service.mail_returned(&returned, event),
    MESSAGE_SENT as message => self.message_sent(&message, event),
    REPORTED as reported => self.service.report_waits(&reported, event),
    CONTACTED as contacted => self.service.contact_waits(&contacted, event),
    CONTACT_CLOSED as closed => self.service.work_is_done(&Case::contact(&closed.message_id)),
    REPORT_DECIDED as decided => self.service.report_decided(&decided, event),
    SKILL_TAKEN_DOWN as skill => self.service.skill_taken_down(&skill, event),
    COMPLAINTS_LATE as late => self.service.complaints_late(&late, event),
    ASSESSMENT_DUE as due => self.service.assessment_due(&due, event),
    APPEALED as appealed => self.service.appeal_waits(&appealed, event),
    APPEAL_DECIDED as decided => self.service.appeal_decided(&decided, event),
    POST_HELD as held => self.service.post_waits(&held, event),
    POST_SETTLED as settled => self.service.post_settled(&settled, event),
    SKILL_LET_BACK as skill => self.service.skill_let_back(&skill, event),
    community::ANNOUNCED as announced => self.service.announced(&announced, event),
    community::EVENT_NEWS as change => self.service.event_changed(&change, event),
    community::NEED_ANSWERED as help => self.service.need_answered(&help, event),
    community::NEED_SORTED as help => self.service.need_sorted(&help, event),
    community::NEED_EXPIRES as expires => self.service.need_expires(&expires, event),
    community::SEARCH_MATCHED as matched => self.service.search_matched(&matched, event),
    NEED_TAKEN_DOWN as down => self.service.need_taken_down(&down, event),
    REVIEW_TAKEN_DOWN as down => self.service.review_taken_down(&down, event),
    CONTENT_REMOVED as down => self.service.content_removed(&down, event),
}

impl NotificationEvents {
    async fn message_sent(
        &self,
        message: &MessageSent,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let topic = self.service.topic_of(message).await?;
        self.service.message_sent(message, topic, event).await?;
        self.away.message_sent(message, topic, event.at).await
    }
}
