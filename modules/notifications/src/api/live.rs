use poem::{
    Request,
    web::headers::{Authorization, HeaderMapExt, authorization::Bearer},
};
use poem_openapi::{
    OpenApi,
    param::{Header, Query},
};
use sparkyard_kernel::{
    Failure, SignedIn,
    auth::unauthorised,
    envelope::{INPUT, UNAUTHORISED},
};

use super::{Tag, dto::live::LiveStream};
use crate::{model::live::Start, service::live::LiveService};

/// The operation of live streams.
pub struct LiveApi {
    service: LiveService,
}

impl LiveApi {
    pub(crate) fn new(service: LiveService) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Notifications")]
impl LiveApi {
    /// What happens to you, while it happens.
    ///
    /// Server-sent events. Each has `data`, and what is not only for those who are there has an
    /// `id`: whoever comes back and names the last id that they know is told what they have missed,
    /// each once and in order.
    ///
    /// The first event is `hello`. It is `reset` where something may have been missed, because it
    /// was too long ago (a day, or 500 events): ask again for all that you show. The last one is
    /// `crowded` when you have begun eight other streams since: do not come back at once. Lines
    /// that begin with a colon come every 20 seconds when nothing happens. The stream ends with
    /// your access token: come back with another.
    #[oai(path = "/api/live", method = "get", operation_id = "follow_live")]
    async fn follow_live(
        &self,
        request: &Request,
        SignedIn(caller): SignedIn,
        /// The id of the last event that you know.
        #[oai(validator(max_length = 64))]
        after: Query<Option<String>>,
        /// The same, as browsers send it by themselves; counts before `after`.
        #[oai(name = "Last-Event-ID", validator(max_length = 64))]
        last_event_id: Header<Option<String>>,
        /// When you know no event yet: begin with what was told in the last so many seconds, since
        /// when you have asked for what you show. None when left out.
        #[oai(validator(minimum(value = "0"), maximum(value = "600")))]
        recent: Query<Option<u32>>,
        /// `true`: what you have missed, and then an end; for whoever cannot hold a stream and asks
        /// every few seconds.
        once: Query<Option<bool>>,
    ) -> Result<LiveStream, Failure<{ UNAUTHORISED | INPUT }>> {
        let known = last_event_id.0.or(after.0);
        let start = Start::of(known.as_deref(), recent.0.unwrap_or(0));
        if once.0 == Some(true) {
            return Ok(LiveStream::new(self.service.so_far(&caller.id, start).await?));
        }
        let bearer = request.headers().typed_get::<Authorization<Bearer>>();
        let token = bearer.ok_or_else(unauthorised)?.token().into();
        Ok(LiveStream::new(self.service.follow(&caller.id, token, start).await?))
    }
}
