//! Changes of a booking: transition, settlement of the money, notifications.

use sparkyard_kernel::{
    BookingId, Caller, Money, Price, Sparks, Timestamp, UserId,
    db::{DbError, Topic},
    events::bookings::{
        ACCEPTED, BookingChanged, CANCELLED, COMPLETED, DISPUTED, REJECTED, RELEASED, REQUESTED,
        START_UNDONE, STARTED,
    },
    ports::{EscrowSplit, MailMessage},
};

use super::{BookingService, mails};
use crate::{
    error::{BookingError, CHANGED},
    model::{
        Booking, Escrow, SYSTEM, TimelineEntry,
        machine::{Action, Actor, Next, State, Status, Transition},
        pricing::settlement,
        proposal::checked_words,
        seen::BookingForViewer,
    },
    store::{Announcements, DisputeChange},
};

/// Maximum number of retries after a concurrent change; longer than any path through the state
/// machine.
pub(super) const MAX_ROUNDS: usize = 8;

/// A requested change of a booking.
pub(super) struct Change<'a> {
    /// Action to take.
    pub(super) action: Action,
    /// Part of the actor.
    pub(super) actor: Actor,
    /// Member who acts; `None` for the system.
    pub(super) by: Option<&'a Caller>,
    /// The provider's share in percent, if a dispute is split.
    pub(super) provider_share: u32,
}

impl<'a> Change<'a> {
    fn by_id(&self) -> Option<&'a UserId> {
        self.by.map(|caller| &caller.id)
    }
}

/// Quotas of immediate mails that a member may cause per day (UTC): in total, and to one other
/// member.
const MAILS_A_DAY: u32 = 30;
const MAILS_TO_ONE_A_DAY: u32 = 5;

/// Result of a requested change.
pub(super) enum Changed {
    /// Changed; the booking after the change.
    Done(Booking),
    /// The actor had already done this; the unchanged booking.
    Before(Booking),
}

impl Changed {
    /// Returns the booking in either case.
    pub(super) fn booking(self) -> Booking {
        match self {
            Self::Done(booking) | Self::Before(booking) => booking,
        }
    }
}

impl BookingService {
    /// Applies an action of a party to their booking.
    pub(crate) async fn act(
        &self,
        id: BookingId,
        action: Action,
        caller: &Caller,
    ) -> Result<BookingForViewer, BookingError> {
        let (booking, actor) = self.own_to_change(id, caller).await?;
        let change = Change { action, actor, by: Some(caller), provider_share: 0 };
        let booking = self.change(booking, &change, |_, _| None).await?.booking();
        Ok(self.seen(booking, actor).await?)
    }

    /// Accepts or declines a request, with an optional message.
    pub(crate) async fn answer(
        &self,
        id: BookingId,
        action: Action,
        caller: &Caller,
        words: Option<&str>,
    ) -> Result<BookingForViewer, BookingError> {
        let words = checked_words(words)?;
        let (booking, actor) = self.own_to_change(id, caller).await?;
        let words = self.words_between(&booking, words).await?;
        let change = Change { action, actor, by: Some(caller), provider_share: 0 };
        let booking = self.change_with(booking, &change, words, |_, _| None).await?.booking();
        Ok(self.seen(booking, actor).await?)
    }

    /// Changes `booking` and its dispute, which `dispute` derives from the changed booking. After a
    /// concurrent change, checks again, so that the error names the new status.
    pub(super) async fn change(
        &self,
        booking: Booking,
        change: &Change<'_>,
        dispute: impl Fn(&Booking, Timestamp) -> Option<DisputeChange>,
    ) -> Result<Changed, BookingError> {
        self.change_with(booking, change, None, dispute).await
    }

    /// Like [`change`](Self::change), with a message.
    async fn change_with(
        &self,
        booking: Booking,
        change: &Change<'_>,
        words: Option<String>,
        dispute: impl Fn(&Booking, Timestamp) -> Option<DisputeChange>,
    ) -> Result<Changed, BookingError> {
        let before = booking.clone();
        let changed = self.write_change(booking, change, words, dispute).await;
        // Changes by time come in batches, which are followed up together.
        if change.actor != Actor::System {
            self.follow_up_card(&before).await;
        }
        changed
    }

    async fn write_change(
        &self,
        mut booking: Booking,
        change: &Change<'_>,
        words: Option<String>,
        dispute: impl Fn(&Booking, Timestamp) -> Option<DisputeChange>,
    ) -> Result<Changed, BookingError> {
        let id = booking.id;
        for _ in 0..MAX_ROUNDS {
            let now = self.cx.now();
            let next = booking.next(change.action, change.actor, now)?;
            let Next::Change(transition) = next else { return Ok(Changed::Before(booking)) };
            let split = settlement(&booking, transition, change.provider_share, now);
            let mut after = changed(&booking, change, transition, split, now);
            after.set_words(words.clone());
            after.set_delegate(change.by);
            let money = match split {
                Some(split) => Some(self.settle(&booking, split, now)?),
                None if change.action == Action::Accept => self.charge(&booking, now).await?,
                None => None,
            };
            let dispute = dispute(&after, now);
            let reason = dispute.as_ref().and_then(DisputeChange::reason);
            let announcements = self.announcements(&after, change, reason).await?;
            match self.store.change(&booking, &after, money, dispute, announcements).await {
                Ok(()) => return Ok(Changed::Done(after)),
                Err(DbError::Refused(violation)) if *violation == CHANGED => {
                    booking = self.store.booking(id).await?.ok_or(BookingError::NotFound)?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(DbError::Refused(&CHANGED).into())
    }

    async fn announcements(
        &self,
        after: &Booking,
        change: &Change<'_>,
        reason: Option<&str>,
    ) -> Result<Announcements, BookingError> {
        let directory = self.parties(std::slice::from_ref(after)).await?;
        let mails = mails::about_change(after, reason, &directory);
        let (mails, mail_later) = self.mailed_at_once(after, change.by_id(), mails).await?;
        let payload = BookingChanged { mail_later, ..event(after, change.by_id()) };
        let published = |topic| (topic, self.cx.ids.next(), payload.clone());
        Ok(Announcements {
            events: topics(after.state).iter().copied().map(published).collect(),
            mails: mails.into_iter().map(|mail| (self.cx.ids.next(), mail)).collect(),
        })
    }

    /// Returns those of `mails` to send immediately, and whether the other party gets one summary
    /// mail later instead, as the daily quota of `by` is used up. Mails that cannot be switched off
    /// do not count.
    pub(super) async fn mailed_at_once(
        &self,
        booking: &Booking,
        by: Option<&UserId>,
        mut mails: Vec<MailMessage>,
    ) -> Result<(Vec<MailMessage>, bool), BookingError> {
        let is_to_other = |mail: &MailMessage| {
            mail.optional.as_ref().is_some_and(|optional| Some(&optional.user) != by)
        };
        let (Some(by), true) = (by, mails.iter().any(is_to_other)) else {
            return Ok((mails, false));
        };
        let (db, limits, now) = (&self.cx.db, self.cx.limits, self.cx.now());
        let pair = format!("{by}/{}/{}", booking.client, booking.provider);
        let (all, to_one) = (
            limits.daily("bookings.mails", MAILS_A_DAY),
            limits.daily("bookings.mails_to_one", MAILS_TO_ONE_A_DAY),
        );
        if to_one.spend(db, &pair, 1, now).await? && all.spend(db, by.as_str(), 1, now).await? {
            return Ok((mails, false));
        }
        mails.retain(|mail| !is_to_other(mail));
        Ok((mails, true))
    }
}

/// Returns the event that other modules get about a change.
pub(super) fn event(booking: &Booking, by: Option<&UserId>) -> BookingChanged {
    let (cash, tokens) = match booking.price() {
        Price::Cash(cash) => (cash, Sparks::ZERO),
        Price::Sparks(tokens) => (Money::ZERO, tokens),
    };
    BookingChanged {
        cash,
        tokens,
        booking_id: booking.id,
        client_id: booking.client.clone(),
        provider_id: booking.provider.clone(),
        subject: booking.subject().to_owned(),
        need_id: booking.need.clone(),
        by: by.cloned(),
        starts_at: booking.starts_at,
        due_at: booking.due_at(),
        paid: booking.is_paid(),
        proposal: None,
        expenses: None,
        words: booking.timeline.last().and_then(|entry| entry.words.clone()),
        kind: booking.history().last().map(|last| last.kind),
        mail_later: false,
    }
}

/// Returns the booking after the change.
fn changed(
    before: &Booking,
    change: &Change<'_>,
    transition: Transition,
    split: Option<EscrowSplit>,
    now: Timestamp,
) -> Booking {
    let mut after = before.clone();
    after.state = State { status: transition.to, last: change.action, by: change.actor };
    after.escrow = match split {
        None => before.escrow,
        Some(EscrowSplit { to_provider: 0, .. }) => Escrow::Refunded,
        Some(EscrowSplit { to_client: 0, .. }) => Escrow::Released,
        Some(_) => Escrow::Split,
    };
    after.settled = split.or(before.settled);
    after.release_at = after.state.awaits_release().then(|| before.release_after(now));
    if change.action == Action::Accept {
        after.accepted_at = Some(now);
    }
    after.closed_at = after.state.is_closed().then_some(now);
    if after.state.came_to_nothing() {
        after.file = None;
    }
    after.updated_at = now;
    after.version += 1;
    let by = change.by_id().map_or_else(|| SYSTEM.to_owned(), UserId::to_string);
    after.timeline.push(TimelineEntry::new(transition.to, now, by));
    // Any other action answers the proposal.
    after.proposal = None;
    after
}

/// Returns the topics published for a change, by the new state. [`RELEASED`] is published exactly
/// once for each booking that took place: when it is final.
fn topics(state: State) -> &'static [Topic<BookingChanged>] {
    match (state.status, state.last) {
        (Status::Pending, _) => &[REQUESTED],
        (Status::Accepted, Action::Undo) => &[START_UNDONE],
        (Status::Accepted, _) => &[ACCEPTED],
        (Status::InProgress, _) => &[STARTED],
        (Status::Rejected, _) => &[REJECTED],
        (Status::Cancelled, _) => &[CANCELLED],
        (Status::Disputed, _) => &[DISPUTED],
        (Status::Completed, Action::Release | Action::DecideRelease | Action::DecideSplit) => {
            &[RELEASED]
        }
        (Status::Completed, _) if state.awaits_release() => &[COMPLETED],
        (Status::Completed, _) => &[COMPLETED, RELEASED],
    }
}
