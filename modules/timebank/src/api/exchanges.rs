use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Path, Query},
};
use sparkyard_kernel::{
    Cursor, ItemId, Json, Limit, MemberOrDelegate, PageQuery, Reply, StaffOnly, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    listed,
};

use super::{
    Tag,
    admin::STAFF,
    dto::{Exchange, Objection, RecordedExchange, ReversalReason, WriteExchange},
};
use crate::service::{Answer, TimebankService};

/// Operations of members on exchanges.
pub struct ExchangesApi(pub(super) Arc<TimebankService>);

/// Error statuses of an answer.
const ANSWER: u32 = UNAUTHORISED | FORBIDDEN | NOT_FOUND | INPUT | CONFLICT;

#[OpenApi(prefix_path = "/api/exchanges", tag = "Tag::Timebank")]
impl ExchangesApi {
    /// Writes down an exchange that has taken place. The other side confirms it or objects; without
    /// an answer it counts after seven days. Then the sparks move from whoever was helped.
    ///
    /// 404 `timebank.member_not_found` for somebody whom you cannot see; 409
    /// `timebank.own_exchange` for yourself, `timebank.too_many_unanswered` if five wait for the
    /// same neighbour, `timebank.no_sparks` if the site uses no sparks; 429
    /// `timebank.exchanges_of_a_day` after ten in a day.
    #[oai(path = "/", method = "post", operation_id = "write_exchange")]
    async fn write_exchange(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Repeating a request with the same key repeats the answer, not the effect.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        body: Json<WriteExchange>,
    ) -> Reply<Exchange, { UNAUTHORISED | FORBIDDEN | NOT_FOUND | INPUT | CONFLICT | TOO_MANY }>
    {
        let written = self.0.write_exchange(&caller, &body.0.into(), key.0.as_deref()).await?;
        done(
            "Written down. Your neighbour is asked to confirm it.",
            Exchange::seen_by(written, &caller.id),
        )
    }

    /// Lists your exchanges, newest first.
    #[oai(path = "/", method = "get", operation_id = "list_exchanges")]
    async fn list_exchanges(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Whether to list only those that wait for your answer.
        waiting: Query<Option<bool>>,
        /// Exchanges wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<Exchange>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let waiting = waiting.0.unwrap_or(false);
        let exchanges = self.0.exchanges_of(&caller.id, waiting, &page).await?;
        listed(exchanges.map(|exchange| Exchange::seen_by(exchange, &caller.id)))
    }

    /// Confirms an exchange that the other side has written down: the sparks move at once.
    /// Repeating it changes nothing.
    ///
    /// 403 `timebank.not_yours_to_answer` for its writer; 409 `timebank.exchange_closed` if it no
    /// longer waits, `timebank.payer_short` if whoever was helped has fewer sparks.
    #[oai(path = "/:id/confirm", method = "put", operation_id = "confirm_exchange")]
    async fn confirm_exchange(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Id of the exchange.
        id: Path<ItemId>,
    ) -> Reply<Exchange, ANSWER> {
        let exchange = self.0.answer(&caller, &id.0, Answer::Confirm).await?;
        done("Confirmed. Thank you.", Exchange::seen_by(exchange, &caller.id))
    }

    /// Objects to an exchange that the other side has written down: nothing moves. Repeating it
    /// changes nothing.
    ///
    /// 403 `timebank.not_yours_to_answer` for its writer; 409 `timebank.exchange_closed` if it no
    /// longer waits.
    #[oai(path = "/:id/object", method = "put", operation_id = "object_to_exchange")]
    async fn object_to_exchange(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Id of the exchange.
        id: Path<ItemId>,
        body: Json<Objection>,
    ) -> Reply<Exchange, ANSWER> {
        let answer = Answer::Object(body.0.reason.as_deref());
        let exchange = self.0.answer(&caller, &id.0, answer).await?;
        done("Your neighbour has been told.", Exchange::seen_by(exchange, &caller.id))
    }

    /// Withdraws an exchange that you have written down. Repeating it changes nothing.
    ///
    /// 403 `timebank.not_yours_to_answer` for the other side; 409 `timebank.exchange_closed` if it
    /// no longer waits.
    #[oai(path = "/:id/withdraw", method = "put", operation_id = "withdraw_exchange")]
    async fn withdraw_exchange(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Id of the exchange.
        id: Path<ItemId>,
    ) -> Reply<Exchange, ANSWER> {
        let exchange = self.0.answer(&caller, &id.0, Answer::Withdraw).await?;
        done("Withdrawn.", Exchange::seen_by(exchange, &caller.id))
    }
}

/// Operations of staff on exchanges.
pub struct CasesApi(pub(super) Arc<TimebankService>);

#[OpenApi(prefix_path = "/api/admin/exchanges", tag = "Tag::Timebank")]
impl CasesApi {
    /// Lists the exchanges of all members, newest first. For moderators and admins.
    #[oai(path = "/", method = "get", operation_id = "list_all_exchanges")]
    async fn list_all_exchanges(
        &self,
        _caller: StaffOnly,
        /// Entries wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<RecordedExchange>, { STAFF | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.all_exchanges(&page).await?.map(RecordedExchange::from))
    }

    /// Reverses an exchange that counts, by a new transfer; both sides are told the reason.
    /// Recorded in the audit log. For moderators and admins.
    ///
    /// 403 `timebank.own_case` if you took part; 409 `timebank.reversed` if it was reversed before,
    /// `timebank.not_counted` if it does not count, `timebank.sparks_spent` if the helper has fewer
    /// sparks by now.
    #[oai(path = "/:id/reverse", method = "put", operation_id = "reverse_exchange")]
    async fn reverse_exchange(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the exchange.
        id: Path<ItemId>,
        body: Json<ReversalReason>,
    ) -> Reply<RecordedExchange, { STAFF | NOT_FOUND | INPUT | CONFLICT }> {
        let reversed = self.0.reverse_exchange(&caller, &id.0, &body.0.reason).await?;
        done("Reversed. Both sides have been told.", reversed.into())
    }
}
