use poem_openapi::OpenApi;
use sparkyard_kernel::{
    Json, Reply, SignedIn, done,
    envelope::{INPUT, UNAUTHORISED},
    ok,
};

use super::Tag;
use crate::{choices::Choices, store::Store};

/// The operations on what members want to be told.
pub struct ChoicesApi {
    store: Store,
}

impl ChoicesApi {
    pub(crate) fn new(store: Store) -> Self {
        Self { store }
    }
}

#[OpenApi(tag = "Tag::Notifications")]
impl ChoicesApi {
    /// What you want to be told by mail and push.
    #[oai(
        path = "/api/settings/notifications",
        method = "get",
        operation_id = "get_notification_choices"
    )]
    async fn get_notification_choices(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<Choices, UNAUTHORISED> {
        ok(self.store.choices(&caller.id).await?)
    }

    /// Chooses what you want to be told by mail and push.
    #[oai(
        path = "/api/settings/notifications",
        method = "put",
        operation_id = "set_notification_choices"
    )]
    async fn set_notification_choices(
        &self,
        SignedIn(caller): SignedIn,
        Json(body): Json<Choices>,
    ) -> Reply<Choices, { UNAUTHORISED | INPUT }> {
        self.store.set_choices(&caller.id, body).await?;
        done("Your choices are saved.", body)
    }
}
