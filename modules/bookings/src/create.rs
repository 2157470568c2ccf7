//! Makes bookings: what they cost, how they are paid, who may be booked.

use sparkyard_kernel::{
    ApiError, BookingId, Caller, IntentId, Money, SkillId, Timestamp, UserId,
    db::Fragment,
    idempotency::idempotency,
    ports::{PersonInfo, SkillInfo, kept_if_saved},
    site::Mode,
    text,
    validate::Checks,
};

use crate::{
    error::BookingError,
    machine::State,
    mails,
    model::{Booking, Escrow, Method, Policy, TimelineEntry},
    place, pricing,
    request::{Checked, MAX_HOURS, Request},
    service::{Directory, Service},
    store::{BookingEvent, News},
    view::{QuoteView, number},
};

/// How a request is paid.
struct Payment {
    method: Method,
    price_minor: i64,
    intent: Option<IntentId>,
}

impl Service {
    /// What `hours` of a skill cost now.
    pub(crate) async fn quote(
        &self,
        skill: &SkillId,
        hours: Option<u32>,
    ) -> Result<QuoteView, BookingError> {
        let hours = hours.unwrap_or(1);
        let fine = (1..=MAX_HOURS).contains(&hours);
        Checks::new().check("hours", fine, "Please choose 1 to 12 hours.").finish()?;
        let skill = self.offered(skill).await?;
        let price = self.price(&skill, hours)?;
        Ok(QuoteView {
            price: number(price.minor()),
            spark_token: number(price.in_sparks().minor()),
            hours,
            cancellation_policy: policy(&skill)?,
        })
    }

    /// Makes a booking in the name of `caller` and takes its price from their intent.
    pub(crate) async fn request(
        &self,
        caller: &Caller,
        request: Request,
        key: Option<&str>,
    ) -> Result<Booking, BookingError> {
        let now = self.cx.now();
        let checked = request.check(now)?;
        let fingerprint = request.fingerprint();
        let key = idempotency(caller, "create_booking", key, &[fingerprint.as_bytes()], now)?;
        if request.provider == caller.id {
            return Err(ApiError::invalid("booked_user_id", "You cannot book yourself.").into());
        }
        let skill = self.offered(&request.skill).await?;
        if skill.user_id != request.provider {
            let message = "This person does not offer this skill.";
            return Err(ApiError::invalid("booked_user_id", message).into());
        }
        let directory = self.directory([&caller.id, &request.provider]).await?;
        let client = bookable(&directory, &caller.id, &request.provider)?;
        let payment = self.payment(&request, self.price(&skill, checked.hours)?)?;
        let area =
            place::area(self.geocoder.as_deref(), &request.location, &client.location).await?;
        let content = request.file.clone();
        let id = self.store.next_id().await?;
        let about = About { id, client: &caller.id, skill: &skill, area, now };
        let mut booking = about.booking(request, &checked, &payment)?;
        let hours = self.within_hours(&booking).await?;
        let escrow = self.escrow(&booking, payment.intent.as_ref(), now)?;
        let news = self.request_news(&booking, &directory);
        if let Some(content) = content {
            // All that can be refused is refused before the file is stored.
            let (escrow, key, news) = (escrow.clone(), key.clone(), news.clone());
            let before = self.store.rehearse(&booking, escrow, key, hours, news).await?;
            if let Some(before) = before {
                return self.store.booking(before).await?.ok_or(BookingError::NotFound);
            }
            booking.file = Some(self.files.put_private(&caller.id, content).await?);
        }
        let file: Vec<String> = booking.file.iter().map(|file| file.key.clone()).collect();
        let created = self.store.create(&booking, escrow, key, hours, news).await;
        let stored = kept_if_saved(&*self.files, &file, created).await?;
        if stored == id {
            return Ok(booking);
        }
        self.files.take_back(&file).await;
        // The request is a repeated one: what it made the first time, as it is now.
        self.store.booking(stored).await?.ok_or(BookingError::NotFound)
    }

    /// The revision of the provider's hours, if the booking lies within them.
    async fn within_hours(&self, booking: &Booking) -> Result<i64, BookingError> {
        let calendar = self.store.calendar(&booking.provider).await?;
        if !calendar.availability.allows(booking.starts_at, booking.ends_at()) {
            let message = "They take no bookings at this time. Please choose another one.";
            return Err(ApiError::invalid("booking_date", message).into());
        }
        Ok(calendar.revision)
    }

    /// The skill, if it can be booked.
    async fn offered(&self, id: &SkillId) -> Result<SkillInfo, BookingError> {
        let skill = self.skills.get(id, false).await?;
        skill.filter(|skill| skill.approval_status == "approved").ok_or(BookingError::SkillNotFound)
    }

    fn price(&self, skill: &SkillInfo, hours: u32) -> Result<Money, ApiError> {
        if !self.has_prices() {
            return Ok(Money::ZERO);
        }
        pricing::price(Some(skill.hourly_rate), hours)
            .ok_or_else(|| ApiError::invalid("hours", "This is more than a booking can cost."))
    }

    /// How the request is paid, if it can be paid so here.
    fn payment(&self, request: &Request, price: Money) -> Result<Payment, BookingError> {
        if price.is_zero() {
            return Ok(Payment { method: Method::None, price_minor: 0, intent: None });
        }
        let refused = |message| ApiError::invalid("payment_method", message);
        let price_minor = match request.method {
            Method::SparkToken => price.in_sparks().minor(),
            Method::Wallet if self.cx.site.mode == Mode::TokensOnly => {
                return Err(refused("This community pays in spark tokens.").into());
            }
            Method::Wallet => price.minor(),
            Method::Card => return Err(BookingError::NoCards),
            Method::None => return Err(refused("Please choose how to pay.").into()),
        };
        if request.intent.as_ref().is_none_or(|intent| intent.as_str().is_empty()) {
            let message = "Please pay first: this booking has a price.";
            return Err(ApiError::invalid("payment_intent_id", message).into());
        }
        Ok(Payment { method: request.method, price_minor, intent: request.intent.clone() })
    }

    fn escrow(
        &self,
        booking: &Booking,
        intent: Option<&IntentId>,
        now: Timestamp,
    ) -> Result<Option<Fragment>, BookingError> {
        let Some(intent) = intent else { return Ok(None) };
        let ledger = self.ledger()?;
        Ok(Some(ledger.escrow(intent, &booking.client, booking.id, booking.price(), now)))
    }

    fn request_news(&self, booking: &Booking, directory: &Directory) -> News {
        let event = BookingEvent::about(booking, booking.client.as_str());
        let mails = mails::about_request(booking, directory);
        News {
            events: vec![("bookings.requested", self.cx.ids.next(), event)],
            mails: mails.into_iter().map(|mail| (self.cx.ids.next(), mail)).collect(),
        }
    }
}

/// What a booking is made from, besides the request itself.
struct About<'a> {
    id: BookingId,
    client: &'a UserId,
    skill: &'a SkillInfo,
    area: String,
    now: Timestamp,
}

impl About<'_> {
    fn booking(
        self,
        request: Request,
        checked: &Checked,
        payment: &Payment,
    ) -> Result<Booking, ApiError> {
        let skill_type = self.skill.skill_type.clone();
        let title = text::line(&request.title);
        let state = State::REQUESTED;
        let by = self.client.to_string();
        Ok(Booking {
            id: self.id,
            client: self.client.clone(),
            provider: request.provider,
            skill: request.skill,
            title: if title.is_empty() { format!("Booking for {skill_type}") } else { title },
            skill_type,
            description: text::prose(&request.description),
            location: text::line(&request.location),
            area: self.area,
            point: checked.point,
            starts_at: checked.starts_at,
            hours: checked.hours,
            policy: policy(self.skill)?,
            method: payment.method,
            price_minor: payment.price_minor,
            escrow: if payment.price_minor == 0 { Escrow::None } else { Escrow::Held },
            file: None,
            state,
            timeline: vec![TimelineEntry { status: state.status, at: self.now, by }],
            reviewed: false,
            accepted_at: None,
            closed_at: None,
            release_at: None,
            created_at: self.now,
            updated_at: self.now,
            version: 0,
        })
    }
}

/// The client, if the provider takes bookings.
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

fn policy(skill: &SkillInfo) -> Result<Policy, ApiError> {
    let text = &skill.cancellation_policy;
    Policy::parse(text).ok_or_else(|| ApiError::internal(format!("unknown policy {text:?}")))
}
