//! Exchanges as members write them down and list them.

use std::time::Duration;

use sparkyard_kernel::{
    ApiError, Caller, ItemId, Page, PageQuery, Timestamp, UserId, allowance,
    db::DbError,
    events::timebank::ExchangeChanged,
    idempotency::idempotency,
    ports::{TokenAccount, TokenReason, TokenTransfer, both_sides},
};

use super::TimebankService;
use crate::{
    error::{TOO_MANY_EXCHANGES, TimebankError},
    model::{
        Directory,
        exchange::{Exchange, ExchangeForViewer, Side, Status, WrittenExchange},
    },
    store::ExchangeList,
};

/// Time for an answer, after which an exchange counts.
const ANSWER_TIME: Duration = Duration::from_hours(7 * 24);
/// Maximum number of unanswered exchanges of a writer with one member.
const MAX_UNANSWERED: i64 = 5;
/// Maximum number of exchanges that a member writes down per day.
const EXCHANGES_PER_DAY: u32 = 10;

impl TimebankService {
    /// Stores an exchange of the caller with another member, who is to confirm it.
    pub(crate) async fn write_exchange(
        &self,
        caller: &Caller,
        written: &WrittenExchange,
        key: Option<&str>,
    ) -> Result<ExchangeForViewer, TimebankError> {
        let now = self.cx.now();
        self.ledger()?;
        let checked = written.checked(now)?;
        let with = UserId::received(&written.with).ok_or(TimebankError::MemberNotFound)?;
        if with == caller.id {
            return Err(TimebankError::OwnExchange);
        }
        self.check_visible(&caller.id, &with).await?;
        if let Some(delegate) = &caller.delegate {
            self.check_visible(delegate, &with).await?;
        }
        // Nobody writes down for the one side what they would answer for the other.
        let acts_for_other = self.delegate_of(&with).await?.as_ref() == Some(&caller.id);
        if acts_for_other || caller.delegate.as_ref() == Some(&with) {
            return Err(both_sides().into());
        }
        let mut exchange = Exchange {
            id: ItemId(self.cx.ids.next()),
            writer: caller.id.clone(),
            helper: match written.i_was {
                Side::Giver => caller.id.clone(),
                Side::Receiver => with.clone(),
            },
            other: with,
            day: checked.day.to_string(),
            hours: checked.hours,
            skill: checked.skill,
            amount: checked.amount,
            status: Status::Waiting,
            reason: None,
            created_at: now,
            due_at: now + ANSWER_TIME,
            short_at: None,
            closed_at: None,
            writer_delegate: caller.delegate.clone(),
            answer_delegate: None,
        };
        let daily = self.cx.limits.daily("timebank.exchanges", EXCHANGES_PER_DAY);
        let charge = daily.use_up(caller.id.as_str(), 1, now, &TOO_MANY_EXCHANGES);
        let parts = [
            exchange.other.as_str().as_bytes(),
            exchange.helper.as_str().as_bytes(),
            exchange.day.as_bytes(),
            &exchange.hours.to_be_bytes(),
            exchange.skill.as_bytes(),
            &exchange.amount.minor().to_be_bytes(),
        ];
        let key = idempotency(caller, "write_exchange", key, &parts, now)?;
        let payload = changed(&exchange, None);
        let outcome =
            self.store.write_exchange(&exchange, MAX_UNANSWERED, charge, payload, key).await;
        (exchange.id, exchange.created_at) = outcome.map_err(|error: DbError| {
            allowance::explain::<TimebankError>(error, &[&TOO_MANY_EXCHANGES], now)
        })?;
        exchange.due_at = exchange.created_at + ANSWER_TIME;
        self.exchange_for(&caller.id, exchange).await
    }

    /// Returns a page of the exchanges of `user`, or only of those that wait for their answer.
    pub(crate) async fn exchanges_of(
        &self,
        user: &UserId,
        waiting: bool,
        page: &PageQuery,
    ) -> Result<Page<ExchangeForViewer>, TimebankError> {
        let list = match waiting {
            true => ExchangeList::WaitingFor(user),
            false => ExchangeList::Of(user),
        };
        let exchanges = self.store.exchanges(list, page).await?;
        let mut ids = Vec::new();
        for exchange in &exchanges.items {
            ids.push(exchange.opposite(user));
            ids.extend(exchange.delegates());
        }
        let seen = self.directory_for(user, ids.into_iter()).await?;
        Ok(exchanges.map(|exchange| ExchangeForViewer::new(exchange, &seen)))
    }

    /// Combines an exchange with the people whom `viewer` may see.
    pub(super) async fn exchange_for(
        &self,
        viewer: &UserId,
        exchange: Exchange,
    ) -> Result<ExchangeForViewer, TimebankError> {
        let other = std::iter::once(exchange.opposite(viewer)).chain(exchange.delegates());
        let seen = self.directory_for(viewer, other).await?;
        Ok(ExchangeForViewer::new(exchange, &seen))
    }

    /// Returns a page of the exchanges of all members, for staff.
    pub(crate) async fn all_exchanges(
        &self,
        page: &PageQuery,
    ) -> Result<Page<ExchangeForViewer>, TimebankError> {
        let exchanges = self.store.exchanges(ExchangeList::All, page).await?;
        let found = self.people_of(&exchanges.items).await?;
        Ok(exchanges.map(|exchange| ExchangeForViewer::new(exchange, &found)))
    }

    /// Looks up the people of exchanges, for staff.
    pub(super) async fn people_of(&self, exchanges: &[Exchange]) -> Result<Directory, ApiError> {
        let mut ids = Vec::new();
        for exchange in exchanges {
            ids.extend([&exchange.writer, &exchange.other]);
            ids.extend(exchange.delegates());
        }
        self.directory_of(ids.into_iter()).await
    }
}

/// Returns the content of an event about an exchange.
pub(super) fn changed(exchange: &Exchange, reason: Option<String>) -> ExchangeChanged {
    ExchangeChanged {
        exchange_id: exchange.id.clone(),
        writer_id: exchange.writer.clone(),
        other_id: exchange.other.clone(),
        helped_id: exchange.helped().clone(),
        skill: exchange.skill.clone(),
        tokens: exchange.amount,
        reason,
    }
}

/// Returns the transfer of an exchange that counts.
pub(super) fn transfer(exchange: &Exchange, at: Timestamp) -> TokenTransfer {
    let key = format!("exchange:{}", exchange.id);
    TokenTransfer {
        key: key.clone(),
        from: TokenAccount::Member(exchange.helped().clone()),
        to: TokenAccount::Member(exchange.helper.clone()),
        amount: exchange.amount,
        reason: TokenReason::Exchange,
        reference: key,
        at,
    }
}
