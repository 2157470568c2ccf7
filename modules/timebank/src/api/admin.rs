use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Path, Query},
};
use sparkyard_kernel::{
    AdminOnly, Cursor, ItemId, Json, Limit, PageQuery, Reply, StaffOnly, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, UNAUTHORISED},
    listed,
};

use super::{
    Tag,
    dto::{GrantSparks, RecordedGift, ReversalReason},
};
use crate::{model::sparks, service::TimebankService};

/// Operations of staff on gifts and the pot.
pub struct GrantsApi(pub(super) Arc<TimebankService>);

/// Error statuses common to all operations here.
pub(super) const STAFF: u32 = UNAUTHORISED | FORBIDDEN;

#[OpenApi(tag = "Tag::Timebank")]
impl GrantsApi {
    /// Grants sparks from the community's pot to a member, who is told the reason. Recorded in the
    /// audit log. For admins.
    ///
    /// 403 `timebank.own_grant` for yourself; 404 `timebank.member_not_found` for unknown and
    /// suspended people; 409 `timebank.pot_too_low` if the pot has fewer sparks,
    /// `timebank.no_sparks` if the site uses none.
    #[oai(path = "/api/admin/pot/grants", method = "post", operation_id = "create_pot_grant")]
    async fn create_pot_grant(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Repeating a request with the same key repeats the answer, not the effect.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        body: Json<GrantSparks>,
    ) -> Reply<RecordedGift, { STAFF | NOT_FOUND | INPUT | CONFLICT }> {
        let GrantSparks { user_id, amount, reason } = body.0;
        let grant = (sparks(amount)?, reason.as_str());
        let granted = self.0.grant(&caller, &user_id, grant, key.0.as_deref()).await?;
        done("Granted. They have been told.", granted.into())
    }

    /// Lists all gifts and grants of sparks, newest first, without what members wrote to each
    /// other. For
    /// moderators and admins.
    #[oai(path = "/api/admin/spark-gifts", method = "get", operation_id = "list_all_spark_gifts")]
    async fn list_all_spark_gifts(
        &self,
        _caller: StaffOnly,
        /// Entries wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<RecordedGift>, { STAFF | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.all_gifts(&page).await?.map(RecordedGift::from))
    }

    /// Reverses a gift or grant by a new transfer; both sides are told the reason. Recorded in the
    /// audit log. For moderators and admins; only admins reverse grants.
    ///
    /// 403 `timebank.own_case` if you gave, received or granted it; 409 `timebank.reversed` if it
    /// was reversed before, `timebank.sparks_spent` if the receiver has fewer sparks by now.
    #[oai(
        path = "/api/admin/spark-gifts/:id/reverse",
        method = "put",
        operation_id = "reverse_spark_gift"
    )]
    async fn reverse_spark_gift(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the gift or grant.
        id: Path<ItemId>,
        body: Json<ReversalReason>,
    ) -> Reply<RecordedGift, { STAFF | NOT_FOUND | INPUT | CONFLICT }> {
        let reversed = self.0.reverse_gift(&caller, &id.0, &body.0.reason).await?;
        done("Reversed. Both sides have been told.", reversed.into())
    }
}
