//! Messages between two members, in the same order on every device, with read state.
//!
//! The module reaches people, bookings, files and preferences through ports alone, and learns from
//! events that a booking has changed. It must not know what bookings or follows are, nor how events
//! reach an open page: it passes them to the optional port `Live`.
//!
//! # How messages are stored
//!
//! A conversation has two rows, one for each member: what lists show, and how far that member has
//! read. Sending a message updates both in one transaction, which fails if another message has
//! taken the sequence number; the sender then reads again and tries the next number. So `seq` has
//! no gaps, a page is a range of ids, and a read mark cannot get lost. Search reads the newest
//! messages of the member's conversations, up to a limit per request.

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
    Cx, Finished, HeldFiles, Module, Ports,
    db::Migration,
    leaving::Leaving,
    migrations,
    ports::{Conversations, PortHandle},
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
    /// Filled once the service exists, for the port.
    service: PortHandle<ChatService>,
}

impl Module for Chat {
    const NAME: &'static str = "chat";
    const MIGRATIONS: &'static [Migration] = migrations![
        "0001_chat",
        "0002_removed",
        "0003_bookings",
        "0004_delegates",
        "0005_put_back"
    ];
    const FILES: &'static [HeldFiles] = &[HeldFiles { table: "chat_picture", fields: &["file"] }];
    const LISTENS_TO: &'static [&'static str] = events::ChatEvents::NAMES;
    const LEAVING: Leaving = store::LEAVING;
    type Config = ChatConfig;
    type Api = api::ChatApi;

    fn new(cx: &Cx, config: ChatConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone(), config, service: PortHandle::default() })
    }

    fn provide(&self, ports: &mut Ports) {
        let store = ChatStore::new(self.cx.db.clone());
        let port = ConversationsPort { store, service: self.service.clone() };
        ports.offer::<dyn Conversations>(Self::NAME, Arc::new(port));
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let service = Arc::new(ChatService::new(self.cx, self.config, ports)?);
        self.service.fill(&service);
        let api = api::operations(&service);
        let events = Arc::new(events::ChatEvents(service));
        Ok(Finished::api(api).on_event(events).own(store::own()).purge(store::forget()))
    }
}
