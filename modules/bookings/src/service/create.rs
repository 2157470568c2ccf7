//! Creation of bookings: prices, payment, and who may be booked.

use sparkyard_kernel::{
    ApiError, Caller, ItemId, Money, PaymentMethod, SkillId, Timestamp, UserId,
    db::{DbError, Fragment, Idempotency},
    events::bookings::REQUESTED,
    idempotency::{idempotency, whole},
    ports::{PersonInfo, SkillInfo, both_sides, kept_if_saved},
    site::Mode,
    validate::Checks,
};

use super::{BookingService, addresses::whereabouts, change::event, mails};
use crate::{
    error::{BookingError, TOO_MANY_TO_ONE_TODAY, TOO_MANY_TODAY},
    model::{
        Booking, answer_until,
        availability::Calendar,
        machine::Actor,
        people::Directory,
        pricing::{self, Quote, Terms},
        request::{CheckedRequest, MAX_HOURS, NewBooking, Payment, Request},
        seen::BookingForViewer,
    },
    store::{Announcements, Creation},
};

impl BookingService {
    /// Price of a booking, and its deadlines if `date` is given.
    pub(crate) async fn quote(
        &self,
        caller: &UserId,
        skill: &SkillId,
        hours: Option<u32>,
        date: Option<&str>,
    ) -> Result<Quote, BookingError> {
        let hours = hours.unwrap_or(1);
        let starts_at = date.map(|date| date.trim().parse::<Timestamp>());
        let known = !matches!(starts_at, Some(Err(_)));
        Checks::new()
            .check("hours", (1..=MAX_HOURS).contains(&hours), "Please choose 1 to 12 hours.")
            .check("booking_date", known, "Please choose a date and time.")
            .finish()?;
        let skill = self.offered(skill).await?;
        let provider = &skill.user_id;
        let directory = self.directory_for(caller, std::slice::from_ref(provider)).await?;
        if !directory.takes_bookings(provider) {
            return Err(BookingError::SkillNotFound);
        }
        self.check_vetted(&skill).await?;
        let (price, policy) = (self.price(&skill, hours)?, skill.cancellation_policy);
        let now = self.cx.now();
        let terms = starts_at.and_then(Result::ok).map(|starts_at| Terms {
            answer_until: answer_until(PaymentMethod::None, now, starts_at),
            answer_by_card: answer_until(PaymentMethod::Card, now, starts_at),
            full_refund_until: pricing::full_refund_until(policy, starts_at),
        });
        let may_ask = self.store.calendar(provider).await?.availability.may_ask;
        let refused_by = self.refused_by(may_ask, caller, provider).await?;
        Ok(Quote { price, hours, policy, terms, refused_by })
    }

    /// Creates a booking for `caller` and takes its price from their payment intent.
    pub(crate) async fn request(
        &self,
        caller: &Caller,
        request: Request,
        key: Option<&str>,
    ) -> Result<BookingForViewer, BookingError> {
        let now = self.cx.now();
        let key = idempotency(caller, "create_booking", key, &[&whole(&request)?], now)?;
        let booking = match self.requested(caller, request, key.clone(), now).await {
            Ok(booking) => booking,
            // A repeated request may be refused by now, for its date for example.
            Err(error) => match self.store.repeated(key).await? {
                Some(first) => self.store.booking(first).await?.ok_or(BookingError::NotFound)?,
                None => return Err(error.with_wait(now)),
            },
        };
        Ok(self.seen(booking, Actor::Client).await?)
    }

    async fn requested(
        &self,
        caller: &Caller,
        request: Request,
        key: Option<Idempotency>,
        now: Timestamp,
    ) -> Result<Booking, BookingError> {
        let mut request = request.check(now, self.config.notice())?;
        if caller.delegate.as_ref() == Some(&request.provider) {
            return Err(both_sides().into());
        }
        if request.provider == caller.id {
            return Err(ApiError::invalid("booked_user_id", "You cannot book yourself.").into());
        }
        if !request.expenses_cap.is_zero() && !self.pays_expenses() {
            let message = "Expenses are agreed in pounds, which this community does not use.";
            return Err(ApiError::invalid("expensesCap", message).into());
        }
        let skill = self.offered(&request.skill).await?;
        if skill.user_id != request.provider {
            let message = "This person does not offer this skill.";
            return Err(ApiError::invalid("booked_user_id", message).into());
        }
        if request.policy.is_some_and(|policy| policy != skill.cancellation_policy) {
            return Err(BookingError::PolicyChanged);
        }
        let both = [caller.id.clone(), request.provider.clone()];
        if let Some(delegate) = &caller.delegate
            && self.people.is_blocked(delegate, &request.provider).await?
        {
            return Err(BookingError::SkillNotFound);
        }
        let directory = self.directory_for(&caller.id, &both).await?;
        let client = bookable(&directory, &caller.id, &request.provider)?;
        if let Some(need) = &request.need {
            request.title = self.title_of(&caller.id, need).await?;
        }
        let payment = self.payment(&request, self.price(&skill, request.hours)?)?;
        self.check_card(payment.method, payment.intent.as_ref(), &caller.id).await?;
        let content = request.file.clone();
        let id = self.store.next_id().await?;
        let payable_at = request.starts_at + self.config.paid_after(request.hours);
        let new = NewBooking { id, client: &caller.id, skill: &skill, payable_at, now };
        let mut booking = new.booking(request, &payment);
        booking.set_delegate(Some(caller));
        let calendar = self.within_hours(&booking).await?;
        let may_ask = calendar.availability.may_ask;
        if let Some(who) = self.refused_by(may_ask, &booking.client, &booking.provider).await? {
            return Err(BookingError::MayNotAsk(who));
        }
        self.check_vetted(&skill).await?;
        let creation = Creation {
            escrow: self.escrow(&booking, payment.intent.as_ref(), now)?,
            key,
            hours_revision: calendar.revision,
            counted: self.count_request(&booking),
            announcements: self.request_announcements(&booking, &directory),
        };
        if content.is_some() || self.is_probably_refused(&booking, &calendar).await? {
            // A dry run: anything that can be refused is refused before the address is looked up or
            // the file stored.
            let before = self.store.dry_run(&booking, creation.clone()).await?;
            if let Some(before) = before {
                return self.store.booking(before).await?.ok_or(BookingError::NotFound);
            }
        }
        let geocoder = self.geocoder.as_deref();
        let found = whereabouts(geocoder, &caller.id, &booking.location).await?;
        booking.area = if found.area.is_empty() { client.location.clone() } else { found.area };
        booking.point = booking.point.or(found.point);
        if let Some(content) = content {
            booking.file = Some(self.files.put_private(&caller.id, content).await?);
        }
        let file: Vec<String> = booking.file.iter().map(|file| file.key.clone()).collect();
        let created = self.store.create(&booking, creation).await;
        let stored = kept_if_saved(&*self.files, &file, created).await?;
        if stored == id {
            return Ok(booking);
        }
        self.files.take_back(&file).await;
        // The request is a repetition: return its booking as it is now.
        self.store.booking(stored).await?.ok_or(BookingError::NotFound)
    }

    /// Returns the title of a need of `client` on the board.
    async fn title_of(&self, client: &UserId, need: &ItemId) -> Result<String, BookingError> {
        let found = match &self.needs {
            Some(needs) => needs.get(need).await?,
            None => None,
        };
        let own = found.filter(|need| need.author == *client && need.moderation.is_shown());
        let message =
            "This need is not yours, or not on the board any more. You can book without it.";
        Ok(own.ok_or_else(|| ApiError::invalid("need_id", message))?.title)
    }

    /// Fails if the category of `skill` needs a check that the provider lacks.
    async fn check_vetted(&self, skill: &SkillInfo) -> Result<(), BookingError> {
        let Some(vetting) = &self.vetting else { return Ok(()) };
        let offer = (skill.user_id.clone(), skill.category.clone());
        match vetting.lacking(&[offer]).await?.into_iter().flatten().next() {
            Some(check) => Err(BookingError::CheckNeeded(check)),
            None => Ok(()),
        }
    }

    /// Checks cheaply whether the request will probably be refused or is a repetition.
    async fn is_probably_refused(
        &self,
        booking: &Booking,
        calendar: &Calendar,
    ) -> Result<bool, DbError> {
        let Booking { client, provider, created_at: now, .. } = booking;
        if calendar.is_taken(booking.starts_at, booking.ends_at())
            || self.store.has_all_pending(client, provider).await?
        {
            return Ok(true);
        }
        let (db, limits) = (&self.cx.db, self.cx.limits);
        let (all, to_one) = (self.config.requests(limits), self.config.requests_to_one(limits));
        Ok(all.left(db, client.as_str(), *now).await? == 0
            || to_one.left(db, &pair(booking), *now).await? == 0)
    }

    /// Returns writes that count the request towards the daily quotas.
    fn count_request(&self, booking: &Booking) -> [Fragment; 2] {
        let Booking { client, created_at: now, .. } = booking;
        let limits = self.cx.limits;
        let (all, to_one) = (self.config.requests(limits), self.config.requests_to_one(limits));
        [
            all.use_up(client.as_str(), 1, *now, &TOO_MANY_TODAY),
            to_one.use_up(&pair(booking), 1, *now, &TOO_MANY_TO_ONE_TODAY),
        ]
    }

    /// Returns the provider's calendar, if the booking is within their hours.
    async fn within_hours(&self, booking: &Booking) -> Result<Calendar, BookingError> {
        self.hours_allow(&booking.provider, booking.starts_at, booking.ends_at()).await
    }

    /// Returns a provider's calendar, if a time range is within their hours.
    pub(super) async fn hours_allow(
        &self,
        provider: &UserId,
        starts_at: Timestamp,
        ends_at: Timestamp,
    ) -> Result<Calendar, BookingError> {
        let calendar = self.store.calendar(provider).await?;
        if !calendar.availability.allows(starts_at, ends_at) {
            let message = "They take no bookings at this time. Please choose another one.";
            return Err(ApiError::invalid("booking_date", message).into());
        }
        Ok(calendar)
    }

    /// Returns the skill, if it can be booked.
    async fn offered(&self, id: &SkillId) -> Result<SkillInfo, BookingError> {
        let skill = self.skills.get(id, false).await?;
        skill.filter(SkillInfo::is_on_offer).ok_or(BookingError::SkillNotFound)
    }

    fn price(&self, skill: &SkillInfo, hours: u32) -> Result<Money, ApiError> {
        if !self.has_prices() {
            return Ok(Money::ZERO);
        }
        pricing::price(Some(skill.hourly_rate), hours)
            .ok_or_else(|| ApiError::invalid("hours", "This is more than a booking can cost."))
    }

    /// Returns the payment of the request, if its method is accepted on this site.
    fn payment(&self, request: &CheckedRequest, price: Money) -> Result<Payment, BookingError> {
        if price.is_zero() {
            return Ok(Payment { method: PaymentMethod::None, price_minor: 0, intent: None });
        }
        let refused = |message| ApiError::invalid("payment_method", message);
        let price_minor = match request.method {
            PaymentMethod::SparkToken => price.in_sparks().minor(),
            PaymentMethod::Wallet | PaymentMethod::Card
                if self.cx.site.mode() == Mode::TokensOnly =>
            {
                return Err(refused("This community pays in sparks.").into());
            }
            PaymentMethod::Card if !self.takes_cards() => return Err(BookingError::NoCards),
            PaymentMethod::Wallet | PaymentMethod::Card => price.minor(),
            PaymentMethod::None => return Err(refused("Please choose how to pay.").into()),
        };
        if request.intent.as_ref().is_none_or(|intent| intent.as_str().is_empty()) {
            let message = "Please pay first: this booking has a price.";
            return Err(ApiError::invalid("payment_intent_id", message).into());
        }
        Ok(Payment { method: request.method, price_minor, intent: request.intent.clone() })
    }

    fn request_announcements(&self, booking: &Booking, directory: &Directory) -> Announcements {
        let event = event(booking, Some(&booking.client));
        let mails = mails::about_change(booking, None, directory);
        Announcements {
            events: vec![(REQUESTED, self.cx.ids.next(), event)],
            mails: mails.into_iter().map(|mail| (self.cx.ids.next(), mail)).collect(),
        }
    }
}

/// Returns the key of the quota of a client's requests to one provider.
fn pair(booking: &Booking) -> String {
    format!("{}/{}", booking.client, booking.provider)
}

/// Returns the client, if the provider takes bookings.
fn bookable<'a>(
    directory: &'a Directory,
    client: &UserId,
    provider: &UserId,
) -> Result<&'a PersonInfo, BookingError> {
    if !directory.takes_bookings(provider) {
        return Err(BookingError::SkillNotFound);
    }
    let missing = || ApiError::internal("the caller has no profile");
    Ok(directory.person(client).ok_or_else(missing)?)
}
