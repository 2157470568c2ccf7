use poem::{
    Request,
    web::headers::{Authorization, HeaderMapExt, authorization::Bearer},
};
use poem_openapi::{
    OpenApi,
    param::{Header, Query},
};
use sparkyard_kernel::{
    Failure, MemberOrDelegate,
    auth::{own_account_only, unauthorised},
    envelope::{FORBIDDEN, INPUT, UNAUTHORISED},
};

use super::{Tag, dto::live::LiveStream};
use crate::{model::live::Start, service::live::LiveService};

/// Operation of the event stream.
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
    /// Streams what happens to you, as it happens.
    ///
    /// The stream consists of server-sent events. Each has `data`; all but ephemeral events have an
    /// `id`. A client that reconnects with the last id it knows receives what it has missed, each
    /// event once and in order.
    ///
    /// The first event is `hello`. It is `reset` if something may have been missed because it is
    /// too old (a day, or 500 events): fetch again everything that you show. The last event is
    /// `crowded` when you have opened eight other streams since: do not reconnect at once. Lines
    /// that begin with a colon are heartbeats, sent every 20 seconds when nothing happens. The
    /// stream ends when your access token expires: reconnect with a new one. A delegate can only
    /// poll, with `once`.
    #[oai(path = "/api/live", method = "get", operation_id = "follow_live")]
    async fn follow_live(
        &self,
        request: &Request,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Id of the last event that you know.
        #[oai(validator(max_length = 64))]
        after: Query<Option<String>>,
        /// Id of the last event, as browsers send it by themselves; takes precedence over `after`.
        #[oai(name = "Last-Event-ID", validator(max_length = 64))]
        last_event_id: Header<Option<String>>,
        /// Number of seconds to look back if you know no event yet: since you fetched what you
        /// show. 0 when left out.
        #[oai(validator(minimum(value = "0"), maximum(value = "600")))]
        recent: Query<Option<u32>>,
        /// `true`: sends what you have missed and ends, for clients that cannot hold a stream and
        /// poll every few seconds.
        once: Query<Option<bool>>,
    ) -> Result<LiveStream, Failure<{ UNAUTHORISED | FORBIDDEN | INPUT }>> {
        let known = last_event_id.0.or(after.0);
        let start = Start::of(known.as_deref(), recent.0.unwrap_or(0));
        if once.0 == Some(true) {
            return Ok(LiveStream::new(self.service.so_far(&caller.id, start).await?));
        }
        // A stream would outlive the end of the delegation.
        if caller.delegate.is_some() {
            return Err(own_account_only().into());
        }
        let bearer = request.headers().typed_get::<Authorization<Bearer>>();
        let token = bearer.ok_or_else(unauthorised)?.token().into();
        Ok(LiveStream::new(self.service.follow(&caller.id, token, start).await?))
    }
}
