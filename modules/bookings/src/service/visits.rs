//! Around the date of a booking: a reminder the day before, a question the day after, and the
//! effects of the answers.

use std::time::Duration;

use sparkyard_kernel::{
    BookingId, Caller, Timestamp,
    db::Topic,
    events::bookings::{BookingChanged, CALL_OFF_REPORTED, VISIT_OUTCOME_ASKED},
    ports::MailMessage,
};
use tracing::error;

use super::{BookingService, change::event, mails};
use crate::{
    error::BookingError,
    model::{
        Booking, Visit, date_in_words,
        machine::{Action, Actor, Refused, Status},
        seen::BookingForViewer,
    },
    store::{Announcements, visits::VisitMessage},
};

/// Time before the date of the reminder, and after it of the question.
const A_DAY: Duration = Duration::from_hours(24);
/// Oldest date that is asked about; older bookings have lapsed.
const ASKED_WITHIN: Duration = Duration::from_hours(14 * 24);
/// Number of bookings handled per run.
const BATCH: usize = 200;

impl BookingService {
    /// Sends reminders and questions, and returns how many bookings failed. Concurrent runs are
    /// safe: a row per booking and message ensures that each is sent once.
    pub(crate) async fn tell_of_visits(&self, now: Timestamp) -> Result<usize, BookingError> {
        let mut failed = 0;
        for (message, after, until) in [
            (VisitMessage::Reminder, now, now + A_DAY),
            (VisitMessage::Question, now - ASKED_WITHIN, now - A_DAY),
        ] {
            for booking in self.store.visits(message, after, until, BATCH).await? {
                let outcome = match message {
                    VisitMessage::Reminder => self.remind(&booking, now).await,
                    _ => self.ask(&booking, now).await,
                };
                // One failure must not delay the others.
                if let Err(cause) = outcome {
                    error!(
                        booking = booking.id.0,
                        "cannot ask about a booking, will retry: {cause}"
                    );
                    failed += 1;
                }
            }
        }
        Ok(failed)
    }

    async fn remind(&self, booking: &Booking, now: Timestamp) -> Result<(), BookingError> {
        let directory = self.parties(std::slice::from_ref(booking)).await?;
        let mut mails = Vec::new();
        for (part, reader) in
            [(Actor::Client, &booking.client), (Actor::Provider, &booking.provider)]
        {
            let Some(mail) = mails::about_visit(booking, part, "reminder", &directory) else {
                continue;
            };
            let file = self.calendar_file(booking.id, reader).await?;
            let name = format!("booking-{}.ics", booking.id);
            mails.push(mail.attach(&name, "text/calendar; charset=utf-8", file)?);
        }
        self.send(VisitMessage::Reminder, booking, None, mails, now).await?;
        Ok(())
    }

    async fn ask(&self, booking: &Booking, now: Timestamp) -> Result<(), BookingError> {
        let directory = self.parties(std::slice::from_ref(booking)).await?;
        let parts = [Actor::Client, Actor::Provider];
        let mail = |part| mails::about_visit(booking, part, "did_it_happen", &directory);
        let payload = (VISIT_OUTCOME_ASKED, event(booking, None));
        let mails = parts.into_iter().filter_map(mail).collect();
        self.send(VisitMessage::Question, booking, Some(payload), mails, now).await?;
        Ok(())
    }

    async fn send(
        &self,
        message: VisitMessage,
        booking: &Booking,
        event: Option<(Topic<BookingChanged>, BookingChanged)>,
        mails: Vec<MailMessage>,
        now: Timestamp,
    ) -> Result<bool, BookingError> {
        let id = || self.cx.ids.next();
        let announcements = Announcements {
            events: event.into_iter().map(|(topic, event)| (topic, id(), event)).collect(),
            mails: mails.into_iter().map(|mail| (id(), mail)).collect(),
        };
        Ok(self.store.send_once(message, booking, announcements, now).await?)
    }

    /// Applies a party's answer to whether a booking took place.
    ///
    /// All effects go through the state machine: yes completes the booking for the caller, called
    /// off cancels it where permitted, and a no-show opens a dispute. From the date on, a client
    /// cannot cancel alone, since the provider may have earned their pay; the answer is passed on
    /// to the provider, whose own agreement refunds everything.
    pub(crate) async fn answer_visit(
        &self,
        caller: &Caller,
        id: BookingId,
        answer: Visit,
    ) -> Result<BookingForViewer, BookingError> {
        let (booking, actor) = self.own_to_change(id, caller).await?;
        let now = self.cx.now();
        match answer {
            Visit::Yes => self.took_place(caller, &booking, actor).await,
            Visit::CalledOff
                if actor == Actor::Client
                    && booking.state.status == Status::Accepted
                    && now >= booking.starts_at =>
            {
                self.client_called_off(caller, booking, now).await
            }
            Visit::CalledOff => self.act(id, Action::Cancel, caller).await,
            Visit::NoShow => {
                let message = format!("Nobody came on {}.", date_in_words(booking.starts_at));
                self.open_dispute(caller, id, &message, None).await?;
                self.get(id, &caller.id).await
            }
        }
    }

    async fn took_place(
        &self,
        caller: &Caller,
        booking: &Booking,
        actor: Actor,
    ) -> Result<BookingForViewer, BookingError> {
        let starts = actor == Actor::Client && booking.state.status == Status::Accepted;
        if starts {
            if self.cx.now() < booking.payable_at {
                let early = Refused::TooEarly(Action::Complete, booking.payable_at);
                return Err(early.into());
            }
            // If this stops half-way, the booking has started and the answer can be repeated.
            self.act(booking.id, Action::Start, caller).await?;
        }
        self.act(booking.id, Action::Complete, caller).await
    }

    async fn client_called_off(
        &self,
        caller: &Caller,
        booking: Booking,
        now: Timestamp,
    ) -> Result<BookingForViewer, BookingError> {
        let (id, date) = (booking.id, booking.starts_at);
        if !self.store.has_sent(VisitMessage::CalledOff, id, date).await? {
            let directory = self.parties(std::slice::from_ref(&booking)).await?;
            let mail = mails::about_visit(&booking, Actor::Provider, "called_off_said", &directory);
            let payload = (CALL_OFF_REPORTED, event(&booking, Some(&caller.id)));
            let mails = mail.into_iter().collect();
            self.send(VisitMessage::CalledOff, &booking, Some(payload), mails, now).await?;
        }
        self.get(id, &caller.id).await
    }
}
