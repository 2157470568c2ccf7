//! Messages between two members: words and pictures, in an order that is the same on every
//! device, with what was read and what was not.
//!
//! It knows who people are, what two of them have in common and where files lie only through
//! ports. It must not know what bookings or follows are, nor how news reach an open page: it says
//! to the port `Live`, where there is one, what has happened.
//!
//! # How messages are kept
//!
//! A conversation has two sides, each a row for one of the two: what lists show, and how far that
//! person has read. Whoever writes a message changes both, in the write that keeps it, if nobody
//! was faster; who was too slow looks again and tries the next place. So places (`seq`) have no
//! gaps, a page is a range of ids, and a mark of what was read cannot get lost. Looking for words
//! goes through the latest messages of one's conversations, so many for one request and no more.

mod api;
mod config;
mod error;
mod events;
mod model;
mod ports;
mod service;
mod store;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Finished, HeldFiles, Module, Ports, db::Migration, migrations, ports::Conversations,
};

use ports::ConversationsPort;
use service::ChatService;
use store::ChatStore;

pub use config::ChatConfig;

/// The module.
#[derive(Debug)]
pub struct Chat {
    cx: Cx,
    config: ChatConfig,
}

impl Module for Chat {
    const NAME: &'static str = "chat";
    const MIGRATIONS: &'static [Migration] = migrations!["0001_chat", "0002_removed"];
    const FILES: &'static [HeldFiles] = &[HeldFiles { table: "chat_picture", fields: &["file"] }];
    const LISTENS_TO: &'static [&'static str] = events::NAMES;
    type Config = ChatConfig;
    type Api = api::ChatApi;

    fn new(cx: &Cx, config: ChatConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), config })
    }

    fn provide(&self, ports: &mut Ports) {
        let port = ConversationsPort { store: ChatStore::new(self.cx.db.clone()) };
        ports.offer::<dyn Conversations>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let forget = store::forget_strangers(self.cx.db.clone()).job();
        let service = Arc::new(ChatService::new(self.cx, self.config, ports)?);
        let api = api::operations(&service);
        let events = events::ChatEvents { service };
        Ok(Finished::api(api).on_event(Arc::new(events)).job(forget))
    }
}
