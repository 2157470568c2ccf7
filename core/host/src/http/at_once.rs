//! How many requests of one sender are answered at one time, wherever their connections come from:
//! a proxy brings those of many.

use poem::{Endpoint, IntoResponse, Request, Response};
use sparkyard_kernel::{ClientAddress, turn::Turns};

use super::{
    conversation::Conversation,
    errors::last,
    layer::Around,
    streams::{Streams, is_stream},
};
use crate::config::{LimitsConfig, ServerConfig};

/// Gives turns, and places to what goes on after them.
pub(super) struct AtOnce {
    turns: Option<Turns>,
    streams: Streams,
}

impl AtOnce {
    /// As configured.
    pub(super) fn new(limits: &LimitsConfig, server: &ServerConfig) -> Self {
        let most = u64::from(limits.requests_at_once.get());
        let turns = limits.enabled.then(|| Turns::new(most));
        Self { turns, streams: Streams::new(server) }
    }
}

impl Around for AtOnce {
    /// From the head of a request until its answer has been taken it is its sender's turn; of a
    /// body that comes slowly nothing is read before. A stream of events is its turn until it
    /// begins.
    async fn call<E: Endpoint>(&self, next: &E, mut request: Request) -> poem::Result<Response> {
        let address = ClientAddress::of(&request);
        let turn = match self.turns.as_ref().map(|turns| turns.begin(address)).transpose() {
            Err(refused) => return Ok(last(refused.into_response())),
            Ok(turn) => turn,
        };
        let conversation = request.data::<Conversation>().cloned();
        if let Some(turn) = &turn {
            if let Some(conversation) = &conversation {
                conversation.take(turn.clone());
            }
            request.set_data(turn.clone());
        }
        let answer = next.call(request).await;
        drop(turn);
        let answer = answer?.into_response();
        if !is_stream(&answer) {
            return Ok(answer);
        }
        if let Some(conversation) = &conversation {
            conversation.give_back();
        }
        Ok(self.streams.admit(answer, conversation.as_ref()))
    }
}
