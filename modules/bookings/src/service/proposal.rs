//! Proposals of another time, and answers to them.

use sparkyard_kernel::{
    ApiError, BookingId, Caller, Timestamp, UserId,
    db::DbError,
    events::bookings::{
        ACCEPTED, BookingChanged, PROPOSAL_DECLINED, PROPOSAL_WITHDRAWN, RESCHEDULED, TIME_PROPOSED,
    },
};

use super::{
    BookingService,
    change::{MAX_ROUNDS, event},
    mails,
};
use crate::{
    error::{BookingError, CHANGED},
    model::{
        Booking,
        machine::Status,
        proposal::{ProposalChange, ProposalRefusal, ProposalStep, checked_time, checked_words},
        seen::BookingForViewer,
    },
    store::Announcements,
};

/// Action of a party on another time for their booking.
#[derive(Clone, Debug)]
pub(crate) enum TimeWish {
    /// Proposes a time, with an optional message.
    Propose(String, Option<String>),
    /// Accepts the proposed time.
    Accept(Timestamp),
    /// Keeps the booked time, with an optional message.
    Decline(Timestamp, Option<String>),
    /// Withdraws the caller's own proposal.
    Withdraw,
}

impl BookingService {
    /// Applies a party's action on another time for their booking.
    pub(crate) async fn settle_time(
        &self,
        id: BookingId,
        caller: &Caller,
        wish: TimeWish,
    ) -> Result<BookingForViewer, BookingError> {
        let wish = wish.checked()?;
        let (mut booking, viewer) = self.own_to_change(id, caller).await?;
        for _ in 0..MAX_ROUNDS {
            let now = self.cx.now();
            if wish.is_done(&booking, &caller.id) {
                return Ok(self.seen(booking, viewer).await?);
            }
            let done = match &wish {
                TimeWish::Propose(date, words) => {
                    self.propose(&booking, caller, date, words.clone(), now).await
                }
                TimeWish::Accept(seen) => {
                    let paid_after = self.config.paid_after(booking.hours);
                    let change =
                        booking.with_proposal_accepted(&caller.id, *seen, paid_after, now)?;
                    self.end_proposal(&booking, change, Some(caller)).await
                }
                TimeWish::Decline(seen, words) => {
                    let words = self.words_between(&booking, words.clone()).await?;
                    let change = booking.with_proposal_declined(&caller.id, *seen, words, now)?;
                    self.end_proposal(&booking, change, Some(caller)).await
                }
                TimeWish::Withdraw => {
                    let change = booking.with_proposal_withdrawn(&caller.id, now)?;
                    self.end_proposal(&booking, change, Some(caller)).await
                }
            };
            match done {
                Ok(after) => return Ok(self.seen(after, viewer).await?),
                Err(BookingError::Db(DbError::Refused(violation))) if *violation == CHANGED => {
                    booking = self.store.booking(id).await?.ok_or(BookingError::NotFound)?;
                }
                Err(error) => return Err(error),
            }
        }
        Err(DbError::Refused(&CHANGED).into())
    }

    /// Ends a proposal that nobody answered in time, and frees the reserved time.
    pub(super) async fn lapse_proposal(
        &self,
        booking: Booking,
        now: Timestamp,
    ) -> Result<(), BookingError> {
        let Some(change) = booking.with_proposal_lapsed(now) else { return Ok(()) };
        match self.end_proposal(&booking, change, None).await {
            Ok(_) => Ok(()),
            // A concurrent change was first.
            Err(BookingError::Db(DbError::Refused(violation))) if *violation == CHANGED => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn propose(
        &self,
        booking: &Booking,
        by: &Caller,
        date: &str,
        words: Option<String>,
        now: Timestamp,
    ) -> Result<Booking, BookingError> {
        booking.check_can_propose(&by.id, now)?;
        let starts_at = checked_time(booking, date, now, self.config.notice())?;
        if self.people.is_blocked(&booking.client, &booking.provider).await? {
            return Err(BookingError::Blocked);
        }
        let until = booking.ends_if_at(starts_at);
        let calendar = self.hours_allow(&booking.provider, starts_at, until).await?;
        let mut change = booking.with_proposal(&by.id, starts_at, words, now)?;
        change.after.set_delegate(Some(by));
        let announcements = self.proposal_announcements(booking, &change, Some(&by.id)).await?;
        let revision = calendar.revision;
        self.store.propose(booking, &change.after, starts_at, revision, announcements).await?;
        Ok(change.after)
    }

    async fn end_proposal(
        &self,
        before: &Booking,
        mut change: ProposalChange,
        by: Option<&Caller>,
    ) -> Result<Booking, BookingError> {
        change.after.set_delegate(by);
        let by = by.map(|caller| &caller.id);
        let announcements = self.proposal_announcements(before, &change, by).await?;
        let accepts =
            before.state.status == Status::Pending && change.after.state.status == Status::Accepted;
        let money = if accepts { self.charge(before, self.cx.now()).await? } else { None };
        let ended = self.store.end_proposal(before, &change.after, money, announcements).await;
        if accepts {
            self.follow_up_card(before).await;
        }
        ended?;
        Ok(change.after)
    }

    async fn proposal_announcements(
        &self,
        before: &Booking,
        change: &ProposalChange,
        by: Option<&UserId>,
    ) -> Result<Announcements, BookingError> {
        let directory = self.parties(std::slice::from_ref(before)).await?;
        let topic = match change.step {
            ProposalStep::Proposed => TIME_PROPOSED,
            ProposalStep::Accepted if before.state.status == Status::Pending => ACCEPTED,
            ProposalStep::Accepted => RESCHEDULED,
            ProposalStep::Declined => PROPOSAL_DECLINED,
            ProposalStep::Withdrawn => PROPOSAL_WITHDRAWN,
        };
        let mails = mails::about_change(&change.after, None, &directory);
        let (mails, mail_later) = self.mailed_at_once(&change.after, by, mails).await?;
        let proposal = Some(change.time);
        let payload = BookingChanged { proposal, mail_later, ..event(&change.after, by) };
        Ok(Announcements {
            events: vec![(topic, self.cx.ids.next(), payload)],
            mails: mails.into_iter().map(|mail| (self.cx.ids.next(), mail)).collect(),
        })
    }
}

impl TimeWish {
    /// Validates the message.
    fn checked(self) -> Result<Self, ApiError> {
        Ok(match self {
            Self::Propose(date, words) => Self::Propose(date, checked_words(words.as_deref())?),
            Self::Decline(seen, words) => Self::Decline(seen, checked_words(words.as_deref())?),
            other => other,
        })
    }

    /// Checks whether this was the last action of `by`, so that a repetition changes nothing.
    fn is_done(&self, booking: &Booking, by: &UserId) -> bool {
        let just = |step, starts_at| booking.has_just(by, step, starts_at);
        match self {
            Self::Propose(date, words) => {
                let starts_at = date.trim().parse::<Timestamp>().ok();
                let same = |at| {
                    let proposal = booking.proposal.as_ref();
                    proposal.is_some_and(|proposal| proposal.words == *words)
                        && just(ProposalStep::Proposed, at)
                };
                starts_at.is_some_and(same)
            }
            Self::Accept(seen) => just(ProposalStep::Accepted, *seen),
            Self::Decline(seen, _) => just(ProposalStep::Declined, *seen),
            Self::Withdraw => booking.timeline.last().is_some_and(|entry| {
                entry.step == Some(ProposalStep::Withdrawn) && entry.by == by.as_str()
            }),
        }
    }
}

impl From<ProposalRefusal> for BookingError {
    fn from(reason: ProposalRefusal) -> Self {
        Self::ProposalRefusal(reason)
    }
}
