use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Query},
};
use sparkyard_kernel::{
    Cursor, Json, Limit, MemberOrDelegate, PageQuery, Reply, SignedIn, done,
    envelope::{CONFLICT, INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::{GiveSparks, Pot, SparkGift},
};
use crate::{
    model::{Recipient, sparks},
    service::TimebankService,
};

/// Operations of members on gifts and the pot.
pub struct GiftsApi(pub(super) Arc<TimebankService>);

#[OpenApi(tag = "Tag::Timebank")]
impl GiftsApi {
    /// Gives sparks of yours to a neighbour or to the community's pot. Both of you are told.
    ///
    /// 404 `timebank.member_not_found` for somebody whom you cannot see; 409
    /// `timebank.too_few_sparks` if you have fewer, `timebank.own_gift` for yourself,
    /// `timebank.no_sparks` if the site uses no sparks; 429 `timebank.gifts_of_a_day` or
    /// `timebank.sparks_of_a_day` once the day's allowance is used up.
    #[oai(path = "/api/spark-gifts", method = "post", operation_id = "give_sparks")]
    async fn give_sparks(
        &self,
        SignedIn(caller): SignedIn,
        /// Repeating a request with the same key repeats the answer, not the effect.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        body: Json<GiveSparks>,
    ) -> Reply<SparkGift, { UNAUTHORISED | NOT_FOUND | INPUT | CONFLICT | TOO_MANY }> {
        let GiveSparks { to, amount, message } = body.0;
        let (to, amount) = (Recipient::parse(&to)?, sparks(amount)?);
        let gift = (amount, message.as_deref());
        let given = self.0.give(&caller, &to, gift, key.0.as_deref()).await?;
        done("Thank you. Your gift has arrived.", SparkGift::seen_by(given, &caller.id))
    }

    /// Lists the sparks that you gave and received as gifts, newest first.
    #[oai(path = "/api/spark-gifts", method = "get", operation_id = "list_spark_gifts")]
    async fn list_spark_gifts(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Gifts wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<SparkGift>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let gifts = self.0.gifts_of(&caller.id, &page).await?;
        listed(gifts.map(|gift| SparkGift::seen_by(gift, &caller.id)))
    }

    /// Returns the sparks in the community's pot. 409 `timebank.no_sparks` if the site uses none.
    #[oai(path = "/api/pot", method = "get", operation_id = "get_pot")]
    async fn get_pot(&self, _caller: MemberOrDelegate) -> Reply<Pot, { UNAUTHORISED | CONFLICT }> {
        ok(Pot { balance: self.0.pot().await? })
    }
}
