//! How many requests of one sender are answered at one time, wherever their connections come from:
//! a proxy brings those of many.

use poem::{Endpoint, IntoResponse, Request, Response};
use sparkyard_kernel::{ClientAddress, turn::Turns};

use super::{conversation::Conversation, errors::last, layer::Around};
use crate::config::LimitsConfig;

/// Gives turns.
pub(super) struct AtOnce(Option<Turns>);

impl AtOnce {
    /// As configured.
    pub(super) fn new(limits: &LimitsConfig) -> Self {
        let most = u64::from(limits.requests_at_once.get());
        Self(limits.enabled.then(|| Turns::new(most)))
    }
}

impl Around for AtOnce {
    /// From the head of a request until its answer has been taken it is its sender's turn; of a
    /// body that comes slowly nothing is read before.
    async fn call<E: Endpoint>(&self, next: &E, mut request: Request) -> poem::Result<Response> {
        let turn = match self.0.as_ref().map(|turns| turns.begin(ClientAddress::of(&request))) {
            Some(Err(refused)) => return Ok(last(refused.into_response())),
            Some(Ok(turn)) => turn,
            None => return Ok(next.call(request).await?.into_response()),
        };
        if let Some(conversation) = request.data::<Conversation>() {
            conversation.take(turn.clone());
        }
        request.set_data(turn.clone());
        let answer = next.call(request).await;
        drop(turn);
        Ok(answer?.into_response())
    }
}
