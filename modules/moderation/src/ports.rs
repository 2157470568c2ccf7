//! The ports `Appeals`, `FirstPosts` and `SafetyCases`.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Cx, ItemId, UserId,
    db::Fragment,
    ports::{
        AppealableDecision, Appeals, FirstPosts, HeldPost, MemberDecision, NewPost, PortHandle,
        SafetyCase, SafetyCases, SafetyConcern, SanctionKind, WithdrawnPost,
    },
};

use crate::{
    model::{
        appeal::{Sanction, Target},
        post::PostCase,
    },
    service::{AppealLinks, ModerationService, settled},
    store::{self, ModerationStore},
};

/// Implements [`Appeals`] on the module's store.
pub(crate) struct AppealsPort {
    cx: Cx,
    links: AppealLinks,
    store: ModerationStore,
}

impl AppealsPort {
    pub(crate) fn new(cx: &Cx) -> Self {
        let store = ModerationStore::new(cx.db.clone());
        Self { cx: cx.clone(), links: AppealLinks::new(cx), store }
    }
}

#[async_trait]
impl Appeals for AppealsPort {
    fn decided(&self, decision: MemberDecision) -> AppealableDecision {
        let MemberDecision { kind, about, title, user, by, reason, at } = decision;
        let target = Target { kind, about, title, user };
        let sanction = Sanction::new(ItemId(self.cx.ids.next()), target, (by, reason), at);
        AppealableDecision {
            link: self.links.in_mail(&sanction),
            until: sanction.until(),
            record: store::put_sanction(sanction),
        }
    }

    fn reinstated(&self, user: &UserId) -> Fragment {
        store::lift(SanctionKind::Suspension, user.as_str())
    }

    async fn link(&self, user: &UserId) -> Result<Option<String>, ApiError> {
        let found = self.store.sanction_in_force(SanctionKind::Suspension, user.as_str()).await?;
        Ok(found.map(|sanction| self.links.at_sign_in(&sanction, self.cx.now())))
    }
}

/// Implements [`SafetyCases`] on the service, which is filled later.
pub(crate) struct SafetyPort(pub(crate) PortHandle<ModerationService>);

#[async_trait]
impl SafetyCases for SafetyPort {
    async fn open(&self, concern: SafetyConcern) -> Result<SafetyCase, ApiError> {
        Ok(self.0.get()?.safety_case(concern).await?)
    }
}

/// Implements [`FirstPosts`] on the service, which is filled later.
pub(crate) struct FirstPostsPort(pub(crate) PortHandle<ModerationService>);

#[async_trait]
impl FirstPosts for FirstPostsPort {
    async fn hold(&self, post: NewPost) -> Result<Option<HeldPost>, ApiError> {
        Ok(self.0.get()?.hold(post).await?)
    }

    fn withdraw(&self, post: NewPost) -> WithdrawnPost {
        let case = PostCase::new(post);
        WithdrawnPost { effect: store::withdraw_post(&case.id), payload: settled(&case, None) }
    }
}
