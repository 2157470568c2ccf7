//! Changes a booking: asks the state machine, settles the money, tells the parties.

use sparkyard_kernel::{
    BookingId, Money, Price, Sparks, Timestamp, UserId,
    db::{DbError, Fragment, Topic},
    events::bookings::{
        ACCEPTED, BookingChanged, CANCELLED, COMPLETED, DISPUTED, REJECTED, RELEASED, REQUESTED,
        START_UNDONE, STARTED,
    },
    ports::EscrowSplit,
};

use super::{BookingService, mails};
use crate::{
    error::{BookingError, CHANGED},
    model::{
        Booking, Escrow, SYSTEM, TimelineEntry,
        machine::{self, Action, Actor, Next, State, Status, Transition},
        pricing::settlement,
        proposal::checked_words,
        seen::SeenBooking,
    },
    store::{Announcements, DisputeChange},
};

/// A rival can win this often before we give up: longer than any way through the table.
pub(super) const MAX_ROUNDS: usize = 8;

/// A wish to change a booking.
pub(super) struct Change<'a> {
    /// What is to happen.
    pub(super) action: Action,
    /// In what part.
    pub(super) actor: Actor,
    /// By which member; `None` for time itself.
    pub(super) by: Option<&'a UserId>,
    /// Percent for the provider, when a dispute is split.
    pub(super) provider_share: u32,
}

/// What became of a wish.
pub(super) enum Changed {
    /// It was done; the booking as it is now.
    Done(Booking),
    /// The actor had done it before; the booking as it was.
    Before(Booking),
}

impl Changed {
    /// The booking, either way.
    pub(super) fn booking(self) -> Booking {
        match self {
            Self::Done(booking) | Self::Before(booking) => booking,
        }
    }
}

impl BookingService {
    /// Does what a party wants with their booking.
    pub(crate) async fn act(
        &self,
        id: BookingId,
        action: Action,
        caller: &UserId,
    ) -> Result<SeenBooking, BookingError> {
        let (booking, actor) = self.own(id, caller).await?;
        let change = Change { action, actor, by: Some(caller), provider_share: 0 };
        let booking = self.change(booking, &change, |_, _| None).await?.booking();
        Ok(self.seen(booking, actor).await?)
    }

    /// Says yes or no to a request, with some words if the provider has any.
    pub(crate) async fn answer(
        &self,
        id: BookingId,
        action: Action,
        caller: &UserId,
        words: Option<&str>,
    ) -> Result<SeenBooking, BookingError> {
        let words = checked_words(words)?;
        let (booking, actor) = self.own(id, caller).await?;
        let change = Change { action, actor, by: Some(caller), provider_share: 0 };
        let booking = self.change_with(booking, &change, words, |_, _| None).await?.booking();
        Ok(self.seen(booking, actor).await?)
    }

    /// Changes `booking`, together with its dispute, which `dispute` makes of its new form. When somebody else
    /// was quicker, asks the machine again: the loser is told the status that the winner left.
    pub(super) async fn change(
        &self,
        booking: Booking,
        change: &Change<'_>,
        dispute: impl Fn(&Booking, Timestamp) -> Option<DisputeChange>,
    ) -> Result<Changed, BookingError> {
        self.change_with(booking, change, None, dispute).await
    }

    /// The same, with what whoever changes it says about it.
    async fn change_with(
        &self,
        mut booking: Booking,
        change: &Change<'_>,
        words: Option<String>,
        dispute: impl Fn(&Booking, Timestamp) -> Option<DisputeChange>,
    ) -> Result<Changed, BookingError> {
        let id = booking.id;
        for _ in 0..MAX_ROUNDS {
            let now = self.cx.now();
            let moment = booking.moment(now);
            let next = machine::next(booking.state, change.action, change.actor, &moment)?;
            let Next::Change(transition) = next else { return Ok(Changed::Before(booking)) };
            let split = settlement(&booking, transition, change.provider_share, now);
            let mut after = changed(&booking, change, transition, split, now);
            after.say(words.clone());
            let settle = split.map(|split| self.settle(&booking, split, now)).transpose()?;
            let dispute = dispute(&after, now);
            let reason = dispute.as_ref().and_then(DisputeChange::reason);
            let announcements = self.announcements(&after, change, split, reason).await?;
            match self.store.change(&booking, &after, settle, dispute, announcements).await {
                Ok(()) => return Ok(Changed::Done(after)),
                Err(DbError::Refused(refusal)) if refusal.code == CHANGED.code => {
                    booking = self.store.booking(id).await?.ok_or(BookingError::NotFound)?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(DbError::Refused(&CHANGED).into())
    }

    fn settle(
        &self,
        booking: &Booking,
        split: EscrowSplit,
        now: Timestamp,
    ) -> Result<Fragment, BookingError> {
        let (client, provider) = (&booking.client, &booking.provider);
        Ok(self.ledger()?.settle(booking.id, client, provider, booking.price(), split, now))
    }

    async fn announcements(
        &self,
        after: &Booking,
        change: &Change<'_>,
        split: Option<EscrowSplit>,
        reason: Option<&str>,
    ) -> Result<Announcements, BookingError> {
        let directory = self.parties(std::slice::from_ref(after)).await?;
        let mails = mails::about_change(after, change, (split, reason), &directory);
        let published = |topic| (topic, self.cx.ids.next(), event(after, change.by));
        Ok(Announcements {
            events: topics(after.state).iter().copied().map(published).collect(),
            mails: mails.into_iter().map(|mail| (self.cx.ids.next(), mail)).collect(),
        })
    }
}

/// What others hear of a booking that somebody changed.
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
        by: by.cloned(),
        starts_at: booking.starts_at,
        due_at: booking.due_at(),
        paid: booking.is_paid(),
        proposal: None,
        words: booking.timeline.last().and_then(|entry| entry.words.clone()),
    }
}

/// The booking after the change.
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
    let by = change.by.map_or_else(|| SYSTEM.to_owned(), UserId::to_string);
    after.timeline.push(TimelineEntry::new(transition.to, now, by));
    // Whoever goes on with it has answered.
    after.proposal = None;
    after
}

/// What is made known of a change, by the state it led to. [`RELEASED`] comes exactly once for
/// every booking that took place: when it is final.
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
