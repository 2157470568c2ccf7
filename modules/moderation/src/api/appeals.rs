//! Decisions against members, their appeals, and the queue of staff.

use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    Cursor, ItemId, Json, Limit, PageQuery, Reply, SignedIn, StaffOnly, done,
    envelope::{CONFLICT, INPUT, NOT_FOUND, UNAUTHORISED},
    listed, ok,
    ports::SanctionKind,
};

use super::{
    STAFF, Tag,
    dto::appeals::{AppealBody, AppealState, AppealVerdict, AppealView, DecisionView},
};
use crate::service::ModerationService;

/// Paths of the operations for suspended members, who have no access token.
pub(crate) const APPEALS: &str = "/api/appeals/";

/// Operations for members.
pub struct AppealsApi(pub(super) Arc<ModerationService>);

#[OpenApi(tag = "Tag::Moderation")]
impl AppealsApi {
    /// Lists what staff have decided against you, newest first: suspensions of your account,
    /// takedowns of your skills and needs, removals of your reviews, and refusals of your identity
    /// documents and suggested skill names.
    #[oai(path = "/api/decisions", method = "get", operation_id = "list_decisions")]
    async fn list_decisions(
        &self,
        SignedIn(caller): SignedIn,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<DecisionView>, { UNAUTHORISED | INPUT }> {
        let (page, now) = (PageQuery::new(limit.0, cursor.0)?, self.0.now());
        let decisions = self.0.decisions(&caller.id, &page).await?;
        listed(decisions.map(|sanction| DecisionView::new(sanction, now)))
    }

    /// Appeals against a decision, once, within 30 days. Somebody else than who took it looks at it
    /// again, if this community has anybody else. 409 `moderation.appealed` for a second appeal,
    /// `moderation.appeal_late` after 30 days, `moderation.reversed` once it is reversed.
    #[oai(path = "/api/decisions/:id/appeal", method = "post", operation_id = "create_appeal")]
    async fn create_appeal(
        &self,
        SignedIn(caller): SignedIn,
        /// Id of the decision.
        id: Path<ItemId>,
        Json(body): Json<AppealBody>,
    ) -> Reply<DecisionView, { UNAUTHORISED | INPUT | NOT_FOUND | CONFLICT }> {
        let sanction = self.0.appeal_own(&caller.id, &id.0, &body.text).await?;
        done(SENT, DecisionView::new(sanction, self.0.now()))
    }

    /// Returns the decision that a link names, without your appeal's text. The link is in the mail
    /// about a suspension or a declined application, and `link` of the error `auth.suspended` names its
    /// page. 404
    /// `moderation.unknown_link` for a link that is incomplete or has expired.
    #[oai(path = "/api/appeals/:token", method = "get", operation_id = "get_appeal")]
    async fn get_appeal(
        &self,
        /// Token from the link.
        #[oai(validator(max_length = 512, pattern = r"^[A-Za-z0-9._~-]+$"))]
        token: Path<String>,
    ) -> Reply<DecisionView, { INPUT | NOT_FOUND }> {
        let sanction = self.0.linked_decision(&token.0).await?;
        ok(DecisionView::linked(sanction, self.0.now()))
    }

    /// Appeals against the decision that a link names, as `create_appeal` does.
    #[oai(path = "/api/appeals/:token", method = "post", operation_id = "create_linked_appeal")]
    async fn create_linked_appeal(
        &self,
        /// Token from the link.
        #[oai(validator(max_length = 512, pattern = r"^[A-Za-z0-9._~-]+$"))]
        token: Path<String>,
        Json(body): Json<AppealBody>,
    ) -> Reply<DecisionView, { INPUT | NOT_FOUND | CONFLICT }> {
        let sanction = self.0.appeal_by_link(&token.0, &body.text).await?;
        let sent = match sanction.kind {
            SanctionKind::Application => {
                "We have your appeal. You find the answer by the same link."
            }
            _ => SENT,
        };
        done(sent, DecisionView::linked(sanction, self.0.now()))
    }
}

const SENT: &str = "We have your appeal. You get the answer by email.";

/// Operations for staff.
pub struct AppealQueueApi(pub(super) Arc<ModerationService>);

#[OpenApi(prefix_path = "/api/admin/appeals", tag = "Tag::Moderation")]
impl AppealQueueApi {
    /// Lists appeals, newest first, except your own. For moderators and admins.
    #[oai(path = "/", method = "get", operation_id = "list_appeals")]
    async fn list_appeals(
        &self,
        StaffOnly(caller): StaffOnly,
        /// State; `open` when left out.
        status: Query<Option<AppealState>>,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<AppealView>, { STAFF | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let open = status.0 != Some(AppealState::Decided);
        listed(self.0.appeals(&caller, open, &page).await?.map(AppealView::from))
    }

    /// Decides an appeal, and tells the member. Overturning reverses the decision at once: the
    /// account is open again, the skill, need or review is back, the document or skill name is
    /// accepted. Nothing changes if its subject is gone. Repeating your decision changes nothing. For
    /// moderators and admins. 403 `moderation.own_decision` if you took the decision, unless nobody
    /// else may review it; only admins decide about staff, and nobody about their own. 409
    /// `moderation.case_taken` if a colleague has claimed it, `moderation.appeal_decided` if it is
    /// decided.
    #[oai(path = "/:id/decide", method = "put", operation_id = "decide_appeal")]
    async fn decide_appeal(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the appeal.
        id: Path<ItemId>,
        Json(body): Json<AppealVerdict>,
    ) -> Reply<AppealView, { STAFF | INPUT | NOT_FOUND | CONFLICT }> {
        let verdict = (body.overturns(), body.reason.as_str());
        let appeal = self.0.decide_appeal(&caller, &id.0, verdict).await?;
        done("The decision has been saved, and the member is told.", appeal.into())
    }
}
